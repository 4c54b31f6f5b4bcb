package org.calque.runtime.torch;

import java.nio.file.Path;
import java.util.function.Function;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.pytorch.PointerConsumer;
import org.bytedeco.pytorch.StringVector;
import org.calque.runtime.ReplayException;

/**
 * LibTorch's own execution trace observer, the one behind {@code
 * torch.profiler.ExecutionTraceObserver}.
 *
 * <p>JavaCPP does not bind it, but LibTorch exports it. All that holds only for a LibTorch compiled
 * against libstdc++ is in this class: mangled names, how a {@code std::string&} is passed, and how
 * JavaCPP keeps a function pointer. The names tell the library that they were compiled against, so
 * a build of another kind has no such symbols, and is refused with a message.
 */
final class TraceObserver {
  private static final String NAMESPACE = "_ZN5torch8profiler4impl";
  private static final String ADD =
      NAMESPACE
          + "25addExecutionTraceObserver"
          + "ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE";
  private static final String ENABLE = NAMESPACE + "28enableExecutionTraceObserverEv";
  private static final String DISABLE = NAMESPACE + "29disableExecutionTraceObserverEv";
  private static final String REMOVE = NAMESPACE + "28removeExecutionTraceObserverEv";

  /** The severity from which on LibTorch logs, an {@code int}. */
  private static final String LOG_SEVERITY = "FLAGS_caffe2_log_level";

  private static final int ERROR = 2;

  private final String library;
  private final Function<String, Pointer> symbols;
  private final NativeFunction add;
  private final NativeFunction enable;
  private final NativeFunction disable;
  private final NativeFunction remove;

  /**
   * A function that takes a pointer, or nothing: the calling convention ignores what is passed in
   * excess.
   *
   * @param block JavaCPP's structure of a function pointer, kept from being collected
   */
  private record NativeFunction(LongPointer block, PointerConsumer pointer) {
    static NativeFunction at(Pointer address) {
      LongPointer block = new LongPointer(2);
      // The function, and the Java object that is called in its place: none.
      block.put(0, address.address()).put(1, 0);
      return new NativeFunction(block, new PointerConsumer(block));
    }

    void call(Pointer argument) {
      pointer.call(argument);
    }
  }

  /** The observer of the LibTorch that is loaded. */
  static TraceObserver of(TorchLibrary library) {
    return new TraceObserver(library.facts().origin(), Loader::addressof);
  }

  /**
   * @param library where LibTorch was loaded from, for messages
   * @param symbols finds an exported symbol, or {@code null}
   * @throws ReplayException if this LibTorch has no such observer
   */
  TraceObserver(String library, Function<String, Pointer> symbols) {
    this.library = library;
    this.symbols = symbols;
    add = function(ADD);
    enable = function(ENABLE);
    disable = function(DISABLE);
    remove = function(REMOVE);
  }

  private NativeFunction function(String symbol) {
    Pointer address = symbols.apply(symbol);
    if (address == null) {
      throw new ReplayException(
          "LibTorch ("
              + library
              + ") cannot record what it runs, as it exports no "
              + symbol
              + "; use the bundled LibTorch or an installed PyTorch "
              + TorchVersion.bound()
              + " on Linux");
    }
    return NativeFunction.at(address);
  }

  /**
   * Begins to write what runs to a file.
   *
   * @param file can be written; the observer fails for the rest of the process if it cannot
   */
  void attach(Path file) {
    try (StringVector path = new StringVector(file.toString())) {
      // A vector begins with a pointer to its elements, here to the only one.
      add.call(new PointerPointer<Pointer>(path).get(0));
    }
    quietly(enable);
  }

  /** Ends writing and completes the file. */
  void detach() {
    quietly(disable);
    remove.call(null);
  }

  /** LibTorch warns whenever the observer is enabled and disabled. */
  private void quietly(NativeFunction function) {
    Pointer severity = symbols.apply(LOG_SEVERITY);
    if (severity == null) {
      function.call(null);
      return;
    }
    IntPointer logged = new IntPointer(severity);
    int before = logged.get();
    logged.put(Math.max(before, ERROR));
    try {
      function.call(null);
    } finally {
      logged.put(before);
    }
  }
}
