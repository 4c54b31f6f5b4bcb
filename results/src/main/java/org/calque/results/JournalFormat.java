package org.calque.results;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;

/**
 * The text of a {@link RunJournal}: JSON Lines of which the first is the run as it began, and each
 * further one an entry that takes the place of an earlier one of its key.
 */
final class JournalFormat {
  private JournalFormat() {}

  static boolean isJournal(Path file) {
    return file.toString().endsWith(".jsonl");
  }

  /** A run or an entry on one line, without its end. */
  static String line(Object part) {
    return Json.MAPPER
        .writer()
        .without(SerializationFeature.INDENT_OUTPUT)
        .writeValueAsString(part);
  }

  /** How many bytes the lines have that were written to their ends. */
  static int wholeLines(byte[] journal) {
    int end = journal.length;
    while (end > 0 && journal[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  /**
   * The run that the whole lines tell.
   *
   * @throws RunFormatException when one of them is damaged, or there are none
   */
  static Run parse(byte[] journal) {
    int end = wholeLines(journal);
    if (end == 0) {
      throw new RunFormatException("the run was killed before it began; delete the file");
    }
    Run run = null;
    Map<BenchmarkKey, Entry> entries = new LinkedHashMap<>();
    int number = 1;
    for (int from = 0, to; from < end; from = to + 1, number++) {
      to = from;
      while (journal[to] != '\n') {
        to++;
      }
      byte[] line = Arrays.copyOfRange(journal, from, to);
      try {
        if (run == null) {
          run = RunFormat.parse(line, "");
          run.entries().forEach(entry -> entries.put(entry.key(), entry));
        } else {
          Entry entry = JmhRecordJson.reader(Entry.class, line).readValue(line);
          if (entry == null) {
            throw new RunFormatException("line " + number + ": there is no entry");
          }
          entries.put(entry.key(), entry);
        }
      } catch (JacksonException e) {
        throw new RunFormatException("line " + number + ": " + Json.complaint(e), e);
      }
    }
    return run.withEntries(List.copyOf(entries.values()));
  }
}
