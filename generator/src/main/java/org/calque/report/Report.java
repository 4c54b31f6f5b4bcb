package org.calque.report;

import java.util.List;

/**
 * What there is to say about one thing.
 *
 * @param title what it is about
 */
public record Report(String title, List<Section> sections) {
  /** Copies the list. */
  public Report {
    sections = List.copyOf(sections);
  }
}
