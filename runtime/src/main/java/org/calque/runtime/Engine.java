package org.calque.runtime;

import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * A native operator library. Implementations are found with {@link ServiceLoader}; their
 * constructors load nothing, every other method may load the library.
 */
public interface Engine {

  /** Short lower-case name, such as {@code torch}. */
  String name();

  /**
   * Version, build and origin of the library.
   *
   * @throws ReplayException if it cannot be loaded
   */
  Library library();

  /**
   * The device that a word means on this machine.
   *
   * @param word {@code cpu}, {@code cuda}, {@code cuda:N}, or {@code auto} for the first CUDA
   *     device where the engine can use one, else the CPU
   * @throws ReplayException if it is none of these, or the engine cannot use that device, and why
   */
  Device device(String word);

  /**
   * Bytes of memory that tensors on a device may still take.
   *
   * @throws ReplayException if the device does not say
   */
  long freeBytes(Device device);

  /**
   * How the engine runs an operator. One that it can run may still be given operands that do not
   * suit it.
   *
   * @param operator qualified name with overload, such as {@code aten::add_.Tensor}
   * @param device where it is to run
   */
  Support support(String operator, Device device);

  /**
   * Opens a session for the calling thread, which alone may use it: thread counts, gradient mode
   * and seed are set for that thread.
   *
   * @throws ReplayException if the library cannot be loaded or an option is out of range
   */
  Session open(SessionOptions options);

  /**
   * Records every operator that runs from here on, on any thread, with what it calls: schemas,
   * shapes, strides, element types, scalars, and which tensors share memory. A process has one
   * recording at a time.
   *
   * @param file the execution trace to write, as JSON; one that exists is replaced
   * @throws ReplayException if the library loaded cannot record, the file cannot be written, or
   *     another recording is in progress
   */
  Recording record(Path file);

  /**
   * The engine on the class path.
   *
   * @throws ReplayException if there is none
   */
  static Engine find() {
    return ServiceLoader.load(Engine.class)
        .findFirst()
        .orElseThrow(() -> new ReplayException("no engine is on the class path"));
  }
}
