package org.calque.runtime.torch;

import java.util.SplittableRandom;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.calque.runtime.ReplayException;

/**
 * Rows of a table drawn by Zipf's law, by rejection-inversion after W. Hörmann and G. Derflinger,
 * Rejection-inversion to generate variates from monotone discrete distributions, ACM TOMACS 6(3),
 * 1996: a few operations a row, however large the table.
 *
 * <p>Ranks are spread over the table: where a row lies tells nothing of how often it is looked up,
 * as with hashed keys. Were the most popular rows neighbours, they would share pages and caches.
 * Which row has which rank depends on the size of the table alone.
 */
final class ZipfFilling {
  private static final int PIECE = 1 << 16;

  /** Steps of this part of the table's size visit its rows most evenly. */
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  private ZipfFilling() {}

  /**
   * Fills a tensor of integers in one dimension.
   *
   * @param low first row of the table
   * @param high last row
   * @param alpha skew
   */
  static void fill(Tensor elements, long low, long high, double alpha, long seed) {
    long rows = high - low + 1;
    if (rows > Integer.MAX_VALUE) {
      throw new ReplayException("Zipf's law is for tables of up to 2,147,483,647 rows");
    }
    SharedStateDiscreteSampler ranks =
        RejectionInversionZipfSampler.of(new SplittableRandom(seed)::nextLong, (int) rows, alpha);
    long stride = stride(rows);
    long count = elements.numel();
    Tensor piece =
        torch.zeros(new long[] {Math.min(PIECE, count)}, new TensorOptions(ScalarType.Long));
    long[] drawn = new long[(int) piece.numel()];
    LongPointer target = new LongPointer(piece.data_ptr()).capacity(drawn.length);
    for (long from = 0; from < count; from += drawn.length) {
      int length = (int) Math.min(drawn.length, count - from);
      for (int i = 0; i < length; i++) {
        drawn[i] = low + (ranks.sample() - 1) * stride % rows;
      }
      target.put(drawn, 0, length);
      elements.narrow(0, from, length).copy_(piece.narrow(0, 0, length));
    }
  }

  /**
   * The number of rows from one rank's to the next's: it has no divisor in common with the rows.
   */
  private static long stride(long rows) {
    long stride = Math.max(1, Math.round(rows * GOLDEN));
    while (divisor(stride, rows) != 1) {
      stride++;
    }
    return stride;
  }

  private static long divisor(long a, long b) {
    return b == 0 ? a : divisor(b, a % b);
  }
}
