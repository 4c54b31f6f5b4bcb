package org.calque.results;

/**
 * How the step of a workload is sized. What is unknown is null.
 *
 * @param series ladder of batch sizes that it is one of; null for none
 * @param batchSize samples of one step, all micro batches together
 * @param microBatchSize samples that go through the model at a time
 * @param accumulationSteps micro batches in one step of the optimizer
 * @param sequenceLength tokens of one sample; null where samples have none
 * @param parameters that are trained
 * @param flopsPerItem floating-point operations that the model asks for, for one item
 * @param flopsFormula how these were counted
 * @param precision element type of the parameters, such as {@code float32}
 * @param caraml what CARAML's tables call it; null where they do not have it
 */
public record WorkloadSetup(
    String series,
    Long batchSize,
    Long microBatchSize,
    Long accumulationSteps,
    Long sequenceLength,
    Long parameters,
    Double flopsPerItem,
    String flopsFormula,
    String precision,
    Caraml caraml) {

  /**
   * A row of CARAML's tables.
   *
   * @param benchmark {@code llm} or {@code resnet50}
   * @param model such as {@code GPT}
   * @param modelSize such as {@code 800M}
   * @param dataset what it was trained on
   * @param share what of the model was recorded, such as {@code 1 of 40 layers}
   */
  public record Caraml(
      String benchmark, String model, String modelSize, String dataset, String share) {}
}
