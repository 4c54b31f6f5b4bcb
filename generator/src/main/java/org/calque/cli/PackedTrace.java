package org.calque.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.calque.codegen.BenchmarkGenerator;
import org.calque.codegen.FileContent;
import org.calque.codegen.GeneratedBenchmark;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ReadLimits;
import org.calque.trace.TraceCopy;

/**
 * A trace that goes into the jar beside its benchmarks, so that a replay can be compared with it.
 *
 * @param file where it is read from once more
 * @param source what the reader said of it
 * @param limits how large it may be
 */
record PackedTrace(Path file, ExecutionTrace.Source source, ReadLimits limits)
    implements FileContent {

  /** The trace of a workload; empty for standard input, which cannot be read again. */
  static Optional<PackedTrace> of(TraceFiles.Found found, ReadLimits limits) {
    return found.file().equals(TraceFiles.STANDARD_INPUT)
        ? Optional.empty()
        : Optional.of(new PackedTrace(found.file(), found.trace().source(), limits));
  }

  /** Where it goes below the output folder. */
  static String path(GeneratedBenchmark benchmark) {
    String name = benchmark.className();
    return BenchmarkGenerator.TRACES + name.substring(name.lastIndexOf('.') + 1) + ".et.json.gz";
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    // The header that this writes has no time in it: equal traces give equal bytes.
    GZIPOutputStream zip = new GZIPOutputStream(out);
    TraceCopy.copy(file, source, limits, zip);
    zip.finish();
  }
}
