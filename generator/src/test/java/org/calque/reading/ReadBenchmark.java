package org.calque.reading;

import java.io.ByteArrayInputStream;
import java.util.concurrent.TimeUnit;
import org.calque.mutation.SourceTraces;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.ReadOptions;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reading a trace against passing over its tokens, from the same bytes in memory.
 *
 * <pre>{@code
 * mvn -Preader-benchmarks -pl generator -am process-test-classes \
 *     -Dcalque.fixtures=DIR -Dreader.traces=gpt_train,hf_GPT2
 * }</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 2,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms2g", "-Xmx2g"})
@Warmup(iterations = 10, time = 2)
@Measurement(iterations = 5, time = 1)
public class ReadBenchmark {
  /** The start of a trace's file name. */
  @Param("gpt_train")
  public String trace;

  private byte[] json;

  /** Unpacks the trace. */
  @Setup
  public void unpack() {
    SourceTraces.forEach(
        (name, content) -> {
          if (name.startsWith(trace)) {
            json = content;
          }
        });
    if (json == null) {
      throw new IllegalArgumentException(
          "no trace is called " + trace + "...; name its folder with -Dcalque.fixtures");
    }
  }

  /** Jackson's tokens, of which nothing is made. */
  @Benchmark
  public long bareScan() {
    return BareScan.tokens(json);
  }

  /** All nodes and values, in execution order and linked. */
  @Benchmark
  public ExecutionTrace read() {
    ExecutionTrace[] read = new ExecutionTrace[1];
    ExecutionTraceReader.readAll(
        trace,
        trace,
        new ByteArrayInputStream(json),
        ReadOptions.DEFAULT,
        found -> read[0] = found);
    return read[0];
  }
}
