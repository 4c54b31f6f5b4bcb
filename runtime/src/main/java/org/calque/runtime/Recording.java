package org.calque.runtime;

/**
 * A recording in progress of the operators that an engine runs, see {@link Engine#record}. The file
 * is complete once the recording is closed.
 */
public interface Recording extends AutoCloseable {

  /** Ends the recording and completes its file; a second call does nothing. */
  @Override
  void close();
}
