package io.loadpath.rows;

import java.io.Serializable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The type of a column, as table descriptions write it.
 *
 * @param kind what values it has
 * @param size INTEGER: maximum number of digits, 1 to 19 (and a signed 64-bit number); DECIMAL:
 *     maximum number of digits with those after the point, 1 to 38; TEXT: maximum length in
 *     characters, or {@link #UNLIMITED}; otherwise 0
 * @param places digits after the point: of a DECIMAL, 0 to its size; of a TIMESTAMP's seconds, 0 to
 *     9; otherwise 0
 * @param zone TIMESTAMP: whether values are moments (with a zone) or local times; otherwise false
 */
public record Type(Kind kind, int size, int places, boolean zone) implements Serializable {

  /** The size of a text without a maximum length. */
  public static final int UNLIMITED = 0;

  public static final int MAX_INTEGER_DIGITS = 19;
  public static final int MAX_DECIMAL_DIGITS = 38;
  public static final int MAX_SECOND_PLACES = 9;

  private static final int USUAL_SECOND_PLACES = 6;
  private static final Pattern FORM =
      Pattern.compile("([a-z]+)(?:\\((\\d{1,9})(?:, ?(\\d{1,2}))?\\))?( with time zone)?");

  public Type {
    switch (kind) {
      case INTEGER -> check("integer", size, 1, MAX_INTEGER_DIGITS);
      case DECIMAL -> {
        check("decimal", size, 1, MAX_DECIMAL_DIGITS);
        check("the places of decimal", places, 0, size);
      }
      case TIMESTAMP -> check("timestamp", places, 0, MAX_SECOND_PLACES);
      case TEXT -> check("text", size, UNLIMITED, Integer.MAX_VALUE);
      default -> {
        // has no size
      }
    }
  }

  /** {@code integer(19)} without a size; it holds every signed 64-bit number. */
  public static Type integer(int digits) {
    return new Type(Kind.INTEGER, digits, 0, false);
  }

  public static Type decimal(int digits, int places) {
    return new Type(Kind.DECIMAL, digits, places, false);
  }

  /**
   * @param characters maximum length, or {@link #UNLIMITED}
   */
  public static Type text(int characters) {
    return new Type(Kind.TEXT, characters, 0, false);
  }

  public static Type timestamp(int places, boolean zone) {
    return new Type(Kind.TIMESTAMP, 0, places, zone);
  }

  /** A type without a size: DOUBLE, BOOLEAN, DATE or BYTES. */
  public static Type of(Kind kind) {
    return new Type(kind, 0, 0, false);
  }

  /**
   * Reads a type as descriptions write it: {@code integer(6)}, {@code decimal(15,2)}, {@code
   * double}, {@code boolean}, {@code text(20)}, {@code text}, {@code date}, {@code timestamp(6)},
   * {@code timestamp(6) with time zone}, {@code bytes}.
   *
   * @throws IllegalArgumentException naming the text and the forms
   */
  public static Type parse(String text) {
    Matcher form = FORM.matcher(text == null ? "" : text.trim());
    Kind kind = form.matches() ? Kind.named(form.group(1)) : null;
    if (kind == null) {
      throw unknown(text);
    }
    boolean sized = form.group(2) != null;
    int first = sized ? Integer.parseInt(form.group(2)) : 0;
    boolean placed = form.group(3) != null;
    int second = placed ? Integer.parseInt(form.group(3)) : 0;
    boolean zone = form.group(4) != null;
    if (zone && kind != Kind.TIMESTAMP || placed && kind != Kind.DECIMAL) {
      throw unknown(text);
    }
    return switch (kind) {
      case INTEGER -> integer(sized ? first : MAX_INTEGER_DIGITS);
      case DECIMAL -> {
        if (!sized) {
          throw unknown(text);
        }
        yield decimal(first, second);
      }
      case TEXT -> {
        if (sized) {
          check("text", first, 1, Integer.MAX_VALUE);
        }
        yield text(first);
      }
      case TIMESTAMP -> timestamp(sized ? first : USUAL_SECOND_PLACES, zone);
      default -> {
        if (sized) {
          throw unknown(text);
        }
        yield of(kind);
      }
    };
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return switch (kind) {
      case INTEGER -> "integer(" + size + ")";
      case DECIMAL -> "decimal(" + size + "," + places + ")";
      case TEXT -> size == UNLIMITED ? "text" : "text(" + size + ")";
      case TIMESTAMP -> "timestamp(" + places + ")" + (zone ? " with time zone" : "");
      default -> kind.word();
    };
  }

  private static void check(String what, int number, int least, int most) {
    if (number < least || number > most) {
      throw new IllegalArgumentException(
          "%s: %d is not from %d to %d".formatted(what, number, least, most));
    }
  }

  private static IllegalArgumentException unknown(String text) {
    return new IllegalArgumentException(
        "type: '%s' is not integer(DIGITS), decimal(DIGITS,PLACES), double, boolean,"
                .formatted(text)
            + " text(CHARACTERS), text, date, timestamp(PLACES), timestamp(PLACES) with time zone"
            + " or bytes");
  }
}
