package org.calque.results.caraml;

import java.util.List;

/**
 * The tables of CARAML, with the columns of its csv files in their order.
 *
 * @see <a href="https://doi.org/10.1109/SCW63240.2024.00158">CARAML, SC24-W</a>
 */
public enum CaramlBenchmark {
  /** Training of language models. */
  LLM(
      "llm",
      "tokens",
      List.of(
          "JobID",
          "System",
          "Version",
          "Queue",
          "JobTime",
          "Runtime(min)",
          "Model",
          "ModelSize",
          "Dataset",
          "Nodes",
          "Devices",
          "GlobalBatchSize",
          "PipelineParallel",
          "TensorParallel",
          "DataParallel",
          "Iterations",
          "Time/iteration(s)",
          "Tokens/second",
          "Avg_TFLOPs/GPU",
          "EnergyFile")),
  /** Training of ResNet-50. */
  RESNET50(
      "resnet50",
      "images",
      List.of(
          "JobID",
          "System",
          "Version",
          "Queue",
          "Runtime(s)",
          "Model",
          "Dataset",
          "Nodes",
          "Devices",
          "Tasks/Node",
          "Threads/Task",
          "GlobalBatchSize",
          "BatchSize/Device",
          "Images/second",
          "EnergyFile"));

  private final String word;
  private final String items;
  private final List<String> columns;

  CaramlBenchmark(String word, String items, List<String> columns) {
    this.word = word;
    this.items = items;
    this.columns = columns;
  }

  /** As a recording calls it. */
  public String word() {
    return word;
  }

  /** The column of the throughput. */
  String throughput() {
    return (this == LLM ? "Tokens" : "Images") + "/second";
  }

  /** What is processed, in the plural. */
  String items() {
    return items;
  }

  /** CARAML's columns. */
  List<String> columns() {
    return columns;
  }
}
