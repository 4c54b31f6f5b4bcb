package org.calque.report;

/** Writes reports one after the other. */
public interface ReportWriter extends AutoCloseable {
  /** Writes a report. */
  void write(Report report);

  /** Ends the document; what it was written to stays open. */
  @Override
  void close();
}
