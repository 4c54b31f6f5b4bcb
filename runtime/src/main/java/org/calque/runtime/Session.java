package org.calque.runtime;

import java.util.List;

/**
 * A frame of slots and the calls bound to it. Belongs to the thread that opened it. Slots start
 * empty; closing frees every tensor.
 */
public interface Session extends AutoCloseable {

  /**
   * Allocates a storage and puts a tensor on it into a slot. The elements are undefined until
   * {@link #fill}.
   *
   * @param slot where the tensor goes
   * @param type element type
   * @param storageElements size of the storage in elements, at least the layout's extent
   * @param layout how the tensor lies on the storage
   * @throws ReplayException if memory does not suffice, with the size asked for
   */
  void allocate(int slot, DataType type, long storageElements, Layout layout);

  /** Puts a further tensor on the storage of {@code base} into a slot, without copying. */
  void view(int slot, int base, Layout layout);

  /** The same with another element type than that of {@code base}. */
  void view(int slot, int base, DataType type, Layout layout);

  /**
   * Puts a number into a slot, as Python passes one where an operator takes a tensor: a scalar that
   * does not decide the element type of a result.
   */
  void number(int slot, DataType type, double value);

  /** Sets every element of the storage under a slot's tensor. */
  void fill(int slot, Values values, long seed);

  /**
   * Binds an operator with its constants.
   *
   * @param operator qualified name with overload, such as {@code aten::add_.Tensor}
   * @param operands one for each argument of the schema, in order; missing ones at the end take the
   *     schema's default
   * @param results one for each returned value, in order; empty drops all
   * @throws UnsupportedOperatorException if the engine does not know the operator or cannot pass it
   *     one of the operands
   */
  Call bind(String operator, List<Operand> operands, List<Result> results);

  /**
   * A call that puts a tensor on the storage that {@code base} holds at that time into a slot, as
   * {@link #view} does at once.
   */
  Call bindView(int slot, Slot base, Layout layout);

  /**
   * A call that puts a tensor of its own into a slot, the same each time, in place of what an
   * operator would have returned. It is made when the call runs first.
   *
   * @param slot where the tensor goes
   * @param type element type
   * @param layout how it lies on a storage that holds nothing else
   */
  Call bindStandIn(int slot, DataType type, Layout layout, Values values, long seed);

  /**
   * Has operators run as they do where gradients are wanted: some keep what a backward pass needs
   * only then. Nothing is differentiated all the same.
   */
  void expectGradients();

  /**
   * A call that empties slots.
   *
   * @param tensors a list of slots
   */
  Call bindRelease(Operand tensors);

  /**
   * Says that the recording ran on another device than the processor. Tensors of these slots, and
   * what operators are told to put on {@code cpu}, go to the memory of the processor; everything
   * else, and in other recordings {@code cpu} as well, to the device of the session.
   */
  void hostTensors(long... slots);

  /**
   * Notes that measured work begins. Work that the device still has from before is not part of it.
   */
  void started();

  /**
   * Waits until the device has done everything since {@link #started}, and adds its time to {@link
   * DeviceTime}. On the CPU there is nothing to wait for, and no other time than the caller's own.
   */
  void finished();

  /** What a slot holds, or {@code null} if it is empty. */
  TensorInfo describe(int slot);

  /** The elements of a slot's tensor in row-major order, converted; for tests and checks. */
  double[] read(int slot);

  /**
   * Counts what is no ordinary number on the storage under a slot's tensor; nothing if the slot is
   * empty.
   */
  ValueCounts count(int slot);

  /**
   * Remembers what all slots hold, and copies the storages of the given ones.
   *
   * @param written slots whose storages will be written
   */
  Checkpoint checkpoint(int... written);

  /** Frees every tensor of the frame and of its checkpoints. */
  @Override
  void close();
}
