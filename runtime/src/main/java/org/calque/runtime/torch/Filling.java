package org.calque.runtime.torch;

import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.GeneratorOptional;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.calque.runtime.Lookups;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Values;

/**
 * Fills storages. Random numbers come from a generator of their own, seeded for each fill: the
 * values depend on rule, seed and number of elements alone, and the session's generator is left as
 * it is.
 */
final class Filling {
  private Filling() {}

  /**
   * Sets every element of the storage under a tensor: those of the storage, in its order, where
   * each is chosen for itself, else those of the tensor. A complex element counts as two numbers.
   */
  @SuppressWarnings("try") // the scope frees what is made within it
  static void fill(Tensor tensor, Values values, long seed) {
    try (PointerScope scope = new PointerScope()) {
      Tensor elements = WholeStorage.of(tensor);
      if (elements.numel() == 0) {
        return;
      }
      if (!tensor.is_cpu()) {
        fillFromHost(tensor, elements, values, seed);
      } else if (values instanceof Values.Recorded recorded) {
        RecordedFilling.fill(tensor, recorded);
      } else if (Sequences.areRuleOf(values)) {
        Sequences.fill(tensor, elements, values);
      } else {
        fillEach(elements.is_complex() ? torch.view_as_real(elements) : elements, values, seed);
      }
    } catch (RuntimeException e) {
      throw new ReplayException(
          "a tensor of "
              + tensor.scalar_type().intern()
              + " cannot be filled with "
              + values
              + ": "
              + FirstLine.of(e.getMessage()),
          e);
    }
  }

  /** The same values on every device: they are drawn in the processor's memory. */
  private static void fillFromHost(Tensor tensor, Tensor elements, Values values, long seed) {
    Tensor host =
        torch.empty(
            new long[] {elements.numel()},
            new TensorOptions(tensor.scalar_type()),
            new MemoryFormatOptional());
    long[] sizes = new long[Math.toIntExact(tensor.dim())];
    long[] strides = new long[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = tensor.size(i);
      strides[i] = tensor.stride(i);
    }
    fill(host.as_strided(sizes, strides, new LongOptional(tensor.storage_offset())), values, seed);
    elements.copy_(host);
  }

  private static void fillEach(Tensor elements, Values values, long seed) {
    if (values instanceof Values.Uniform uniform && elements.element_size() == 1) {
      // LibTorch draws no random numbers of eight bits.
      Tensor wide = torch.empty_like(elements.to(ScalarType.Float));
      wide.uniform_(uniform.low(), uniform.high(), generator(seed));
      elements.copy_(wide);
    } else if (values instanceof Values.Uniform uniform) {
      elements.uniform_(uniform.low(), uniform.high(), generator(seed));
    } else if (values instanceof Values.Integers integers) {
      fillBetween(elements, integers, seed);
    } else if (values instanceof Values.Lookups lookups) {
      if (lookups.drawn() instanceof Lookups.Zipf zipf) {
        ZipfFilling.fill(elements, lookups.low(), lookups.high(), zipf.alpha(), seed);
      } else {
        elements.random_(lookups.low(), pastLast(lookups.high()), generator(seed));
      }
    } else if (values instanceof Values.Fill fill) {
      elements.fill_(new Scalar(fill.value()));
    }
  }

  private static void fillBetween(Tensor elements, Values.Integers integers, long seed) {
    boolean truth = elements.scalar_type().intern() == ScalarType.Bool;
    long low = truth ? Math.max(0, integers.low()) : integers.low();
    long high = truth ? Math.min(1, integers.high()) : integers.high();
    elements.random_(low, pastLast(high), generator(seed));
    elements.select(0, 0).fill_(new Scalar(low));
    elements.select(0, -1).fill_(new Scalar(high));
  }

  private static GeneratorOptional generator(long seed) {
    return new GeneratorOptional(torch.make_generator_cpu(seed));
  }

  /** The exclusive bound that {@code random_} takes; none if the largest number is included. */
  private static LongOptional pastLast(long high) {
    return high == Long.MAX_VALUE ? new LongOptional() : new LongOptional(high + 1);
  }
}
