package org.calque.codegen;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.calque.runtime.Engine;

/**
 * LibTorch's own count of the bytes that tensors on the CPU take, to the byte and whatever holds
 * them. PyTorch's profiler reads it too; nothing in the API does.
 */
final class TensorBytes {
  /** Place of the count in {@code c10::ProfiledCPUMemoryReporter}: after a mutex and a map. */
  private static final long ALLOCATED = 96;

  private final Pointer reporter;

  private TensorBytes(Pointer reporter) {
    this.reporter = reporter;
  }

  /** Begins to count; what was allocated before is not in it. */
  static TensorBytes counting() throws IOException {
    Engine.find().library();
    NativeLibrary c10 =
        NativeLibrary.getInstance(
            Files.readAllLines(Path.of("/proc/self/maps")).stream()
                .filter(line -> line.endsWith("/libc10.so"))
                .map(line -> line.substring(line.indexOf('/')))
                .findFirst()
                .orElseThrow());
    c10.getGlobalVariableAddress("FLAGS_caffe2_report_cpu_memory_usage").setByte(0, (byte) 1);
    return new TensorBytes(
        c10.getFunction("_ZN3c1025profiledCPUMemoryReporterEv").invokePointer(new Object[0]));
  }

  /** Bytes alive now. */
  long alive() {
    return reporter.getLong(ALLOCATED);
  }
}
