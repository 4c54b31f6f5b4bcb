package org.calque.codegen;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** What a file is to hold, made as it is written. */
@FunctionalInterface
public interface FileContent {

  /** Writes all of it; the stream stays open. */
  void writeTo(OutputStream out) throws IOException;

  /** A text. */
  static FileContent text(String text) {
    return out -> out.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
