package org.calque.results.format;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The formats by the names that a command line gives them. */
public final class Formats {
  /** In the order in which help names them. */
  public static final Map<String, ComparisonFormat> BY_NAME = byName();

  private Formats() {}

  private static Map<String, ComparisonFormat> byName() {
    Map<String, ComparisonFormat> formats = new LinkedHashMap<>();
    formats.put("markdown", new MarkdownFormat());
    formats.put("json", new JsonFormat());
    formats.put("csv", new CsvFormat());
    formats.put("junit", new JunitFormat());
    formats.put("sarif", new SarifFormat());
    formats.put("github", new GithubFormat());
    GithubActionBenchmarkFormat.BY_NAME.forEach(formats::put);
    return Collections.unmodifiableMap(formats);
  }
}
