package io.loadpath.tables.describe;

import io.loadpath.tables.describe.Look.Shape;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Finds the field that stands for NULL: the empty one, or a word between numbers or dates. */
record NullSearch(List<ColumnFields> columns) {

  /** Words that always mean NULL; others may be not-a-number, or a value. */
  private static final Set<String> SURE =
      Set.of("NA", "N/A", "n/a", "#N/A", "NULL", "null", "Null", "\\N", "nil");

  private static final String NULL_OF_COPY = "\\N";

  /** The field, without quotes, and the reason. */
  record Found(String text, Note note) {}

  Found find() {
    Map<String, Long> words = new TreeMap<>();
    long empty = 0;
    for (ColumnFields column : columns) {
      if (typedButForWords(column)) {
        empty += column.nulls("");
        for (Field field : column.fields()) {
          if (field.shape() == Shape.WORD && !field.quoted()) {
            words.merge(field.text(), 1L, Long::sum);
          }
        }
      }
    }
    if (words.isEmpty()) {
      return betweenTexts(empty);
    }
    String word =
        words.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    if (empty > words.get(word)) {
      return new Found(
          "",
          Note.guessed(
              "empty fields and '%s' are between numbers or dates; a table has one NULL"
                  .formatted(word)));
    }
    String others =
        words.size() == 1 && empty == 0
            ? ""
            : "; other fields that are not values make their columns text";
    return new Found(
        word,
        new Note(
            !others.isEmpty() || !SURE.contains(word),
            "'%s' is between numbers or dates%s".formatted(word, others)));
  }

  /** {@code \N} means NULL in text columns, too. */
  private Found betweenTexts(long emptyBetweenNumbers) {
    long ofCopy = columns.stream().mapToLong(column -> column.nulls(NULL_OF_COPY)).sum();
    if (ofCopy > 0 && emptyBetweenNumbers == 0) {
      return new Found(NULL_OF_COPY, Note.seen(Note.count(ofCopy, "field") + " with '\\N'"));
    }
    long empty = columns.stream().mapToLong(column -> column.nulls("")).sum();
    return new Found(
        "", Note.seen(empty == 0 ? "no field is empty" : Note.count(empty, "empty field")));
  }

  private static boolean typedButForWords(ColumnFields column) {
    ColumnFields values = column.withoutWords();
    return values.onlyNumbers()
        || values.only(Shape.DATE)
        || values.only(Shape.TIMESTAMP)
        || values.only(Shape.BOOLEAN);
  }
}
