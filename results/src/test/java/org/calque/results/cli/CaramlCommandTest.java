package org.calque.results.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.calque.results.Run;
import org.calque.results.Samples;
import org.calque.results.WorkloadFacts;
import org.calque.results.WorkloadSetup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CaramlCommandTest {
  @TempDir private Path folder;
  private Path run;

  /** A run with a step of each benchmark. */
  @BeforeEach
  void runOfBoth() {
    WorkloadFacts llm = Samples.WORKLOAD;
    WorkloadSetup setup = llm.setup();
    WorkloadFacts resnet =
        new WorkloadFacts(
            "resnet",
            "resnet.json",
            null,
            16L,
            "images",
            1,
            null,
            List.of(),
            new WorkloadSetup(
                "resnet",
                16L,
                16L,
                1L,
                null,
                null,
                null,
                null,
                "float32",
                new WorkloadSetup.Caraml(
                    "resnet50", "resnet50", null, "Synthetic", setup.caraml().share())));
    Run both =
        Samples.run(
                Samples.time("a.Mlp.step", 9, 10, 11),
                Samples.time("a.Resnet.step", 9, 10, 11).ofWorkload("resnet"))
            .withWorkloads(List.of(llm, resnet));
    run = Samples.save(both, folder.resolve("both.run.json"));
  }

  private Path file(String name, String header, String row) throws IOException {
    return Files.writeString(folder.resolve(name), header + "\n" + row + "\n");
  }

  @Test
  void eachOldFileGoesToTheTableThatItIsOf() throws IOException {
    Path llm = file("llm.csv", "System,Tokens/second", "MI250,88620.76");
    Path resnet = file("resnet.csv", "System,Images/second", "H100,1994.69");

    Shell shell = Shell.run("caraml", run, "--style", "csv", "--with", llm, "--with", resnet);

    assertThat(shell.code()).as(shell.err()).isZero();
    String[] tables = shell.out().split("(?m)^\\R");
    assertThat(tables).hasSize(2);
    assertThat(tables[0]).contains("Tokens/second").contains("MI250").doesNotContain("H100");
    assertThat(tables[1]).contains("Images/second").contains("H100").doesNotContain("MI250");
  }

  @Test
  void aFileOfNeitherIsOneLineAndStatusTwo() throws IOException {
    Shell shell = Shell.run("caraml", run, "--with", file("other.csv", "a,b", "1,2"));
    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.err().lines()).hasSize(1);
    assertThat(shell.err()).contains("other.csv is no csv of CARAML's");
  }

  @Test
  void columnsOfOneTableAreNotInTheOther() {
    Shell shell = Shell.run("caraml", run, "--style", "csv");
    List<String> headers = shell.out().lines().filter(l -> l.startsWith("JobID,")).toList();
    assertThat(headers).hasSize(2);
    assertThat(headers.get(0)).contains("ModelSize").doesNotContain("Tasks/Node");
    assertThat(headers.get(1)).contains("Tasks/Node").doesNotContain("ModelSize");
  }

  @Test
  void aPeakAddsAColumnOfUtilisation() {
    assertThat(Shell.run("caraml", run, "--style", "csv").out()).doesNotContain("MFU");

    Shell shell = Shell.run("caraml", run, "--style", "csv", "--peak", "0.02");
    assertThat(shell.code()).as(shell.err()).isZero();
    List<String> lines = shell.out().lines().toList();
    int column = List.of(lines.get(0).split(",", -1)).indexOf("MFU(%)");
    // 32 items of 4,056 operations in 10 us are 0.01298 TFLOP/s
    assertThat(lines.get(1).split(",", -1)[column]).isEqualTo("64.90");
  }

  @Test
  void aPeakThatIsNoNumberIsOneLineAndStatusTwo() {
    Shell shell = Shell.run("caraml", run, "--peak", "fast");
    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.err().lines()).hasSize(1);
    assertThat(shell.err()).contains("'fast' is not a positive number of TFLOP/s such as 989.5");
  }

  @Test
  void aRunOfNeitherSaysWhatToRun() {
    Path other =
        Samples.save(Samples.run(Samples.time("a.Mlp.forward", 9)), folder.resolve("o.run.json"));
    Shell shell = Shell.run("caraml", other);
    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.err()).contains("--sweep batch");
  }
}
