package org.calque.trace;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.BooleanSupplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * Unpacks what traces come in: plain files, gzip, tar, gzipped tar and zip, told apart by their
 * bytes. Archives are read in one pass, entry by entry.
 */
final class Container {
  private static final int BUFFER = 1 << 16;
  private static final int GZIP_MAGIC = 0x1f8b;
  private static final byte[] ZIP_MAGIC = {'P', 'K', 3, 4};
  private static final byte[] TAR_MAGIC = "ustar".getBytes(StandardCharsets.US_ASCII);
  private static final int TAR_MAGIC_OFFSET = 257;

  private final String name;
  private final ReadLimits limits;
  private final Action action;
  private long left;
  private boolean ended;
  private boolean cut;

  private Container(String name, ReadLimits limits, Action action) {
    this.name = name;
    this.limits = limits;
    this.action = action;
    left = limits.expandedBytes();
  }

  /** What to do with each file. */
  @FunctionalInterface
  interface Action {
    /** Reads the file; it need not read all of it. */
    void read(Entry entry) throws IOException;
  }

  /** One file, unpacked while it is read. */
  static final class Entry {
    private final String path;
    private final boolean alone;
    private final InputStream packed;
    private final InputStream content;
    private final MessageDigest digest;
    private final BooleanSupplier cut;

    private Entry(
        String path,
        boolean alone,
        InputStream packed,
        InputStream content,
        MessageDigest digest,
        BooleanSupplier cut) {
      this.path = path;
      this.alone = alone;
      this.packed = packed;
      this.content = content;
      this.digest = digest;
      this.cut = cut;
    }

    /** Whether what has been read of it ended before it should have. */
    boolean isCut() {
      return cut.getAsBoolean();
    }

    /** Path in the archive; empty for a file that is none. */
    String path() {
      return path;
    }

    /** Whether this is the whole file, not a part of an archive. */
    boolean isAlone() {
      return alone;
    }

    /** The text; it can be marked. */
    InputStream content() {
      return content;
    }

    /** SHA-256 of the file as it is packed, in hexadecimal; reads what is left of it. */
    String digest() throws IOException {
      packed.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    }
  }

  /**
   * Unpacks a file.
   *
   * @param name what errors call the file
   * @param input its bytes; the caller closes it
   * @return whether an archive ends too early, so that there may have been further files in it
   * @throws TraceLimitException if it unpacks to more than allowed
   */
  static boolean read(String name, InputStream input, ReadLimits limits, Action action)
      throws IOException {
    return new Container(name, limits, action).read(input);
  }

  private boolean read(InputStream input) throws IOException {
    MessageDigest digest = sha256();
    InputStream packed =
        new BufferedInputStream(new DigestInputStream(noticingItsEnd(input), digest), BUFFER);
    if (starts(packed, 0, ZIP_MAGIC)) {
      zip(packed);
      return cut;
    }
    InputStream content = unzipped(packed);
    if (starts(content, TAR_MAGIC_OFFSET, TAR_MAGIC)) {
      tar(content);
      return cut;
    }
    action.read(new Entry("", true, packed, content, digest, () -> cut));
    return false;
  }

  private InputStream noticingItsEnd(InputStream input) {
    return new FilterInputStream(input) {
      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        ended |= read < 0;
        return read;
      }
    };
  }

  private InputStream unzipped(InputStream packed) throws IOException {
    packed.mark(2);
    int first = packed.read();
    int second = packed.read();
    packed.reset();
    if (first < 0) {
      throw new TraceFormatException(name, "the file is empty; record the trace again");
    }
    return (first << 8 | second) == GZIP_MAGIC
        ? new BufferedInputStream(endingEarly(bounded(gzip(packed))), BUFFER)
        : packed;
  }

  /** Even the header may be cut off. */
  private InputStream gzip(InputStream packed) throws IOException {
    try {
      return new GZIPInputStream(packed, BUFFER);
    } catch (EOFException e) {
      cut = true;
      return InputStream.nullInputStream();
    }
  }

  private void tar(InputStream content) throws IOException {
    TarArchiveInputStream tar = new TarArchiveInputStream(content);
    TarArchiveEntry entry;
    while ((entry = next(tar::getNextEntry)) != null) {
      if (entry.isFile()) {
        entry(entry.getName(), endingEarly(tar));
      }
    }
  }

  /** Moves to an entry. */
  private interface Next<T> {
    T get() throws IOException;
  }

  /** The next entry, or none where the file ends before the archive does. */
  private <T> T next(Next<T> next) throws IOException {
    try {
      return next.get();
    } catch (IOException e) {
      if (!ended) {
        throw e;
      }
      cut = true;
      return null;
    }
  }

  private void zip(InputStream packed) throws IOException {
    ZipInputStream zip = new ZipInputStream(packed);
    ZipEntry entry;
    while ((entry = next(zip::getNextEntry)) != null) {
      if (!entry.isDirectory()) {
        entry(entry.getName(), endingEarly(bounded(zip)));
      }
    }
  }

  private void entry(String path, InputStream bytes) throws IOException {
    MessageDigest digest = sha256();
    InputStream packed = new BufferedInputStream(new DigestInputStream(bytes, digest), BUFFER);
    packed.mark(1);
    boolean empty = packed.read() < 0;
    packed.reset();
    action.read(
        new Entry(path, false, packed, empty ? packed : unzipped(packed), digest, () -> cut));
  }

  private static boolean starts(InputStream input, int offset, byte[] magic) throws IOException {
    input.mark(offset + magic.length);
    byte[] head = input.readNBytes(offset + magic.length);
    input.reset();
    return head.length == offset + magic.length
        && Arrays.equals(head, offset, head.length, magic, 0, magic.length);
  }

  /** The start of a text; the text stays where it was. */
  static String head(InputStream content, int bytes) throws IOException {
    content.mark(bytes);
    byte[] head = content.readNBytes(bytes);
    content.reset();
    return new String(head, StandardCharsets.UTF_8);
  }

  /** Unpacked data that ends where the file does, if that is too early. */
  private InputStream endingEarly(InputStream unpacked) {
    return new FilterInputStream(unpacked) {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
          return super.read(bytes, offset, length);
        } catch (ZipException e) {
          throw e;
        } catch (IOException e) {
          if (!ended) {
            throw e;
          }
          cut = true;
          return -1;
        }
      }
    };
  }

  /** All that is unpacked from one file counts together. */
  private InputStream bounded(InputStream input) {
    return new FilterInputStream(input) {
      @Override
      public int read() throws IOException {
        return count(super.read(), 1);
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        return count(read, read);
      }

      private int count(int result, int read) {
        left -= result < 0 ? 0 : read;
        if (left < 0) {
          throw new TraceLimitException(
              "it unpacks to more than " + limits.expandedBytes() + " bytes (--max-expanded)");
        }
        return result;
      }
    };
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
