package org.calque.runtime.torch;

import static org.calque.runtime.Operand.last;
import static org.calque.runtime.Operand.slot;

import java.util.Arrays;
import java.util.List;
import org.calque.runtime.AllocatorSettings;
import org.calque.runtime.Call;
import org.calque.runtime.DataType;
import org.calque.runtime.Device;
import org.calque.runtime.Layout;
import org.calque.runtime.ReplayOptions;
import org.calque.runtime.Session;
import org.calque.runtime.SessionOptions;
import org.calque.runtime.TypeSubstitutions;
import org.calque.runtime.Values;
import org.calque.runtime.linux.MainArenaExecutor;

/**
 * Main class of a fork: copies a tensor of 16 MiB again and again, and prints how many pages half
 * of the copies fault in at most. The property {@code allocator} has the choice, and {@code
 * recorded} names and values.
 */
final class ForkedAllocator {
  private static final int COPIES = 31;
  private static final long ELEMENTS = 4 << 20;

  private ForkedAllocator() {}

  public static void main(String[] arguments) throws Exception {
    MainArenaExecutor thread = new MainArenaExecutor(1, "copies");
    thread.submit(ForkedAllocator::copy).get();
    thread.shutdown();
  }

  private static void copy() {
    AllocatorSettings recorded = AllocatorSettings.of(System.getProperty("recorded").split("[= ]"));
    AllocatorSettings settings =
        ReplayOptions.of(1)
            .withAllocator(System.getProperty("allocator"))
            .allocator()
            .settings(recorded);
    SessionOptions options =
        new SessionOptions(2, 1, 0, settings, Device.CPU, TypeSubstitutions.NONE);
    try (Session session = new TorchEngine().open(options)) {
      fill(session);
      Call free = session.bind("aten::zero_", List.of(last(1)), List.of());
      Call copy = session.bind("aten::clone", List.of(slot(0)), List.of(slot(1)));
      long[] faults = new long[COPIES];
      for (int i = 0; i < COPIES; i++) {
        long before = ProcessMemory.minorFaults();
        copy.run();
        free.run();
        faults[i] = ProcessMemory.minorFaults() - before;
      }
      // Now and then another thread takes a piece of what was freed, and a copy has to move.
      Arrays.sort(faults);
      System.out.println("faults: " + faults[COPIES / 2]);
    }
  }

  private static void fill(Session session) {
    Layout layout = new Layout(new long[] {ELEMENTS}, new long[] {1}, 0);
    session.allocate(0, DataType.FLOAT32, ELEMENTS, layout);
    session.fill(0, Values.fill(1), 0);
  }
}
