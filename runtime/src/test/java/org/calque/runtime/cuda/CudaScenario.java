package org.calque.runtime.cuda;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import org.calque.runtime.ReplayException;

/** What forks do; the main class prints what a scenario found, or its error. */
enum CudaScenario {
  /** Looks for devices. */
  DEVICES {
    @Override
    void run() {
      printDevices();
    }
  },

  /** Looks for devices when it is told to, so that several forks do at the same time. */
  DEVICES_TOGETHER {
    @Override
    void run() throws IOException {
      System.out.println("ready");
      System.in.read();
      printDevices();
    }
  },

  /** Looks for devices, and says where the natives came from. */
  NATIVES {
    @Override
    void run() throws IOException {
      String temporary = System.getProperty("java.io.tmpdir");
      printDevices();
      System.out.println(
          "temporary folder kept: " + temporary.equals(System.getProperty("java.io.tmpdir")));
      try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
        maps.filter(line -> line.contains("libJCuda"))
            .map(line -> line.replaceFirst("^.*?(/\\S+)( .*)?$", "mapped: $1$2"))
            .distinct()
            .forEach(System.out::println);
      }
    }
  },

  /** Opens the context of a device that is not there. */
  ABSENT_DEVICE {
    @Override
    void run() {
      CudaContext.open(2).close();
    }
  },

  /** Opens and closes a context. */
  CONTEXT {
    @Override
    void run() {
      try (CudaContext context = CudaContext.open(0)) {
        System.out.println("open: " + context.device().name());
      }
      System.out.println("closed");
    }
  },

  /** Watches memory while some is taken and given back. */
  MEMORY {
    @Override
    void run() {
      try (CudaContext context = CudaContext.open(0)) {
        System.out.println("total: " + context.totalBytes());
        System.out.println("before: " + context.freeBytes());
        CUdeviceptr address = new CUdeviceptr();
        JCudaDriver.cuMemAlloc(address, 64 << 20);
        System.out.println("taken: " + context.freeBytes());
        JCudaDriver.cuMemFree(address);
        System.out.println("given back: " + context.freeBytes());
      }
    }
  },

  /** Uses all that there is once, and closes it in order. */
  EVERYTHING {
    @Override
    void run() {
      try (CudaContext context = CudaContext.open(0);
          CudaStream stream = context.stream();
          CudaTimer timer = context.timer(stream)) {
        System.out.println("some is free: " + (context.freeBytes() > 0));
        timer.start();
        System.out.println("took time: " + (timer.stop() >= 0));
        stream.synchronize();
      }
      System.out.println("closed");
    }
  },

  /** Closes a context with a stream and timers on it that are still open, all twice. */
  CLOSED_WITH_PARTS {
    @Override
    void run() {
      CudaContext context = CudaContext.open(0);
      CudaStream stream = context.stream();
      CudaTimer first = context.timer();
      CudaTimer second = context.timer(stream);
      first.close();
      context.close();
      Stream.of(first, second, stream, context).forEach(CudaScenario::close);
      Stream.<Runnable>of(
              second::start,
              second::stop,
              stream::synchronize,
              context::freeBytes,
              context::timer,
              () -> context.timer(stream))
          .forEach(CudaScenario::complain);
    }
  },

  /** Opens a context twice on a thread, and once more on another thread that does not close it. */
  NESTED {
    @Override
    void run() throws InterruptedException {
      try (CudaContext outer = CudaContext.open(0)) {
        try (CudaContext inner = CudaContext.open(0)) {
          System.out.println("inner: " + inner.freeBytes());
        }
        System.out.println("outer: " + outer.freeBytes());
        CudaContext[] elsewhere = new CudaContext[1];
        Thread thread = new Thread(() -> elsewhere[0] = CudaContext.open(0));
        thread.start();
        thread.join();
        elsewhere[0].close();
        System.out.println("outer again: " + outer.freeBytes());
      }
    }
  },

  /** Measures 20 ms of work that is behind 50 ms of other work, on both kinds of stream. */
  TIMER {
    @Override
    void run() {
      try (CudaContext context = CudaContext.open(0);
          CudaStream stream = context.stream()) {
        CUdeviceptr memory = new CUdeviceptr();
        JCudaDriver.cuMemAlloc(memory, 100_000_000);
        System.out.println("default: " + measure(context.timer(), memory, null));
        System.out.println("own: " + measure(context.timer(stream), memory, stream.handle()));
      }
    }

    private long measure(CudaTimer timer, CUdeviceptr memory, CUstream stream) {
      work(memory, 50, stream);
      timer.start();
      work(memory, 20, stream);
      return timer.stop();
    }

    private void work(CUdeviceptr memory, int milliseconds, CUstream stream) {
      JCudaDriver.cuMemsetD8Async(memory, (byte) 0, milliseconds * 1_000_000L, stream);
    }
  },

  /** Measures a thousand times. */
  TIMER_AGAIN {
    @Override
    void run() {
      try (CudaContext context = CudaContext.open(0);
          CudaTimer timer = context.timer()) {
        complain(timer::stop);
        long sum = 0;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = 0;
        for (int i = 0; i < 1000; i++) {
          if (i == 500) {
            before = threads.getCurrentThreadAllocatedBytes();
          }
          timer.start();
          sum += timer.stop();
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        System.out.println("sum: " + sum);
        System.out.println("allocated: " + allocated);
        complain(timer::stop);
      }
    }
  };

  abstract void run() throws IOException, InterruptedException;

  public static void main(String[] arguments) throws IOException, InterruptedException {
    try {
      valueOf(arguments[0]).run();
    } catch (ReplayException e) {
      System.out.println("error: " + e.getMessage());
      for (Throwable further : e.getSuppressed()) {
        System.out.println("further: " + further.getMessage());
      }
    }
  }

  private static void printDevices() {
    CudaDevices found = CudaDevices.find();
    found.absence().ifPresent(absence -> System.out.println("absence: " + absence));
    found.devices().forEach(System.out::println);
    System.out.println("the same again: " + (CudaDevices.find() == found));
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void complain(Runnable misuse) {
    try {
      misuse.run();
      System.out.println("no complaint");
    } catch (IllegalStateException e) {
      System.out.println("misuse: " + e.getMessage());
    }
  }
}
