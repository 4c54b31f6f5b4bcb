package org.calque.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.calque.trace.TraceFormatException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the recorder measured of the original beside the trace. Everything may be unknown.
 *
 * @param model what the model is, in a few words
 * @param torchVersion PyTorch that recorded
 * @param batchSize samples of one step
 * @param itemsPerStep items that one step processes
 * @param itemUnit what an item is, such as {@code images}
 * @param medianStepSeconds median time of the original's step without observer
 * @param cpuModel processor that it ran on
 * @param cost what a step cost the machine
 * @param setup sizes of the model and the batch
 * @param allocator variables of the environment that its memory allocator read
 */
public record Origin(
    String model,
    String torchVersion,
    Long batchSize,
    Long itemsPerStep,
    String itemUnit,
    Double medianStepSeconds,
    String cpuModel,
    Cost cost,
    Setup setup,
    SortedMap<String, String> allocator) {

  /** Nothing is known. */
  public static final Origin UNKNOWN =
      new Origin(
          null, null, null, null, null, null, null, Cost.UNKNOWN, Setup.UNKNOWN, new TreeMap<>());

  /**
   * What one step cost the machine, on average over all that were timed.
   *
   * @param userSeconds CPU time outside the kernel
   * @param systemSeconds CPU time inside the kernel
   * @param minorFaults page faults served from memory
   * @param majorFaults page faults that read from a disk
   * @param growthBytes most memory resident, above the level before the model was there
   * @param instructions instructions of the processor
   * @param cacheMisses misses of its last level of cache
   */
  public record Cost(
      Double userSeconds,
      Double systemSeconds,
      Double minorFaults,
      Double majorFaults,
      Long growthBytes,
      Double instructions,
      Double cacheMisses) {
    private static final Cost UNKNOWN = new Cost(null, null, null, null, null, null, null);

    private static Cost of(JsonNode json) {
      Long peak = whole(json.path("peak_memory_bytes"));
      Long before = whole(json.path("rss_before_workload_bytes"));
      return new Cost(
          real(json.path("user_cpu_seconds_per_step")),
          real(json.path("system_cpu_seconds_per_step")),
          real(json.path("minor_page_faults_per_step")),
          real(json.path("major_page_faults_per_step")),
          peak == null || before == null ? null : peak - before,
          real(json.path("instructions_per_step")),
          real(json.path("cache_misses_per_step")));
    }
  }

  /**
   * How the step is sized.
   *
   * @param series ladder of batch sizes that it is one of
   * @param microBatchSize samples that go through the model at a time
   * @param accumulationSteps micro batches in one step of the optimizer
   * @param sequenceLength tokens of one sample
   * @param parameters that are trained
   * @param flopsPerItem floating-point operations that the model asks for, for one item
   * @param flopsFormula how they were counted
   * @param precision element type of the parameters
   * @param caraml what CARAML's tables call it; null where they do not have it
   */
  public record Setup(
      String series,
      Long microBatchSize,
      Long accumulationSteps,
      Long sequenceLength,
      Long parameters,
      Double flopsPerItem,
      String flopsFormula,
      String precision,
      Caraml caraml) {
    private static final Setup UNKNOWN =
        new Setup(null, null, null, null, null, null, null, null, null);

    private static Setup of(JsonNode json) {
      return new Setup(
          json.path("series").stringValue(null),
          whole(json.path("micro_batch_size")),
          whole(json.path("gradient_accumulation_steps")),
          whole(json.path("sequence_length")),
          whole(json.path("parameters")),
          real(json.path("flops_per_item")),
          json.path("flops_formula").stringValue(null),
          json.path("dtype").stringValue(null),
          Caraml.of(json.path("caraml")));
    }
  }

  /**
   * A row of CARAML's.
   *
   * @param benchmark {@code llm} or {@code resnet50}
   * @param model such as {@code GPT}
   * @param modelSize such as {@code 800M}
   * @param dataset what it was trained on
   * @param share what of the model was recorded
   */
  public record Caraml(
      String benchmark, String model, String modelSize, String dataset, String share) {
    private static Caraml of(JsonNode json) {
      return json.isObject()
          ? new Caraml(
              json.path("benchmark").stringValue(null),
              json.path("model").stringValue(null),
              json.path("model_size").stringValue(null),
              json.path("dataset").stringValue(null),
              json.path("share").stringValue(null))
          : null;
    }
  }

  /** Copies the variables. */
  public Origin {
    allocator = Collections.unmodifiableSortedMap(new TreeMap<>(allocator));
  }

  /**
   * Reads an {@code origin.json}; a file that does not exist gives {@link #UNKNOWN}.
   *
   * @throws TraceFormatException if it is not what the recorder writes
   */
  public static Origin read(Path file) {
    if (!Files.exists(file)) {
      return UNKNOWN;
    }
    try {
      JsonNode json = JsonMapper.shared().readTree(Files.readString(file));
      if (!json.isObject()) {
        throw new TraceFormatException(file.toString(), "not a JSON object; record it again");
      }
      return new Origin(
          json.path("model").stringValue(null),
          json.path("torch_version").stringValue(null),
          whole(json.path("batch_size")),
          whole(json.path("items_per_step")),
          json.path("item_unit").stringValue(null),
          real(json.path("step_seconds").path("median")),
          json.path("cpu_model").stringValue(null),
          Cost.of(json),
          Setup.of(json),
          texts(json.path("allocator_environment")));
    } catch (IOException | JacksonException e) {
      throw new TraceFormatException(file.toString(), "not valid JSON; record it again", e);
    }
  }

  private static SortedMap<String, String> texts(JsonNode object) {
    SortedMap<String, String> texts = new TreeMap<>();
    object.forEachEntry((name, value) -> texts.put(name, value.asString("")));
    return texts;
  }

  private static Double real(JsonNode number) {
    return number.isNumber() ? number.doubleValue() : null;
  }

  private static Long whole(JsonNode number) {
    return number.isIntegralNumber() && number.canConvertToLong() ? number.longValue() : null;
  }
}
