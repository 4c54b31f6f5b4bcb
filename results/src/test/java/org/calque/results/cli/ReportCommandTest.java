package org.calque.results.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.calque.results.Run;
import org.calque.results.RunStore;
import org.calque.results.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportCommandTest {
  @TempDir Path folder;

  @Test
  void aPageIsWrittenOfRunsAndFiles() throws IOException {
    Run run = Samples.run(Samples.time("a.B.c", 1, 2, 3));
    new RunStore(folder).save(run);
    Path page = folder.resolve("page.html");

    Shell shell =
        Shell.run(
            "report",
            "latest",
            Samples.jmhFile("thrpt-4-forks"),
            "--store",
            folder,
            "-o",
            page,
            "--title",
            "Nightly");

    assertThat(shell.err()).isEmpty();
    assertThat(shell.code()).isZero();
    assertThat(shell.out()).startsWith("wrote " + page + ", 1.1 MB");
    assertThat(Files.readString(page)).contains("<title>Nightly</title>", run.id(), "fix.Plain");
  }

  @Test
  void aPlaceThatCannotBeWrittenIsOneLine() throws IOException {
    Files.writeString(folder.resolve("no"), "a file");

    Shell shell =
        Shell.run("report", Samples.jmhFile("thrpt-4-forks"), "-o", folder.resolve("no/page.html"));

    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.err())
        .startsWith("results report: cannot write " + folder.resolve("no/page.html"))
        .hasLineCount(1);
  }

  @Test
  void noRunsAndNoSuchRunAreOneLine() {
    assertThat(Shell.run("report").err()).contains("RUN").hasLineCount(1);
    assertThat(Shell.run("report", "x", "--store", folder).err()).contains("no run 'x'");
    assertThat(Shell.run("report", "x", "--store", folder).code()).isEqualTo(2);
  }
}
