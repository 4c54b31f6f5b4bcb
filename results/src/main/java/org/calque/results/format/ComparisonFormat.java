package org.calque.results.format;

import java.io.IOException;
import org.calque.results.diff.Comparison;

/** One way to write a comparison for another program. */
@FunctionalInterface
public interface ComparisonFormat {

  /** Writes all of it; equal comparisons give equal text. */
  void write(Comparison comparison, Appendable out) throws IOException;
}
