package org.calque.report;

/**
 * A column of a table.
 *
 * @param field its name in JSON, which stays the same
 * @param header its name for people
 * @param kind what its values are
 * @param shownIn where it appears
 */
public record Column(String field, String header, Kind kind, ShownIn shownIn) {

  /** What the values of a column are, which decides how they are aligned and summed. */
  public enum Kind {
    /** Texts, aligned left. */
    TEXT,
    /** Numbers that have no sum, aligned right. */
    NUMBER,
    /** Numbers that may be summed, aligned right. */
    AMOUNT
  }

  /** Who sees a column. */
  public enum ShownIn {
    /** Everyone. */
    ALL,
    /** Programs: JSON. */
    DATA,
    /** People: text and Markdown. */
    PAGES
  }

  /** A column of texts. */
  public static Column text(String field, String header) {
    return new Column(field, header, Kind.TEXT, ShownIn.ALL);
  }

  /** A column of numbers that have no sum. */
  public static Column number(String field, String header) {
    return new Column(field, header, Kind.NUMBER, ShownIn.ALL);
  }

  /** A column of numbers that may be summed. */
  public static Column amount(String field, String header) {
    return new Column(field, header, Kind.AMOUNT, ShownIn.ALL);
  }

  /** The same column for programs only. */
  public Column forData() {
    return new Column(field, header, kind, ShownIn.DATA);
  }

  /** The same column for people only. */
  public Column forPages() {
    return new Column(field, header, kind, ShownIn.PAGES);
  }

  boolean isOnPages() {
    return shownIn != ShownIn.DATA;
  }

  boolean isInData() {
    return shownIn != ShownIn.PAGES;
  }
}
