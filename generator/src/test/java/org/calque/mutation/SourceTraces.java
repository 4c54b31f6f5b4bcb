package org.calque.mutation;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.RealTraces;

/**
 * The real traces: those that are committed, and every one below the folder that {@code
 * -Dcalque.fixtures} names.
 */
public final class SourceTraces {
  private static final int HEAD = 200;

  private SourceTraces() {}

  /** Takes one trace at a time. */
  @FunctionalInterface
  public interface Action {
    /** Takes a trace, unpacked. */
    void take(String name, byte[] json);
  }

  /** Unpacks every trace in turn; only one is held at a time. */
  public static void forEach(Action action) {
    RealTraces.all().forEach(file -> unpack(file, action));
    fixtures().forEach(file -> unpack(file, action));
  }

  private static List<Path> fixtures() {
    String folder = System.getProperty("calque.fixtures", "");
    if (folder.isEmpty()) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      return files.filter(file -> file.toString().matches(".*gz")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void unpack(Path file, Action action) {
    try (InputStream packed = new GZIPInputStream(Files.newInputStream(file))) {
      byte[] content = packed.readAllBytes();
      String name = file.getFileName().toString();
      if (!file.toString().matches(".*(tar\\.gz|tgz)")) {
        take(name, content, action);
        return;
      }
      TarArchiveInputStream tar = new TarArchiveInputStream(new ByteArrayInputStream(content));
      TarArchiveEntry entry;
      while ((entry = tar.getNextEntry()) != null) {
        take(name + "!" + entry.getName(), tar.readAllBytes(), action);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void take(String name, byte[] content, Action action) {
    byte[] head = Arrays.copyOf(content, Math.min(HEAD, content.length));
    if (ExecutionTraceReader.isTrace(new String(head, StandardCharsets.UTF_8))) {
      action.take(name, content);
    }
  }
}
