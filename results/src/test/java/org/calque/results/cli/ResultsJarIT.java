package org.calque.results.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.calque.results.Samples;
import org.calque.results.ab.StandInJar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packed {@code results.jar}: runs alone, and carries what it must and no more. */
final class ResultsJarIT {
  private static final Path JAR = Path.of(System.getProperty("calque.results.jar"));

  @TempDir Path folder;

  @Test
  void itComparesRunsWithNothingElseOnTheClassPath() throws Exception {
    Path file = Samples.jmhFile("avgt-gc-6-forks");

    Shell shell = Program.java(folder, List.of("-jar", JAR.toString()), "diff", file, file);

    assertThat(shell.err()).isEmpty();
    assertThat(shell.out())
        .contains("Sum.boxed [length=100]")
        .contains("no regression: 2 inconclusive");
    assertThat(shell.code()).isZero();
  }

  @Test
  void itMeasuresTwoJarsInTurns() throws Exception {
    Path base = StandInJar.write(folder.resolve("base.jar"), "a.B.c 10");
    Path head = StandInJar.write(folder.resolve("head.jar"), "a.B.c 13");

    Shell shell =
        Program.java(
            folder,
            List.of("-jar", JAR.toString()),
            "ab",
            "--out",
            folder.resolve("out"),
            "--",
            base,
            head,
            "-f",
            "6");

    assertThat(shell.out()).contains("worse: 1 regressed");
    assertThat(shell.err()).contains("slot 12 of 12, base: ");
    assertThat(shell.code()).isEqualTo(1);
  }

  @Test
  void itWritesAPageWithTheChartsInside() throws Exception {
    Path page = folder.resolve("page.html");

    Shell shell =
        Program.java(
            folder,
            List.of("-jar", JAR.toString()),
            "report",
            Samples.jmhFile("avgt-gc-6-forks"),
            "-o",
            page);

    assertThat(shell.err()).isEmpty();
    assertThat(shell.code()).isZero();
    assertThat(page).content().contains("Sum", "renderMode", "echarts");
  }

  @Test
  void itCarriesOneFileOfTheChartLibraryAndItsLicences() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.stream().filter(entry -> !entry.isDirectory()).map(ZipEntry::getName))
          .filteredOn(name -> name.contains("/webjars/"))
          .extracting(name -> name.replaceFirst(".*/webjars/echarts/[0-9.]+/", ""))
          .containsExactlyInAnyOrder(
              "dist/echarts.min.js", "LICENSE", "NOTICE", "licenses/LICENSE-d3");
    }
  }

  @Test
  void itKnowsItsVersion() throws Exception {
    Shell shell = Program.java(folder, List.of("-jar", JAR.toString()), "--version");

    assertThat(shell.out()).startsWith("results ").doesNotContain("unpackaged");
  }

  @Test
  void itCarriesLicencesAndNoSignaturesOrModules() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(
              List.of(
                  "META-INF/LICENSE",
                  "META-INF/NOTICE",
                  "META-INF/FastDoubleParser-LICENSE",
                  "META-INF/licenses/LICENSE-zrender",
                  "NOTICE"))
          .allSatisfy(name -> assertThat(jar.getEntry(name)).isNotNull());
      assertThat(jar.stream().map(ZipEntry::getName))
          .filteredOn(name -> name.matches("META-INF/.*\\.(SF|DSA|RSA)|.*module-info\\.class"))
          .isEmpty();
    }
  }
}
