package org.calque.results;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * A run that goes on: a file of lines, the run as it began and then each entry as it comes to be. A
 * line is on the disk when {@link #append} returns, so whatever becomes of this process, no entry
 * is lost. The file is locked while this is open, so that others can tell a run that goes on from
 * one that was killed.
 */
public final class RunJournal implements RunLog {
  /** Who only asks whether the run goes on holds the lock for a moment, too. */
  private static final long PATIENCE_NANOS = 200_000_000;

  private final RunStore store;
  private final FileChannel file;
  private final RunLog kept;

  /** The file of a run that had finished; gone as soon as the journal says more. */
  private Path superseded;

  /** Whether the run began with this journal, so that there is nothing of it elsewhere. */
  private boolean begunHere;

  /** Length of the lines that were written to their ends. */
  private long whole;

  private RunJournal(RunStore store, FileChannel file, Run begun) {
    this.store = store;
    this.file = file;
    this.kept = RunLog.inMemory(begun);
  }

  /**
   * Begins a journal of a run that has not finished. What is due should be among its entries, as
   * {@link Status#LOST}: should nobody see the run end, then that is what became of it.
   */
  public static RunJournal begin(RunStore store, Run run) throws IOException {
    Files.createDirectories(store.folder());
    FileChannel file =
        FileChannel.open(
            store.journal(run.id()),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    lock(file, run.id());
    RunJournal journal = new RunJournal(store, file, run);
    journal.begunHere = true;
    journal.write(JournalFormat.line(run));
    return journal;
  }

  /**
   * Goes on with a run that was killed or stopped.
   *
   * @throws RunFormatException when there is no such run, or it goes on in another process
   */
  public static RunJournal resume(RunStore store, String reference) throws IOException {
    Run run = store.find(reference);
    Path path = store.journal(run.id());
    if (!Files.exists(path)) {
      RunJournal journal = begin(store, run.reopened());
      journal.superseded = store.file(run.id());
      journal.begunHere = false;
      return journal;
    }
    FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    lock(file, run.id());
    // Read here and not through another channel: POSIX drops a process's locks on a file as soon
    // as the process closes the file anywhere.
    byte[] bytes = Channels.newInputStream(file).readAllBytes();
    int whole = JournalFormat.wholeLines(bytes);
    file.truncate(whole); // an entry that was being written when the process died
    file.position(whole);
    RunJournal journal = new RunJournal(store, file, JournalFormat.parse(bytes));
    journal.whole = whole;
    return journal;
  }

  private static void lock(FileChannel file, String id) throws IOException {
    boolean locked = tryLock(file);
    for (long end = System.nanoTime() + PATIENCE_NANOS; !locked && System.nanoTime() < end; ) {
      LockSupport.parkNanos(PATIENCE_NANOS / 20);
      locked = tryLock(file);
    }
    if (!locked) {
      file.close();
      throw new RunFormatException("the run " + id + " goes on in another process");
    }
  }

  private static boolean tryLock(FileChannel file) throws IOException {
    try {
      FileLock lock = file.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // held by this very process
    }
  }

  /** Whether a process holds the journal, as far as the file system tells. */
  static boolean open(Path journal) {
    try (FileChannel file = FileChannel.open(journal, StandardOpenOption.WRITE)) {
      return !tryLock(file);
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public boolean append(Entry entry) throws IOException {
    boolean changed = kept.append(entry);
    if (changed) {
      write(JournalFormat.line(entry));
      if (superseded != null) {
        Files.deleteIfExists(superseded);
        superseded = null;
      }
    }
    return changed;
  }

  private void write(String line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    try {
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      file.force(false);
    } catch (IOException e) {
      file.truncate(whole); // such as when the disk is full: half a line would spoil the next
      file.position(whole);
      throw e;
    }
    whole = file.position();
  }

  @Override
  public Run run() {
    return kept.run();
  }

  /** Ends the run: its file takes the place of the journal. */
  @Override
  public Run finish(Instant at) throws IOException {
    Run finished = kept.finish(at);
    store.save(finished);
    superseded = null;
    Files.deleteIfExists(store.journal(finished.id()));
    close();
    return finished;
  }

  @Override
  public void discard() throws IOException {
    if (begunHere) {
      Files.deleteIfExists(store.journal(run().id()));
    }
    close();
  }

  /** Lets go of the file; the run can be resumed. One that had finished and did not go on, has. */
  @Override
  public void close() throws IOException {
    if (superseded != null) {
      Files.deleteIfExists(store.journal(run().id()));
    }
    file.close();
  }
}
