package org.calque.codegen;

import java.nio.file.Path;
import org.calque.replay.Origin;
import org.calque.replay.ProgramBuilder;
import org.calque.replay.ReplayProgram;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.RealTraces;
import org.calque.trace.TraceJson;

/** Takes a trace all the way to the files of its benchmark. */
final class GeneratedFrom {
  private GeneratedFrom() {}

  static GeneratedBenchmark file(Path file) {
    String workload = file.getFileName().toString().replaceFirst("\\.et\\.json(\\.gz)?$", "");
    ExecutionTrace trace = RealTraces.timed(file);
    return program(ProgramBuilder.build(workload, trace), trace, origin(file, workload));
  }

  private static Origin origin(Path file, String workload) {
    return Origin.read(file.resolveSibling(workload + ".origin.json"));
  }

  static GeneratedBenchmark json(String workload, TraceJson json) {
    ExecutionTrace trace = json.read();
    return program(ProgramBuilder.build(workload, trace), trace, Origin.UNKNOWN);
  }

  static GeneratedBenchmark program(ReplayProgram program, ExecutionTrace trace, Origin origin) {
    return BenchmarkGenerator.generate(program, trace, origin, true);
  }
}
