package io.loadpath.benchmarks.describe;

import io.loadpath.benchmarks.describe.Look.Shape;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds the field that stands for NULL: the empty one, or a word that stands between numbers or
 * dates.
 */
record NullSearch(List<ColumnLooks> columns) {

  /** Words that mean nothing else; others can be not-a-number, or a value. */
  private static final Set<String> SURE =
      Set.of("NA", "N/A", "n/a", "#N/A", "NULL", "null", "Null", "\\N", "nil");

  /** The field, without quotes, and why. */
  record Found(String text, Note note) {}

  Found find() {
    Map<String, Long> words = new TreeMap<>();
    long empty = 0;
    for (ColumnLooks column : columns) {
      if (typedButForWords(column)) {
        for (Look look : column.looks()) {
          if (look.shape() == Shape.WORD && !look.quoted()) {
            words.merge(look.word(), look.fields(), Long::sum);
          } else if (look.shape() == Shape.EMPTY && !look.quoted()) {
            empty += look.fields();
          }
        }
      }
    }
    if (words.isEmpty()) {
      return copysNull(empty).orElseGet(this::emptyField);
    }
    String word =
        words.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    if (empty > words.get(word)) {
      return new Found(
          "",
          Note.guessed(
              "empty fields stand between numbers or dates, but so does '%s'; a table has one NULL"
                  .formatted(word)));
    }
    String others =
        words.size() == 1 && empty == 0
            ? ""
            : "; other fields there that are no values make their columns text";
    return new Found(
        word,
        new Note(
            !others.isEmpty() || !SURE.contains(word),
            "'%s' stands between numbers or dates%s".formatted(word, others)));
  }

  /** {@code \N} means NULL in text columns, too. */
  private java.util.Optional<Found> copysNull(long empty) {
    long fields =
        columns.stream()
            .flatMap(column -> column.looks().stream())
            .filter(look -> "\\N".equals(look.word()) && !look.quoted())
            .mapToLong(Look::fields)
            .sum();
    return fields == 0 || empty > 0
        ? java.util.Optional.empty()
        : java.util.Optional.of(
            new Found("\\N", Note.seen(Note.count(fields, "field") + " with '\\N'")));
  }

  private Found emptyField() {
    long empty =
        columns.stream()
            .flatMap(column -> column.looks().stream())
            .filter(look -> look.shape() == Shape.EMPTY && !look.quoted())
            .mapToLong(Look::fields)
            .sum();
    return new Found(
        "", Note.seen(empty == 0 ? "no field is empty" : Note.count(empty, "empty field")));
  }

  private static boolean typedButForWords(ColumnLooks column) {
    ColumnLooks values =
        new ColumnLooks(
            column.looks().stream()
                .filter(look -> look.shape() != Shape.WORD && look.shape() != Shape.EMPTY)
                .toList());
    return values.onlyNumbers()
        || values.only(Shape.DATE)
        || values.only(Shape.TIMESTAMP)
        || values.only(Shape.BOOLEAN);
  }
}
