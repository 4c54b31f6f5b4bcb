package org.calque.runtime.torch;

import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.Tensor;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Values;

/** Reads recorded elements from their resource into a tensor, piece by piece. */
final class RecordedFilling {
  private static final int PIECE = 1 << 16;

  private RecordedFilling() {}

  /** Fills a contiguous tensor. */
  static void fill(Tensor tensor, Values.Recorded recorded) {
    try (InputStream text = recorded.generated().getResourceAsStream(recorded.resource())) {
      if (text == null) {
        throw new ReplayException("its resource is missing; generate the class again");
      }
      read(Base64.getMimeDecoder().wrap(text), tensor);
    } catch (IOException e) {
      throw new ReplayException("its resource cannot be read: " + e.getMessage(), e);
    }
  }

  private static void read(InputStream bytes, Tensor tensor) throws IOException {
    long size = tensor.nbytes();
    BytePointer target = new BytePointer(tensor.data_ptr()).capacity(size);
    long position = 0;
    byte[] piece;
    while ((piece = bytes.readNBytes(PIECE)).length > 0) {
      if (piece.length > size - position) {
        throw new ReplayException("its resource is longer than the tensor; generate it again");
      }
      target.position(position).put(piece, 0, piece.length);
      position += piece.length;
    }
    if (position < size) {
      throw new ReplayException("its resource is shorter than the tensor; generate it again");
    }
  }
}
