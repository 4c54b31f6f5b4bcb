package org.calque.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.ReadLimits;
import org.calque.trace.ReadOptions;
import org.calque.trace.TraceFormatException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Small files that are made to cost much: each is read or refused in one line, soon. */
class HostileFilesTest {
  private static final String HEAD = "{\"schema\":\"1.1.1-chakra.0.0.4\",\"nodes\":[";
  private static final int SMALL = 10_000;
  private static final int LARGE = 2_000_000;
  private static final double MOST_SECONDS = 1;
  private static final long MOST_MEGABYTES = 64;

  /** Text before the repeated part, and that part. */
  record Pattern(String start, String part) {
    byte[] bytes(int size) {
      String text = HEAD + start + part.repeat(size / part.length());
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  static List<Pattern> patterns() {
    return List.of(
        new Pattern("", "{"),
        new Pattern("", "["),
        new Pattern("", "{ "),
        new Pattern("", "{\""),
        new Pattern("", "{\"id\""),
        new Pattern("", "{\"id\":"),
        new Pattern("", "{\"id\":1,"),
        new Pattern("", "{\"id\":1}"),
        new Pattern("", "{\"id\":1,\"name\":\""),
        new Pattern("", "{\"id\":1,\"name\":\"\\"),
        new Pattern("", "{\"id\":1,\"name\":\"\\\""),
        new Pattern("", "{\"id\":1,\"name\":\"a\"b"),
        new Pattern("", "{\"id\":1,\"name\":\"a\","),
        new Pattern("", "{\"id\":1,\"name\":\"a\",,"),
        new Pattern("", "{\"id\":1,\"a\":{\"b\":"),
        new Pattern("", "{\"id\":1,\"a\":["),
        new Pattern("", "{\"id\":1,\"inputs\":["),
        new Pattern("", "{\"id\":1,\"inputs\":{\"values\":["),
        new Pattern("", "{\"id\":1,\"inputs\":{\"values\":[1,"),
        new Pattern("", "{\"id\":1,\"attrs\":["),
        new Pattern("", "{\"id\":1,\"attrs\":[{\"name\":\"x\","),
        new Pattern("", "{\"id\":1,\"ctrl_deps\":1,\"attrs\":[]},"),
        new Pattern("", "{\"name\":\"a"),
        new Pattern("", ","),
        new Pattern("", "]"),
        new Pattern("", "}"),
        new Pattern("", "]}"),
        new Pattern("", "\""),
        new Pattern("", "x"),
        new Pattern("", "0"),
        new Pattern("", " "),
        new Pattern("{\"id\":1,\"name\":\"", "\""),
        new Pattern("{\"id\":1,\"name\":\"", "\"}"),
        new Pattern("{\"id\":1,\"name\":\"", "\","),
        new Pattern("{\"id\":1,\"name\":\"", "\",\""),
        new Pattern("{\"id\":1,\"name\":\"", "\\"),
        new Pattern("{\"id\":1,\"name\":\"", "\\ud800"),
        new Pattern("{\"id\":1,\"name\":\"a\"", " "),
        new Pattern("{\"id\":1,\"name\":\"a\"", ","),
        new Pattern("{\"id\":1,\"name\":\"a\"", "\" \""),
        new Pattern("{\"id\":1,\"name\":\"", "a"),
        new Pattern("{\"id\":1,\"inputs\":{\"values\":", "["),
        new Pattern("{\"id\":1,\"inputs\":{\"values\":[", "[],"),
        new Pattern("{\"id\":1,\"inputs\":{\"values\":[", "1,"),
        new Pattern("{\"id\":1,\"inputs\":{\"values\":[", "1 "),
        new Pattern("{\"id\":1,\"inputs\":{\"values\":[", "9"),
        new Pattern("{\"id\":1,\"inputs\":{\"values\":[", "{},"),
        new Pattern("{\"id\":1,\"inputs\":{\"values\":[", "{\"id"),
        new Pattern("{\"id\":1,\"inputs\":{\"types\":[\"", "GenericList["),
        new Pattern("{\"id\":1,\"inputs\":{\"types\":[\"", "Tensor(float),"),
        new Pattern("{\"id\":1,\"attrs\":[", "{\"name\":\"a\",\"value\":\"b\"},"),
        new Pattern("{\"id\":1,\"attrs\":[", "{},"),
        new Pattern(
            "{\"id\":1,\"attrs\":[{\"name\":\"tensor_range\",\"value\":\"", "\\\"0\\\":[1,2],"),
        new Pattern("{\"id\":1,", "\"a\":1,"),
        new Pattern("{\"id\":1,", "\"a\":{},"),
        new Pattern("],", "\"a\":1,"),
        new Pattern("],", "}{\"id\":1}"));
  }

  @BeforeAll
  static void warm() {
    patterns().forEach(pattern -> read(pattern.bytes(SMALL), ReadOptions.DEFAULT));
  }

  private static void read(byte[] file, ReadOptions options) {
    try {
      ExecutionTraceReader.readAll("x", "x", new ByteArrayInputStream(file), options, trace -> {});
    } catch (TraceFormatException e) {
      assertThat(e.getMessage()).hasSizeLessThan(600);
    }
  }

  private static void assertCheap(
      byte[] file, ReadOptions options, double seconds, long megabytes) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long allocated = threads.getCurrentThreadAllocatedBytes();
    long start = threads.getCurrentThreadCpuTime();
    read(file, options);
    assertThat((threads.getCurrentThreadCpuTime() - start) / 1e9).as("seconds").isLessThan(seconds);
    assertThat((threads.getCurrentThreadAllocatedBytes() - allocated) >> 20)
        .as("megabytes allocated, kept or not")
        .isLessThan(megabytes);
  }

  @ParameterizedTest
  @MethodSource("patterns")
  void aSmallFile(Pattern pattern) {
    assertCheap(pattern.bytes(SMALL), ReadOptions.DEFAULT, MOST_SECONDS, MOST_MEGABYTES);
  }

  /** Two hundred times the size may take two hundred times as long, not forty thousand times. */
  @ParameterizedTest
  @MethodSource("patterns")
  void aLargeFile(Pattern pattern) {
    assertCheap(pattern.bytes(LARGE), ReadOptions.DEFAULT, 5, 1_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, ' ', '[', ',', '"', '{'})
  void aGzipOfAGigabyte(int content) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.write(
        ByteMutations.gzip((HEAD + "{\"id\":1,\"name\":\"a\"").getBytes(StandardCharsets.UTF_8)));
    byte[] part = new byte[1 << 24];
    Arrays.fill(part, (byte) content);
    byte[] member = ByteMutations.gzip(part);
    for (int i = 0; i < 64; i++) {
      file.write(member);
    }
    assertCheap(file.toByteArray(), upTo(1 << 27), 5, 400);
  }

  private static ReadOptions upTo(long bytes) {
    ReadLimits limits = ReadLimits.DEFAULT;
    return new ReadOptions(
        new ReadLimits(
            limits.nesting(),
            limits.stringBytes(),
            limits.nodes(),
            limits.tensorRank(),
            limits.tensorElements(),
            bytes),
        false,
        read -> {});
  }

  private static void fill(OutputStream out, int content, long size) throws IOException {
    byte[] bytes = new byte[1 << 16];
    Arrays.fill(bytes, (byte) content);
    for (long written = 0; written < size; written += bytes.length) {
      out.write(bytes);
    }
  }

  @Test
  void aZipOfManyFiles() throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(file)) {
      for (int i = 0; i < 5_000; i++) {
        zip.putNextEntry(new ZipEntry("entry" + i));
      }
    }
    assertCheap(file.toByteArray(), ReadOptions.DEFAULT, 5, 2_000);
  }

  @Test
  void aZipOfGigabytes() throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(file)) {
      for (int i = 0; i < 64; i++) {
        zip.putNextEntry(new ZipEntry("entry" + i));
        fill(zip, ' ', 1 << 24);
      }
    }
    assertCheap(file.toByteArray(), upTo(1 << 26), 5, 400);
  }

  @Test
  void aTarOfManyEmptyFilesInAGzip() throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(file))) {
      for (int i = 0; i < 5_000; i++) {
        tar.putArchiveEntry(new TarArchiveEntry("entry" + i));
        tar.closeArchiveEntry();
      }
    }
    assertCheap(file.toByteArray(), ReadOptions.DEFAULT, 5, 2_000);
  }

  @Test
  void oneIdForManyNodesOfOtherContent() {
    StringBuilder text = new StringBuilder(HEAD);
    for (int i = 0; i < 100_000; i++) {
      text.append("{\"id\":7,\"name\":\"n").append(i).append("\",\"ctrl_deps\":7},");
    }
    assertCheap(text.toString().getBytes(StandardCharsets.UTF_8), ReadOptions.DEFAULT, 5, 500);
  }

  @Test
  void manyNodesInACircle() {
    StringBuilder text = new StringBuilder(HEAD);
    int count = 100_000;
    for (int i = 0; i < count; i++) {
      text.append("{\"id\":")
          .append(i)
          .append(",\"ctrl_deps\":")
          .append((i + 1) % count)
          .append("},");
    }
    assertCheap(text.toString().getBytes(StandardCharsets.UTF_8), ReadOptions.DEFAULT, 5, 500);
  }
}
