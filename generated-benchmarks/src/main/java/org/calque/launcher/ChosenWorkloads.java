package org.calque.launcher;

import java.util.List;
import picocli.CommandLine.Parameters;

/** The workloads that a command is given by name. */
final class ChosenWorkloads {
  @Parameters(
      arity = "0..*",
      paramLabel = "WORKLOAD",
      description = "Names of workloads, such as gpt_train (default: all).")
  private List<String> names = List.of();

  /**
   * Those with the names, in their order, or all.
   *
   * @throws org.calque.runtime.ReplayException if there is none of a name
   */
  List<Manifest> of(Workloads workloads) {
    return names.isEmpty() ? workloads.all() : names.stream().map(workloads::named).toList();
  }
}
