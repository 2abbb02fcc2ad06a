package io.loadpath.benchmarks.describe;

import io.loadpath.datasets.table.Kind;
import io.loadpath.datasets.table.Type;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Translates the types of PostgreSQL, Hive and Oracle. */
final class SqlTypes {
  /** NUMBER and NUMERIC without a size hold any number. */
  private static final Type ANY_NUMBER = Type.decimal(Type.MAX_DECIMAL_DIGITS, 10);

  private static final int INTEGER_DIGITS = 18;
  private static final int USUAL_SECOND_PLACES = 6;
  private static final int UUID_CHARS = 36;
  private static final Pattern FORM =
      Pattern.compile(
          "([a-z][a-z0-9_ ]*?) ?(?:\\( ?(\\d{1,9})(?: (?:char|byte))?(?: ?, ?(\\d{1,3}))? ?\\))?"
              + "((?: (?:with|without)(?: local)? time zone)?)");

  private SqlTypes() {}

  /** A type, and what to say of it; null: nothing. */
  record Found(Type type, Note note) {}

  /**
   * Translates a type such as {@code varchar2(20 CHAR)}.
   *
   * @return nothing for a type that descriptions do not have
   */
  static Optional<Found> of(String text) {
    String plain =
        text.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ").replace("( * ,", "( 38 ,").strip();
    Matcher form = FORM.matcher(plain);
    if (!form.matches()) {
      return Optional.empty();
    }
    Integer size = form.group(2) == null ? null : Integer.valueOf(form.group(2));
    Integer places = form.group(3) == null ? null : Integer.valueOf(form.group(3));
    try {
      return translate(form.group(1), size, places, form.group(4).startsWith(" with "));
    } catch (IllegalArgumentException e) { // larger than any type of ours
      return Optional.empty();
    }
  }

  private static Optional<Found> translate(
      String name, Integer size, Integer places, boolean zone) {
    Type type =
        switch (name) {
          case "tinyint" -> Type.integer(3);
          case "smallint", "int2", "smallserial" -> Type.integer(5);
          case "int", "integer", "int4", "serial" -> Type.integer(10);
          case "bigint", "int8", "bigserial" -> Type.integer(Type.MAX_INTEGER_DIGITS);
          case "numeric", "decimal", "dec", "number" -> number(size, places);
          case "real",
                  "float",
                  "float4",
                  "float8",
                  "double",
                  "double precision",
                  "binary_float",
                  "binary_double" ->
              Type.of(Kind.DOUBLE);
          case "boolean", "bool" -> Type.of(Kind.BOOLEAN);
          case "char", "character", "nchar", "bpchar" -> Type.text(size == null ? 1 : size);
          case "varchar", "character varying", "varchar2", "nvarchar2", "nvarchar" ->
              Type.text(size == null ? Type.UNLIMITED : size);
          case "text", "string", "clob", "nclob", "long" -> Type.text(Type.UNLIMITED);
          case "uuid" -> Type.text(UUID_CHARS);
          case "date" -> Type.of(Kind.DATE);
          case "timestamp" -> Type.timestamp(size == null ? USUAL_SECOND_PLACES : size, zone);
          case "timestamptz" -> Type.timestamp(size == null ? USUAL_SECOND_PLACES : size, true);
          case "bytea", "blob", "binary", "raw" -> Type.of(Kind.BYTES);
          default -> null;
        };
    boolean any = type == ANY_NUMBER;
    return Optional.ofNullable(type)
        .map(found -> new Found(found, any ? Note.guessed(name + " has no size there") : null));
  }

  private static Type number(Integer size, Integer places) {
    if (size == null) {
      return ANY_NUMBER;
    }
    boolean whole = places == null || places == 0;
    return whole && size <= INTEGER_DIGITS
        ? Type.integer(size)
        : Type.decimal(size, whole ? 0 : places);
  }
}
