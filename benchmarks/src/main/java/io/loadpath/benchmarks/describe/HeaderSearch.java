package io.loadpath.benchmarks.describe;

import io.loadpath.tables.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds out whether the first row of the files names the columns. DuckDB takes the first row of a
 * table of texts for a header.
 *
 * @param columns all their fields
 * @param first the very first row
 * @param files that begin with the same row
 * @param sniffed what DuckDB takes it for
 */
record HeaderSearch(
    List<ColumnLooks> columns,
    List<String> first,
    int files,
    boolean sniffed,
    NullSearch.Found nulls) {
  private static final int LONGEST_NAME = 100;

  /** Whether there is a header, and why. */
  record Found(boolean header, Note note) {}

  Found find() {
    List<ColumnLooks> rest = columns.stream().map(ColumnLooks::withoutFirstRows).toList();
    if (rest.stream().allMatch(column -> column.looks().isEmpty())) {
      boolean names = names() && allText();
      return new Found(
          names,
          Note.guessed(
              names ? "the only line has no number and no date" : "there is only one row"));
    }
    List<Integer> typedColumns =
        IntStream.range(0, columns.size()).filter(i -> isTyped(kind(rest, i))).boxed().toList();
    Optional<Integer> unlike =
        typedColumns.stream().filter(i -> kind(columns, i) == Kind.TEXT).findFirst();
    boolean typed = !typedColumns.isEmpty();
    if (files > 1) {
      return ofSeveral(rest, typed, unlike.isPresent());
    }
    if (unlike.isPresent()) {
      int column = unlike.get();
      return new Found(
          true,
          Note.seen(
              "'%s' is no %s, as all below it are"
                  .formatted(TypeSearch.shown(first.get(column)), word(kind(rest, column)))));
    }
    boolean names = names() && unlikeRest(rest);
    if (typed && names && wholeNumbersOverOthers(rest)) {
      return new Found(
          true,
          Note.guessed(
              "the first line has whole numbers where the others have fractions; check with head -2"));
    }
    if (typed) {
      return new Found(
          false, Note.seen("the first line has numbers or dates where the others have them"));
    }
    return names && sniffed
        ? new Found(
            true,
            Note.guessed(
                "all columns are text, and the first line looks like names; check with head -2"))
        : new Found(
            false,
            Note.guessed(
                "all columns are text, and the first line looks like a row; check with head -2"));
  }

  /** Of files that begin with the same line: a header, unless it has values like the rows. */
  private Found ofSeveral(List<ColumnLooks> rest, boolean typed, boolean unlike) {
    String same = "%d files begin with the same line".formatted(files);
    if (unlike) {
      return new Found(true, Note.seen(same));
    }
    return typed && !(names() && wholeNumbersOverOthers(rest))
        ? new Found(false, Note.guessed(same + ", but it has numbers or dates like the others"))
        : new Found(true, Note.guessed(same));
  }

  private static boolean isTyped(Kind kind) {
    return kind != null && kind != Kind.TEXT;
  }

  private static String word(Kind kind) {
    return switch (kind) {
      case INTEGER, DECIMAL, DOUBLE -> "number";
      default -> kind.name().toLowerCase(Locale.ROOT);
    };
  }

  private Kind kind(List<ColumnLooks> some, int column) {
    ColumnLooks values = some.get(column).values(nulls.text());
    if (values.looks().isEmpty()) {
      return null;
    }
    DateForms forms = DateForms.of(List.of(values));
    return new TypeSearch(true, forms, place -> null).kind(values);
  }

  private boolean allText() {
    for (int i = 0; i < columns.size(); i++) {
      Kind kind = kind(columns, i);
      if (kind != null && kind != Kind.TEXT) {
        return false;
      }
    }
    return true;
  }

  /** Whether the first row can be names: all there but one, short, and no two alike. */
  private boolean names() {
    Set<String> different = new HashSet<>(first);
    return different.size() == first.size()
        && first.stream().filter(String::isBlank).count() <= 1
        && first.stream().allMatch(name -> name.length() <= LONGEST_NAME && name.indexOf('\n') < 0);
  }

  private static boolean unlikeRest(List<ColumnLooks> rest) {
    return rest.stream().allMatch(column -> column.sum(Look::likeHead) == 0);
  }

  /** Whether the first row names columns of fractions by whole numbers, such as years. */
  private boolean wholeNumbersOverOthers(List<ColumnLooks> rest) {
    int fractions = 0;
    int whole = 0;
    for (int i = 0; i < columns.size(); i++) {
      Kind kind = kind(rest, i);
      if (kind == Kind.DECIMAL || kind == Kind.DOUBLE) {
        fractions++;
        whole += columns.get(i).firstRows().fields(Look.Shape.INTEGER) > 0 ? 1 : 0;
      }
    }
    return fractions > 1 && whole == fractions;
  }
}
