package org.calque.trace;

import java.util.Locale;

/**
 * A kind of damage that a trace had and that was mended while it was read.
 *
 * @param kind what was wrong
 * @param place where it was wrong first: a byte of the text, a node
 * @param count how often
 */
public record Repair(Kind kind, String place, int count) {

  /** What may be wrong with a trace that can be read all the same. */
  public enum Kind {
    /** The file ends in the middle; a node that is cut through is dropped. */
    CUT_OFF("the file is cut off"),
    /** A comma with nothing after it, passed over. */
    STRAY_COMMA("a comma has nothing after it"),
    /** No comma between two values, taken as there. */
    MISSING_COMMA("a comma is missing"),
    /** No closing bracket where what follows needs one, taken as there. */
    MISSING_BRACKET("a closing bracket is missing"),
    /** Quotes, backslashes or control characters in a string that are not escaped, kept. */
    UNESCAPED_TEXT("a text is not escaped"),
    /** Bytes between nodes or after the trace that belong to nothing, passed over. */
    STRAY_TEXT("there is text that belongs to nothing"),
    /** A node that cannot be read, dropped. */
    UNREADABLE_NODE("a node cannot be read and is dropped"),
    /** A node with the id and content of another, dropped. */
    REPEATED_NODE("a node is there twice; one is dropped"),
    /** A node with the id but not the content of another, kept after it. */
    REUSED_ID("two nodes have one id; both are kept"),
    /** A node in a parent that is not there, kept under the root. */
    MISSING_PARENT("the parent of a node is missing; it is kept under the root"),
    /** A node in itself or in a later one, so that parents go in a circle, kept under the root. */
    PARENT_CYCLE("a node lies inside a later one; it is kept under the root");

    private final String meaning;

    Kind(String meaning) {
      this.meaning = meaning;
    }

    /** What was wrong and what became of it, as part of a sentence. */
    public String meaning() {
      return meaning;
    }

    /** The kind as it is written in files, such as {@code cut-off}. */
    public String id() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Override
  public String toString() {
    return kind.meaning() + ": " + place + (count > 1 ? ", " + count + " times" : "");
  }
}
