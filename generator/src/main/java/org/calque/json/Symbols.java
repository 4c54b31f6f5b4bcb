package org.calque.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Numbers distinct texts from 0 in the order in which they appear, so that a text that a file
 * repeats a million times is kept once and compared as an {@code int}.
 */
public final class Symbols {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long SEED = 0x9e3779b97f4a7c15L;

  private byte[] bytes = new byte[1 << 12];
  private int[] ends = new int[1 << 8];
  private int[] hashes = new int[1 << 8];
  private String[] texts = new String[1 << 8];
  private int[] table = new int[1 << 9];
  private int count;

  /** Numbers {@code known} texts first, in their order. */
  public Symbols(String... known) {
    for (String text : known) {
      of(text);
    }
  }

  /** How many distinct texts there are. */
  public int count() {
    return count;
  }

  /** The number of a text. */
  public int of(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return of(utf8, 0, utf8.length);
  }

  /** The number of the text whose UTF-8 form lies in {@code source}. */
  public int of(byte[] source, int from, int to) {
    int hash = hash(source, from, to);
    int mask = table.length - 1;
    for (int slot = hash & mask; ; slot = (slot + 1) & mask) {
      int symbol = table[slot] - 1;
      if (symbol < 0) {
        return add(source, from, to, hash, slot);
      }
      if (hashes[symbol] == hash
          && Arrays.equals(bytes, start(symbol), ends[symbol], source, from, to)) {
        return symbol;
      }
    }
  }

  /** The text of a number. */
  public String text(int symbol) {
    String text = texts[symbol];
    if (text == null) {
      text = new String(bytes, start(symbol), ends[symbol] - start(symbol), StandardCharsets.UTF_8);
      texts[symbol] = text;
    }
    return text;
  }

  private int start(int symbol) {
    return symbol == 0 ? 0 : ends[symbol - 1];
  }

  private int add(byte[] source, int from, int to, int hash, int slot) {
    int end = count == 0 ? 0 : ends[count - 1];
    int length = to - from;
    if (end + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, end + length));
    }
    System.arraycopy(source, from, bytes, end, length);
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, count * 2);
      hashes = Arrays.copyOf(hashes, count * 2);
      texts = Arrays.copyOf(texts, count * 2);
    }
    ends[count] = end + length;
    hashes[count] = hash;
    table[slot] = ++count;
    if (count * 2 > table.length) {
      rehash();
    }
    return count - 1;
  }

  private void rehash() {
    table = new int[table.length * 2];
    int mask = table.length - 1;
    for (int symbol = 0; symbol < count; symbol++) {
      int slot = hashes[symbol] & mask;
      while (table[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      table[slot] = symbol + 1;
    }
  }

  private static int hash(byte[] source, int from, int to) {
    long hash = (to - from) * SEED;
    int i = from;
    for (; i + Long.BYTES <= to; i += Long.BYTES) {
      hash = (hash ^ (long) LONGS.get(source, i)) * SEED;
      hash ^= hash >>> 29;
    }
    long rest = 0;
    for (; i < to; i++) {
      rest = rest << Byte.SIZE | source[i] & 0xff;
    }
    hash = (hash ^ rest) * SEED;
    return (int) (hash >>> 32 ^ hash);
  }
}
