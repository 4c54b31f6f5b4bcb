package org.calque.launcher.jpwr;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Which process of a parallel job this is.
 *
 * @param node name of the machine
 * @param number of the rank; empty for a process of its own
 */
public record Rank(String node, String number) {
  /** What starters of ranks set: Open MPI, PMIx, PMI, MVAPICH, Slurm, torchrun. */
  private static final List<String> VARIABLES =
      List.of(
          "OMPI_COMM_WORLD_RANK",
          "PMIX_RANK",
          "PMI_RANK",
          "MV2_COMM_WORLD_RANK",
          "SLURM_PROCID",
          "RANK");

  /** This process without a rank. */
  public static Rank none() {
    return new Rank(machine(), "");
  }

  /**
   * This process with the rank that its starter gave it.
   *
   * @throws IllegalArgumentException if there is none: where it was looked for
   */
  public static Rank of(Map<String, String> environment) {
    Optional<String> number =
        VARIABLES.stream()
            .map(environment::get)
            .filter(Objects::nonNull)
            .filter(value -> value.matches("\\d{1,9}"))
            .findFirst();
    return new Rank(
        machine(),
        number.orElseThrow(
            () ->
                new IllegalArgumentException(
                    "this process has no rank: none of "
                        + String.join(", ", VARIABLES)
                        + " is set; start it by mpirun or srun")));
  }

  private static String machine() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return named();
    }
  }

  private static String named() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      return "localhost";
    }
  }

  /** Columns that tell the rank; none without one. */
  List<String> header() {
    return number.isEmpty() ? List.of() : List.of("nodename", "rank");
  }

  /** Their cells. */
  List<String> cells() {
    return number.isEmpty() ? List.of() : List.of(node, number);
  }
}
