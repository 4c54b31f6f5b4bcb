package org.calque.codegen;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Bytecode length of each method of a class file: just enough of its format (JVM specification,
 * chapter 4) to find the {@code Code} attributes.
 */
final class MethodSizes {
  private static final int UTF8 = 1;

  private final DataInputStream in;

  private MethodSizes(byte[] classFile) {
    in = new DataInputStream(new ByteArrayInputStream(classFile));
  }

  /** Longest code by method name. */
  static Map<String, Integer> of(byte[] classFile) {
    try {
      return new MethodSizes(classFile).read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, Integer> read() throws IOException {
    in.skipNBytes(8);
    String[] strings = constants();
    in.skipNBytes(6);
    in.skipNBytes(2L * in.readUnsignedShort());
    Map<String, Integer> sizes = new TreeMap<>();
    members(strings, new TreeMap<>());
    members(strings, sizes);
    return sizes;
  }

  private String[] constants() throws IOException {
    String[] strings = new String[in.readUnsignedShort()];
    for (int i = 1; i < strings.length; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case UTF8 -> strings[i] = in.readUTF();
        case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
        case 5, 6 -> {
          in.skipNBytes(8);
          i++;
        }
        default -> throw new IOException("unknown constant " + tag);
      }
    }
    return strings;
  }

  private void members(String[] strings, Map<String, Integer> sizes) throws IOException {
    int count = in.readUnsignedShort();
    for (int i = 0; i < count; i++) {
      in.skipNBytes(2);
      String name = strings[in.readUnsignedShort()];
      in.skipNBytes(2);
      int attributes = in.readUnsignedShort();
      for (int a = 0; a < attributes; a++) {
        String attribute = strings[in.readUnsignedShort()];
        long length = Integer.toUnsignedLong(in.readInt());
        if (attribute.equals("Code")) {
          in.skipNBytes(4);
          sizes.merge(name, in.readInt(), Math::max);
          length -= 8;
        }
        in.skipNBytes(length);
      }
    }
  }
}
