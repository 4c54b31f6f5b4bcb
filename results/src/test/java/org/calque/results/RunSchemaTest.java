package org.calque.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code run.schema.json} says what runs are. */
final class RunSchemaTest {
  private static final String TEXT = text();
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(TEXT);

  private static String text() {
    try {
      return Files.readString(Path.of("run.schema.json"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static List<com.networknt.schema.Error> errors(String run) {
    return SCHEMA.validate(run, InputFormat.JSON);
  }

  @Test
  void aRunOfEveryStatusFits() {
    Run run =
        Samples.run(Samples.time("a.B.ok", 1, 2))
            .with(Entry.failed(Samples.key("a.B.failed"), "not bound"))
            .with(Entry.without(Samples.key("a.B.oom"), Status.OUT_OF_MEMORY, "no memory"))
            .with(Entry.without(Samples.key("a.B.timeout"), Status.TIMEOUT, "took longer"))
            .with(Entry.without(Samples.key("a.B.skipped"), Status.SKIPPED, "stopped"))
            .with(Entry.lost(Samples.key("a.B.lost"), null))
            .with(Entry.without(Samples.key("a.B.due"), Status.DUE, null));

    assertThat(errors(RunFormat.write(run))).isEmpty();
    assertThat(run.entries()).extracting(Entry::status).contains(Status.values());
  }

  @Test
  void soDoesOneOfWhichNothingIsKnownAndAnyLineOfAJournal() {
    Run unknown = Run.start(List.of(), Machine.unknown(), Software.unknown(), List.of());

    assertThat(errors(RunFormat.write(unknown))).isEmpty();
    assertThat(errors(JournalFormat.line(unknown))).isEmpty();
  }

  @Test
  void soDoesOneThatIsOlderThanCapsAndClocksAndOneWhereNobodyLooked() {
    var json = (ObjectNode) Json.MAPPER.readTree(RunFormat.write(Samples.run()));
    var setting = (ObjectNode) json.path("machine").path("setting");

    setting.putNull("powerCaps");
    assertThat(errors(json.toString())).isEmpty();

    setting.remove(List.of("clocks", "powerCaps"));
    assertThat(errors(json.toString())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "avgt-gc-6-forks",
        "failing-benchmark-left-out",
        "sample-4-forks",
        "single-shot-2-forks",
        "thrpt-4-forks",
        "without-raw-data"
      })
  void soDoWhatJmhWroteAndThisMachine(String file) {
    Run jmh = Samples.jmhRun(file);
    Run here =
        Run.start(List.of("Mlp"), Machine.current(), Software.unknown(), List.of())
            .withEntries(jmh.entries());

    assertThat(errors(RunFormat.write(jmh))).isEmpty();
    assertThat(errors(RunFormat.write(here))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"status\" : \"fine\"",
        "\"status\" : \"failed\"",
        "\"threads\" : 0",
        "\"mode\" : \"fast\""
      })
  void whatIsNoRunDoesNotFit(String wrong) {
    String key = wrong.substring(0, wrong.indexOf(':') + 2);
    String run =
        RunFormat.write(Samples.run(Samples.time("a.B.c", 1))).replaceFirst(key + "[^,]*", wrong);

    assertThat(errors(run)).isNotEmpty();
  }

  /** A component that is added to a record has to be added to the schema. */
  @Test
  void everyKeyOfARunIsDescribed() {
    ObjectNode schema = (ObjectNode) Json.MAPPER.readTree(TEXT);
    Run run = Samples.run(Samples.time("a.B.c", 1));
    Run full =
        new Run(
            run.formatVersion(),
            run.id(),
            run.started(),
            run.finished(),
            run.arguments(),
            run.machine()
                .withAccelerators(List.of(new Accelerator("H200", "GPU-1", 1L, "13", 1, 1))),
            run.software(),
            run.workloads(),
            run.entries());
    Set<String> described = new TreeSet<>();
    collect(schema, described);
    Set<String> written = new TreeSet<>();
    JsonNode json = Json.MAPPER.readTree(RunFormat.write(full));
    keys(json, written);

    assertThat(described).containsAll(written);
  }

  private static void collect(JsonNode schema, Set<String> described) {
    schema
        .properties()
        .forEach(
            field -> {
              if (field.getKey().equals("properties")) {
                described.addAll(field.getValue().propertyNames());
              }
            });
    schema.forEach(part -> collect(part, described));
  }

  /** Keys of objects that are records, not maps or what JMH wrote. */
  private static void keys(JsonNode json, Set<String> written) {
    Set<String> maps = Set.of("params", "environment", "communication", "jmh");
    json.properties()
        .forEach(
            field -> {
              written.add(field.getKey());
              if (!maps.contains(field.getKey())) {
                keys(field.getValue(), written);
              }
            });
    if (json.isArray()) {
      json.forEach(element -> keys(element, written));
    }
  }
}
