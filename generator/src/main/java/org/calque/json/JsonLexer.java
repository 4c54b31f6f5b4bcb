package org.calque.json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Cuts JSON text into values. It does not judge how values follow each other: its user looks at the
 * next byte with {@link #peek} and decides, which is what reading damaged files takes.
 *
 * <p>Beyond JSON it takes what PyTorch has written at some time: bare {@code nan}, {@code inf} and
 * {@code -inf}, control characters inside strings, and backslashes that begin no escape. A string
 * is a slice of {@link #bytes}, valid until the next call.
 */
public final class JsonLexer {
  /** What {@link #peek} gives at the end of the text. */
  public static final int END = -1;

  private static final int BUFFER = 1 << 16;
  private static final int LONGEST_MARK = 1 << 22;
  private static final int LONGEST_NUMBER = 400;
  private static final int LONGEST_KEY = 64;

  /**
   * How far the end of a string that is not escaped, and a key after white space, are looked for.
   */
  private static final int LONGEST_SEARCH = 1 << 13;

  /** As many digits as a double holds exactly. */
  private static final int EXACT_DIGITS = 15;

  private static final double[] POWERS_OF_TEN = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  /** What {@link #scalar} has read. */
  public enum Scalar {
    /** A number without fraction, in {@link #integer}. */
    INTEGER,
    /** Any other number, infinities and NaN included, in {@link #real}. */
    REAL,
    /** The word {@code true}. */
    TRUE,
    /** The word {@code false}. */
    FALSE,
    /** The word {@code null}. */
    NULL
  }

  /** A set of keys. */
  @FunctionalInterface
  public interface Keys {
    /** Whether the text between two places in {@code bytes} is one of them. */
    boolean contains(byte[] bytes, int from, int to);
  }

  private final InputStream input;
  private final int longestString;
  private byte[] buffer = new byte[BUFFER];
  private int position;
  private int limit;
  private long before;
  private boolean ended;

  /** Bytes from here on stay in the buffer; -1 for none. */
  private int tokenStart = -1;

  private int mark = -1;

  private byte[] scratch = new byte[256];
  private byte[] bytes = buffer;
  private int from;
  private int to;
  private boolean mended;
  private long integer;
  private double real;

  /**
   * A lexer at the start of a text.
   *
   * @param input UTF-8; the caller closes it
   * @param longestString bytes that one string may have
   */
  public JsonLexer(InputStream input, int longestString) {
    this.input = input;
    this.longestString = longestString;
  }

  /** The byte at which the lexer stands, from 0. */
  public long offset() {
    return before + position;
  }

  /** The next byte after white space, or {@link #END}; it stays the next. */
  public int peek() {
    do {
      int p = position;
      int end = limit;
      while (p < end) {
        int c = buffer[p];
        if (c > ' ' || c < 0) {
          position = p;
          return c & 0xff;
        }
        p++;
      }
      position = p;
    } while (more());
    return END;
  }

  /** Passes the byte that {@link #peek} gave. */
  public void skip() {
    position++;
  }

  /** Passes the next byte after white space if it is this one. */
  public boolean skip(int expected) {
    if (peek() == expected) {
      position++;
      return true;
    }
    return false;
  }

  /** Remembers this place for {@link #reset}. */
  public void mark() {
    mark = position;
  }

  /** Goes back to the marked place, unless megabytes have been read since. */
  public void reset() {
    if (mark >= 0) {
      position = mark;
    }
  }

  /**
   * Passes these bytes if they are the next ones.
   *
   * @return whether they were
   */
  public boolean skip(byte[] expected) {
    int end = position + expected.length;
    if (end <= limit && Arrays.equals(buffer, position, end, expected, 0, expected.length)) {
      position = end;
      return true;
    }
    return false;
  }

  /** The bytes from an offset to here, or {@code null} if they are no longer held. */
  public byte[] since(long offset) {
    return offset < before ? null : Arrays.copyOfRange(buffer, (int) (offset - before), position);
  }

  /** The bytes in which the string just read lies, {@link #from} to {@link #to}. */
  public byte[] bytes() {
    return bytes;
  }

  /** First byte of the string just read. */
  public int from() {
    return from;
  }

  /** One past the last byte of the string just read. */
  public int to() {
    return to;
  }

  /** Whether the string just read was not escaped as JSON demands. */
  public boolean mended() {
    return mended;
  }

  /** The number just read; one of 64 unsigned bits keeps its bits. */
  public long integer() {
    return integer;
  }

  /** The number just read. */
  public double real() {
    return real;
  }

  /**
   * Reads the string at whose opening quote the lexer stands.
   *
   * @throws DamagedJsonException if the text ends inside it
   * @throws JsonLimitException if it is too long
   */
  public void string() {
    if (!plainString()) {
      decode(null);
    }
  }

  /**
   * Reads a string that its writer may have put there without escaping it: it ends at the first
   * quote after which the object ends or goes on with a further key. Where one of {@code keys}
   * follows, it ends at a quote even after a backslash, and even without a quote.
   *
   * @throws DamagedJsonException if the text ends inside it
   * @throws JsonLimitException if it is too long
   */
  public void unescapedString(Keys keys) {
    int start = position;
    if (plainString()) {
      int length = to - from;
      tokenStart = position - length - 1;
      boolean ends = endsValue(length + 1, JsonLexer::isWord, keys);
      start = tokenStart - 1;
      tokenStart = -1;
      if (ends) {
        bytes = buffer;
        from = start + 1;
        to = from + length;
        position = to + 1;
        return;
      }
    } else {
      start = position;
    }
    position = start;
    decode(keys);
  }

  /** Reads a string without escapes; otherwise goes back to its opening quote. */
  private boolean plainString() {
    tokenStart = position;
    int p = position + 1;
    for (; ; p++) {
      if (p == limit) {
        position = p;
        int length = p - tokenStart;
        if (length > longestString || !more()) {
          break;
        }
        p = tokenStart + length;
      }
      int c = buffer[p];
      if (c == '"') {
        if (p - tokenStart > longestString) {
          break;
        }
        bytes = buffer;
        from = tokenStart + 1;
        to = p;
        tokenStart = -1;
        mended = false;
        position = p + 1;
        return true;
      }
      if (c == '\\' || (c < ' ' && c >= 0)) {
        break;
      }
    }
    position = tokenStart;
    tokenStart = -1;
    return false;
  }

  /** Reads a string byte by byte; {@code keys} as in {@link #unescapedString}, or null. */
  private void decode(Keys keys) {
    tokenStart = position + 1;
    mended = false;
    int length = 0;
    int next = 0;
    while (true) {
      int c = at(next);
      if (c == END || next > longestString) {
        position = Math.min(tokenStart + next, limit);
        tokenStart = -1;
        throw c == END ? damage("a string is not closed") : tooLong();
      }
      if (c == '"') {
        if (keys == null || endsValue(next + 1, JsonLexer::isWord, keys)) {
          next++;
          break;
        }
        mended = true;
        int comma = lastComma(length);
        if (comma >= 0 && keyEnd(next, keys) > 0) {
          // The closing quote is lost; this one opens the next key.
          next -= length - comma;
          length = comma;
          break;
        }
        if (next > LONGEST_SEARCH) {
          position = tokenStart + next;
          tokenStart = -1;
          throw damage("a string is not escaped, and it cannot be told where it ends");
        }
      } else if (c == '\\') {
        int escape = at(next + 1);
        if (keys != null && escape == '"' && endsValue(next + 2, keys, keys)) {
          mended = true;
          length = append(length, '\\');
          next += 2;
          break;
        }
        int read = escape == 'u' ? unicode(next + 2) : single(escape);
        if (read >= 0) {
          length = escape == 'u' ? appendCodeUnit(length, read, next) : append(length, read);
          next += escape == 'u' ? 6 : 2;
          if (escape == 'u' && Character.isHighSurrogate((char) read) && lowSurrogate(next) >= 0) {
            next += 6;
          }
          continue;
        }
        mended = true;
      } else if (c < ' ') {
        mended = true;
      }
      length = append(length, c);
      next++;
    }
    position = tokenStart + next;
    tokenStart = -1;
    bytes = scratch;
    from = 0;
    to = length;
  }

  /** Where the decoded text ends before a comma and white space, or -1. */
  private int lastComma(int length) {
    int end = length - 1;
    while (end >= 0 && scratch[end] <= ' ' && scratch[end] >= 0) {
      end--;
    }
    return end >= 0 && scratch[end] == ',' ? end : -1;
  }

  private int append(int length, int c) {
    if (length == scratch.length) {
      scratch = Arrays.copyOf(scratch, length * 2);
    }
    scratch[length] = (byte) c;
    return length + 1;
  }

  private int appendCodeUnit(int length, int unit, int start) {
    int low = Character.isHighSurrogate((char) unit) ? lowSurrogate(start + 6) : -1;
    int point = low >= 0 ? Character.toCodePoint((char) unit, (char) low) : unit;
    if (low < 0 && Character.isSurrogate((char) unit)) {
      point = 0xfffd;
    }
    int end = length;
    for (byte b : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
      end = append(end, b);
    }
    return end;
  }

  private int lowSurrogate(int start) {
    if (at(start) != '\\' || at(start + 1) != 'u') {
      return -1;
    }
    int unit = unicode(start + 2);
    return unit >= 0 && Character.isLowSurrogate((char) unit) ? unit : -1;
  }

  private int unicode(int start) {
    int unit = 0;
    for (int i = start; i < start + 4; i++) {
      int digit = Character.digit(at(i), 16);
      if (digit < 0) {
        return -1;
      }
      unit = unit << 4 | digit;
    }
    return unit;
  }

  private static int single(int escape) {
    return switch (escape) {
      case '"', '\\', '/' -> escape;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> -1;
    };
  }

  /** Whether the object ends after a value, or goes on with one of the keys. */
  private boolean endsValue(int start, Keys afterComma, Keys withoutComma) {
    int next = afterSpace(start);
    if (at(next) == '}') {
      return endsObject(next + 1, withoutComma);
    }
    Keys keys = at(next) == ',' ? afterComma : withoutComma;
    for (int commas = 0; at(next) == ',' && commas < LONGEST_KEY; commas++) {
      next = afterSpace(next + 1);
    }
    return keyEnd(next, keys) > 0;
  }

  /** Whether a list ends after an object, or goes on with one that begins with one of the keys. */
  private boolean endsObject(int start, Keys keys) {
    int next = afterSpace(start);
    if (at(next) == ',') {
      next = afterSpace(next + 1);
    }
    return at(next) == '{'
        ? keyEnd(afterSpace(next + 1), keys) > 0
        : at(next) == ']' || at(next) == END;
  }

  /** Any key of letters, digits and underscores. */
  private static boolean isWord(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != '_' && !Character.isLetterOrDigit(bytes[i])) {
        return false;
      }
    }
    return to > from;
  }

  /** Where the key that begins at this quote ends, or -1 if it is none of them. */
  private int keyEnd(int quote, Keys keys) {
    if (at(quote) != '"') {
      return -1;
    }
    int end = quote + 1;
    while (at(end) != '"') {
      if (at(end) == END || ++end - quote > LONGEST_KEY) {
        return -1;
      }
    }
    boolean known = keys.contains(buffer, tokenStart + quote + 1, tokenStart + end);
    return known && at(afterSpace(end + 1)) == ':' ? end : -1;
  }

  private int afterSpace(int start) {
    int next = start;
    while (at(next) <= ' ' && at(next) != END && next - start < LONGEST_SEARCH) {
      next++;
    }
    return next;
  }

  /** The byte that many after the start of the token. */
  private int at(int index) {
    while (tokenStart + index >= limit) {
      position = limit;
      if (!more()) {
        return END;
      }
    }
    return buffer[tokenStart + index] & 0xff;
  }

  /**
   * Moves to the next object that begins with one of the keys.
   *
   * @return whether there is one; if not, the text has ended
   */
  public boolean seekObject(Keys keys) {
    while (true) {
      int c = peek();
      if (c == END) {
        return false;
      }
      if (c == '{' && beginsWith(keys)) {
        return true;
      }
      position++;
    }
  }

  /** Whether the object at whose brace the lexer stands begins with one of the keys. */
  public boolean beginsWith(Keys keys) {
    tokenStart = position;
    boolean found = keyEnd(afterSpace(1), keys) > 0;
    position = tokenStart;
    tokenStart = -1;
    return found;
  }

  /**
   * Reads a number or a word.
   *
   * @throws DamagedJsonException if there is neither
   */
  public Scalar scalar() {
    if (limit - position < LONGEST_NUMBER && !ended) {
      need(LONGEST_NUMBER);
    }
    int p = position;
    boolean negative = p < limit && buffer[p] == '-';
    if (negative) {
      p++;
    }
    int first = p;
    long value = 0;
    while (p < limit) {
      int digit = buffer[p] - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      value = value * 10 + digit;
      p++;
    }
    int digits = p - first;
    if (digits == 0) {
      return word(p, negative);
    }
    int next = p < limit ? buffer[p] : 0;
    if (next == '.' || next == 'e' || next == 'E') {
      return fraction(p, value, digits, negative);
    }
    integer = digits < 19 ? (negative ? -value : value) : big(p, digits);
    position = p;
    return Scalar.INTEGER;
  }

  private long big(int end, int digits) {
    if (digits <= LONGEST_NUMBER) {
      BigInteger number = new BigInteger(ascii(position, end));
      if (number.bitLength() < Long.SIZE
          || (number.signum() > 0 && number.bitLength() == Long.SIZE)) {
        return number.longValue();
      }
    }
    throw damage("a number does not fit into 64 bits");
  }

  private Scalar fraction(int start, long whole, int wholeDigits, boolean negative) {
    int p = start;
    long value = whole;
    int fraction = 0;
    if (buffer[p] == '.') {
      for (p++; p < limit && buffer[p] >= '0' && buffer[p] <= '9'; p++) {
        value = value * 10 + buffer[p] - '0';
        fraction++;
      }
    }
    boolean exponent = p < limit && (buffer[p] == 'e' || buffer[p] == 'E');
    if (!exponent && wholeDigits + fraction <= EXACT_DIGITS) {
      // Both are exact doubles, so that the quotient is rounded once.
      double magnitude = value / POWERS_OF_TEN[fraction];
      real = negative ? -magnitude : magnitude;
    } else {
      while (p < limit && isNumberPart(buffer[p])) {
        p++;
      }
      try {
        real = p - position > LONGEST_NUMBER ? Double.NaN : Double.parseDouble(ascii(position, p));
      } catch (NumberFormatException e) {
        throw damage("a number cannot be read");
      }
    }
    position = p;
    return Scalar.REAL;
  }

  private static boolean isNumberPart(int c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == 'e' || c == 'E' || c == '.';
  }

  private Scalar word(int start, boolean negative) {
    int p = start;
    while (p < limit && p - start < LONGEST_KEY && Character.isLetter(buffer[p])) {
      p++;
    }
    String word = ascii(start, p).toLowerCase(Locale.ROOT);
    if (!negative) {
      Scalar found =
          switch (word) {
            case "true" -> Scalar.TRUE;
            case "false" -> Scalar.FALSE;
            case "null" -> Scalar.NULL;
            default -> null;
          };
      if (found != null) {
        position = p;
        return found;
      }
    }
    switch (word) {
      case "nan" -> real = Double.NaN;
      case "inf", "infinity" ->
          real = negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      default -> throw damage("there is no value");
    }
    position = p;
    return Scalar.REAL;
  }

  private String ascii(int start, int end) {
    return new String(buffer, start, end - start, StandardCharsets.ISO_8859_1);
  }

  /** An error at this place. */
  public DamagedJsonException damage(String problem) {
    return new DamagedJsonException(offset(), problem);
  }

  private JsonLimitException tooLong() {
    return new JsonLimitException("a string is longer than " + longestString + " bytes");
  }

  private void need(int wanted) {
    int here = limit - position;
    position = limit;
    int start = tokenStart;
    tokenStart = limit - here;
    while (limit - tokenStart < wanted && more()) {
      position = limit;
    }
    position = tokenStart;
    tokenStart = start;
  }

  /** Reads on; what is marked or belongs to the token stays in the buffer. */
  private boolean more() {
    if (ended) {
      return false;
    }
    int keep = tokenStart >= 0 ? Math.min(tokenStart, position) : position;
    if (mark >= 0) {
      if (keep - mark > LONGEST_MARK) {
        mark = -1;
      } else {
        keep = mark;
      }
    }
    if (keep > 0) {
      System.arraycopy(buffer, keep, buffer, 0, limit - keep);
      before += keep;
      position -= keep;
      limit -= keep;
      tokenStart = tokenStart < 0 ? -1 : tokenStart - keep;
      mark = mark < 0 ? -1 : mark - keep;
    }
    if (limit == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int read = read();
    ended = read < 0;
    limit += Math.max(read, 0);
    return !ended;
  }

  private int read() {
    try {
      return input.read(buffer, limit, buffer.length - limit);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
