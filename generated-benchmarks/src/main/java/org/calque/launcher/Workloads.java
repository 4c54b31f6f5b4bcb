package org.calque.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Workload;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The workloads that the jar carries, by their manifests. */
final class Workloads {
  private static final String FOLDER = "META-INF/calque/workloads/";
  private static final String INDEX = "META-INF/calque/workloads.txt";

  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private final List<Manifest> manifests;

  private Workloads(List<Manifest> manifests) {
    this.manifests = manifests;
  }

  /** Those of given manifests. */
  static Workloads of(List<Manifest> manifests) {
    return new Workloads(List.copyOf(manifests));
  }

  /** Reads the manifests on the class path. */
  static Workloads packed() {
    String index = new String(resource(INDEX), StandardCharsets.UTF_8);
    return new Workloads(
        index
            .lines()
            .map(name -> JSON.readValue(resource(FOLDER + name + ".json"), Manifest.class))
            .toList());
  }

  /** Reads the program that a workload was generated from. */
  static <T> T program(Manifest workload, Class<T> type) {
    String name = "META-INF/calque/programs/" + workload.simpleName() + ".json";
    return JSON.readValue(resource(name), type);
  }

  /** A replay of a workload, not yet open. */
  static Workload instance(Manifest workload) {
    try {
      return (Workload)
          Class.forName(workload.benchmarkClass()).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new ReplayException(
          workload.benchmarkClass() + " is not in the jar; build it again with mvn package", e);
    }
  }

  private static byte[] resource(String name) {
    try (InputStream stream = Workloads.class.getClassLoader().getResourceAsStream(name)) {
      if (stream == null) {
        throw new ReplayException("the jar has no " + name + "; build it again with mvn package");
      }
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new ReplayException(name + " cannot be read: " + e.getMessage(), e);
    }
  }

  List<Manifest> all() {
    return manifests;
  }

  /** The workload that a benchmark such as {@code org.calque.generated.MlpTrain.step} is of. */
  Optional<Manifest> ofBenchmark(String benchmark) {
    return manifests.stream()
        .filter(manifest -> benchmark.startsWith(manifest.benchmarkClass() + "."))
        .findFirst();
  }

  /**
   * The workload of that name.
   *
   * @throws ReplayException if there is none, naming those there are
   */
  Manifest named(String name) {
    return manifests.stream()
        .filter(manifest -> manifest.workload().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ReplayException(
                    "no workload is called "
                        + name
                        + "; there are "
                        + String.join(", ", manifests.stream().map(Manifest::workload).toList())));
  }
}
