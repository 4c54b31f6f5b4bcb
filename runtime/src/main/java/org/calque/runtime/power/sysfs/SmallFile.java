package org.calque.runtime.power.sysfs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.calque.runtime.power.SensorException;

/**
 * A file of one short line that is kept open: reading it from its start makes the kernel tell the
 * value anew. A reading is one system call and makes no objects, since it is made 100 times a
 * second beside what is measured.
 */
final class SmallFile implements AutoCloseable {
  /** Counts above it are not whole in floating point. */
  private static final long LARGEST = 1L << 53;

  private static final int LONGEST_LINE = 128;

  private final Path path;
  private final FileOpener opener;
  private final ByteBuffer line = ByteBuffer.allocateDirect(LONGEST_LINE);
  private FileChannel channel;

  SmallFile(Path path, FileOpener opener) {
    this.path = path;
    this.opener = opener;
  }

  Path path() {
    return path;
  }

  /** The whole number that the file holds now, which may be negative. */
  long number() throws SensorException {
    read();
    int at = 0;
    boolean negative = line.limit() > 0 && line.get(0) == '-';
    if (negative) {
      at++;
    }
    int first = at;
    long value = 0;
    for (; at < line.limit() && line.get(at) != '\n'; at++) {
      int digit = line.get(at) - '0';
      if (digit < 0 || digit > 9 || value > LARGEST) {
        throw unexpected();
      }
      value = 10 * value + digit;
    }
    if (at == first || value > LARGEST) {
      throw unexpected();
    }
    return negative ? -value : value;
  }

  /** The text that the file holds now, without the space around it. */
  String text() throws SensorException {
    read();
    return StandardCharsets.UTF_8.decode(line).toString().strip();
  }

  /** For a file whose content is no answer. */
  SensorException unexpected() {
    String text = StandardCharsets.UTF_8.decode(line.rewind()).toString().strip();
    return new SensorException(path + (text.isEmpty() ? " is empty" : " says '" + text + "'"));
  }

  private void read() throws SensorException {
    try {
      if (channel == null) {
        channel = opener.open(path);
      }
      line.clear();
      channel.read(line, 0);
      line.flip();
    } catch (IOException e) {
      close(); // a device that is back has a new file
      throw new SensorException(reason(e), e);
    }
  }

  private String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return path + " may not be read: sudo chmod a+r " + path + " grants it until the next start";
    }
    if (e instanceof NoSuchFileException) {
      return path + " is not there";
    }
    String what = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    return path + " cannot be read: " + (what == null ? e.getClass().getSimpleName() : what);
  }

  @Override
  public void close() {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // It was only read: nothing is lost.
    } finally {
      channel = null;
    }
  }
}
