package org.calque.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

final class RunFormatTest {
  @TempDir Path folder;

  @Test
  void aRunComesBackAsItWasWritten() throws IOException {
    Run run =
        Samples.run(
            Samples.time("a.B.ok", 1.5, 2.5),
            Entry.failed(Samples.key("a.B.bad"), "aten::foo is not bound"),
            Entry.lost(Samples.key("a.B.gone"), null));

    Path file = Samples.save(run, folder.resolve("a.json"));

    assertThat(RunFormat.read(file)).isEqualTo(run);
  }

  @Test
  void aRunInProgressComesBackToo() throws IOException {
    Run run = Run.start(List.of(), Machine.unknown(), Software.unknown(), null);

    Run read = RunFormat.read(Samples.save(run, folder.resolve("a.json")));

    assertThat(read).isEqualTo(run);
    assertThat(read.finished()).isNull();
  }

  @Test
  void whatIsDueIsWrittenAsLost() throws IOException {
    Run run = Run.start(List.of(), Machine.unknown(), Software.unknown(), null);
    Run begun = run.withEntries(List.of(Entry.lost(Samples.key("a.B.c"), "was due")));

    Run read = RunFormat.read(Samples.save(begun.goingOn(), folder.resolve("a.json")));

    assertThat(begun.goingOn().entries().get(0).outcome()).isEqualTo("not yet run");
    assertThat(read).isEqualTo(begun);
  }

  @Test
  void recordsOfJmhStayAsTheyCame() throws IOException {
    for (String name : new String[] {"avgt-gc-6-forks", "sample-4-forks", "single-shot-2-forks"}) {
      Run run = Samples.jmhRun(name);
      Path file = Samples.save(run, folder.resolve("a.json"));

      var original = Json.MAPPER.readTree(Files.readAllBytes(Samples.jmhFile(name)));
      var kept = Json.MAPPER.readTree(Files.readAllBytes(file)).path("entries");
      for (int i = 0; i < original.size(); i++) {
        assertThat(kept.path(i).path("jmh")).isEqualTo(original.path(i));
      }
    }
  }

  @Test
  void aRecordOfJmhIsOneLineWithEveryDigitThatJmhWrote() {
    String text =
        """
        [ { "benchmark" : "a.B.c \\" : {}",  "mode" : "avgt", "threads" : 1,
            "primaryMetric" : { "score" : 8.17524864E8, "rawData" : [ [ 1.50, 2e0 ] ] } } ]
        """;

    assertThat(JmhFormat.entries(text).get(0).jmh().json())
        .isEqualTo(
            "{\"benchmark\":\"a.B.c \\\" : {}\",\"mode\":\"avgt\",\"threads\":1,"
                + "\"primaryMetric\":{\"score\":8.17524864E8,\"rawData\":[[1.50,2e0]]}}");
  }

  @Test
  void aFileInAnotherEncodingIsReadToo() throws IOException {
    String text = RunFormat.write(Samples.jmhRun("thrpt-4-forks"));
    Path file = Files.write(folder.resolve("a.json"), text.getBytes(StandardCharsets.UTF_16));

    assertThat(RunFormat.read(file).entries()).isEqualTo(Samples.jmhRun("thrpt-4-forks").entries());
  }

  @Test
  void keysAreThoseOfTheDocumentation() {
    var json = Json.MAPPER.readTree(RunFormat.write(Samples.run(Samples.time("a.B.c", 1))));

    assertThat(json.propertyNames())
        .containsExactly(
            "formatVersion",
            "id",
            "started",
            "finished",
            "arguments",
            "machine",
            "software",
            "workloads",
            "entries");
    assertThat(json.path("entries").path(0).propertyNames())
        .containsExactly(
            "benchmark",
            "params",
            "mode",
            "threads",
            "workload",
            "status",
            "cause",
            "jmh",
            "power");
    assertThat(json.path("entries").path(0).path("status").asString()).isEqualTo("ok");
    assertThat(json.path("started").asString()).matches("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");
    assertThat(json.path("machine").path("loadAverage").isNull()).isTrue();
  }

  @Test
  void theOrderOfParametersDoesNotChangeTheText() {
    var one = new java.util.LinkedHashMap<>(Map.of("batch", "8"));
    one.put("dtype", "float");
    var other = new java.util.LinkedHashMap<>(Map.of("dtype", "float"));
    other.put("batch", "8");

    assertThat(Samples.entry("a.B.c", "avgt", 1, one, "us/op", 1).params())
        .containsExactlyEntriesOf(Samples.entry("a.B.c", "avgt", 1, other, "us/op", 1).params());
  }

  @Test
  void aRunOfTheFirstFormatKeepsWhatItLeftOut() throws IOException {
    var json = (ObjectNode) Json.MAPPER.readTree(RunFormat.write(Samples.run()));
    json.put("formatVersion", 1);
    var workload = (ObjectNode) json.path("workloads").path(0);
    workload
        .putObject("coverage")
        .put("callsTotal", 210)
        .put("callsBound", 208)
        .putObject("missing")
        .put("aten::foo.out", 2);
    Path file = Files.writeString(folder.resolve("old.json"), json.toString());

    Coverage coverage = RunFormat.read(file).workloads().get(0).coverage();

    assertThat(coverage.device()).isEqualTo("cpu");
    assertThat(coverage.exact().calls()).isEqualTo(208);
    assertThat(coverage.impossible().calls()).isEqualTo(2);
    assertThat(coverage.partial()).isTrue();
    assertThat(coverage.named())
        .singleElement()
        .satisfies(named -> assertThat(named.name()).isEqualTo("aten::foo.out"));
  }

  @Test
  void aRunThatIsOlderThanCapsAndClocksDoesNotKnowThem() throws IOException {
    var json = (ObjectNode) Json.MAPPER.readTree(RunFormat.write(Samples.run()));
    var setting = (ObjectNode) json.path("machine").path("setting");
    setting.remove(List.of("clocks", "powerCaps"));
    Path file = Files.writeString(folder.resolve("old.json"), json.toString());

    MachineSetting read = RunFormat.read(file).machine().setting();

    assertThat(read.clocks()).isEqualTo(Clocks.UNKNOWN);
    assertThat(read.powerCaps()).isNull();
    assertThat(read.governor()).isEqualTo("performance");
  }

  @Test
  void keysOfALaterFormatAreSkipped() throws IOException {
    String text = RunFormat.write(Samples.run()).replaceFirst("\\{", "{ \"power\" : { },");

    Path file = Files.writeString(folder.resolve("a.json"), text);

    assertThat(RunFormat.read(file).workloads()).containsExactly(Samples.WORKLOAD);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``                  | the file is empty; JMH writes results only when it ends",
        "{                   | not valid JSON at line 1, column 2: Unexpected end-of-input",
        "[] x                | not valid JSON at line 1, column 4: Unrecognized token",
        "3                   | neither a Calque run (an object with a formatVersion) nor a JMH",
        "{}                  | neither a Calque run (an object with a formatVersion) nor a JMH",
        "[1]                 | record 1 is not an object",
        "[{'benchmark':'a'}] | record 1 has no mode",
        "{'formatVersion':9} | written in format 9, and this version reads up to 3: use a newer",
        "{'formatVersion':1} | id is missing",
        "{'formatVersion':1,'id':'x','machine':{},'software':{'jvm':{}},'entries':[{'benchmark':'b',"
            + "'mode':'avgt','threads':1,'status':'oops'}]} | entries[0].status: ",
        "{'formatVersion':1,'id':'x','machine':{},'software':{'jvm':{}},'entries':[{'benchmark':'b',"
            + "'mode':'avgt','threads':1,'status':'ok'}]} | entries[0]: b is ok but has no record",
        "{'formatVersion':1,'id':'x','started':'today'} | started: ",
      })
  void aBadFileIsOneLineThatSaysWhatIsWrong(String text, String complaint) throws IOException {
    Path file = Files.writeString(folder.resolve("bad.json"), text.replace('\'', '"'));

    assertThatThrownBy(() -> RunFormat.read(file))
        .isInstanceOf(RunFormatException.class)
        .hasMessageStartingWith(file + ": " + complaint)
        .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
  }

  @Test
  void anAbsentFileIsNamed() {
    Path file = folder.resolve("none.json");

    assertThatThrownBy(() -> RunFormat.read(file))
        .isInstanceOf(RunFormatException.class)
        .hasMessage("there is no file " + file);
  }
}
