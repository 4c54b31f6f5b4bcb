package org.calque.mutation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** What a crash, a full disk or a bad copy does. */
final class ByteMutations {
  static final List<Mutation> ALL =
      List.of(
          new Mutation("cut off", Promise.KEPT, (sample, random) -> cut(file(sample), random)),
          new Mutation(
              "cut off in the gzip",
              Promise.KEPT,
              (sample, random) -> cut(gzip(file(sample)), random)),
          new Mutation(
              "cut off in the zip",
              Promise.KEPT,
              (sample, random) -> cut(zip(file(sample)), random)),
          new Mutation(
              "cut off in the tar.gz",
              Promise.KEPT,
              (sample, random) -> cut(gzip(tar(file(sample))), random)),
          new Mutation(
              "cut off in the tar",
              Promise.KEPT,
              (sample, random) -> cut(tar(file(sample)), random)),
          new Mutation(
              "a byte changed in the gzip",
              Promise.ANYTHING,
              (sample, random) -> Optional.of(changed(gzip(file(sample)), 1, random))),
          new Mutation(
              "a byte changed",
              Promise.ANYTHING,
              (sample, random) -> Optional.of(changed(file(sample), 1, random))),
          new Mutation(
              "many bytes changed",
              Promise.ANYTHING,
              (sample, random) -> Optional.of(changed(file(sample), 30, random))),
          new Mutation("bytes lost", Promise.ANYTHING, ByteMutations::lost),
          new Mutation("bytes repeated", Promise.ANYTHING, ByteMutations::repeated),
          new Mutation("zeros in place of bytes", Promise.ANYTHING, ByteMutations::zeros));

  private ByteMutations() {}

  private static byte[] file(Sample sample) {
    return Mutation.bytes(sample.text());
  }

  static byte[] gzip(byte[] file) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] zip(byte[] file) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry(Sample.FILE));
      zip.write(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] tar(byte[] file) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      TarArchiveEntry entry = new TarArchiveEntry(Sample.FILE);
      entry.setSize(file.length);
      tar.putArchiveEntry(entry);
      tar.write(file);
      tar.closeArchiveEntry();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static Optional<byte[]> cut(byte[] file, Random random) {
    return Optional.of(Arrays.copyOf(file, random.nextInt(file.length)));
  }

  private static byte[] changed(byte[] file, int most, Random random) {
    int count = 1 + random.nextInt(most);
    for (int i = 0; i < count; i++) {
      int place = random.nextInt(file.length);
      file[place] =
          (byte)
              (random.nextBoolean() ? random.nextInt(256) : file[place] ^ 1 << random.nextInt(8));
    }
    return file;
  }

  private static Optional<byte[]> lost(Sample sample, Random random) {
    String text = sample.text();
    int start = random.nextInt(text.length());
    int end = Math.min(text.length(), start + 1 + random.nextInt(1 << random.nextInt(14)));
    return Optional.of(Mutation.bytes(Mutation.splice(text, start, end, "")));
  }

  private static Optional<byte[]> repeated(Sample sample, Random random) {
    String text = sample.text();
    int start = random.nextInt(text.length());
    int end = Math.min(text.length(), start + 1 + random.nextInt(1 << random.nextInt(14)));
    return Optional.of(Mutation.bytes(Mutation.splice(text, end, end, text.substring(start, end))));
  }

  private static Optional<byte[]> zeros(Sample sample, Random random) {
    byte[] file = file(sample);
    int start = random.nextInt(file.length);
    Arrays.fill(file, start, Math.min(file.length, start + 4096), (byte) 0);
    return Optional.of(file);
  }
}
