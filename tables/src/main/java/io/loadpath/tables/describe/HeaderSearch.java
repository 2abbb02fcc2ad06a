package io.loadpath.tables.describe;

import io.loadpath.rows.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Finds out whether the first row of the files names the columns. */
final class HeaderSearch {
  private static final int LONGEST_NAME = 100;

  private final List<ColumnFields> columns;
  private final List<ColumnFields> rest;
  private final List<Kind> kinds;
  private final List<Kind> kindsOfRest;
  private final List<String> first;
  private final int files;

  /**
   * @param columns all their fields
   * @param rest the same without the first row of each file
   * @param first the very first row
   * @param files that begin with the same row
   */
  HeaderSearch(List<ColumnFields> columns, List<ColumnFields> rest, List<String> first, int files) {
    String nullText = new NullSearch(rest).find().text();
    this.columns = columns;
    this.rest = rest;
    this.first = first;
    this.files = files;
    kinds = columns.stream().map(column -> kind(column.values(nullText))).toList();
    kindsOfRest = rest.stream().map(column -> kind(column.values(nullText))).toList();
  }

  /** Whether there is a header, with the reason. */
  record Found(boolean header, Note note) {}

  Found find() {
    if (first.size() < columns.size()) {
      String fields = Note.count(first.size(), "field");
      return new Found(false, Note.guessed("the first line has only " + fields));
    }
    boolean names = canBeNames();
    if (rest.stream().allMatch(ColumnFields::isEmpty)) {
      return names && kinds.stream().allMatch(Kind.TEXT::equals)
          ? new Found(true, Note.guessed("the only line has no number and no date"))
          : new Found(false, Note.guessed("there is only one row"));
    }
    boolean typed = kindsOfRest.stream().anyMatch(kind -> kind != Kind.TEXT);
    OptionalInt unlike =
        all().filter(i -> kindsOfRest.get(i) != Kind.TEXT && kinds.get(i) == Kind.TEXT).findFirst();
    if (files > 1) {
      return ofSeveral(typed && !(names && wholeNumbersOverOthers()), unlike.isPresent());
    }
    if (unlike.isPresent()) {
      int column = unlike.getAsInt();
      return new Found(
          true,
          Note.seen(
              "'%s' is not a %s; all values below it are"
                  .formatted(TypeSearch.shown(first.get(column)), word(kindsOfRest.get(column)))));
    }
    names =
        names && all().allMatch(i -> rest.get(i).count(f -> f.text().equals(first.get(i))) == 0);
    if (!typed) {
      return new Found(
          names,
          Note.guessed(
              "all columns are text, and the first line looks like %s; check with head -2"
                  .formatted(names ? "names" : "a row")));
    }
    return names && wholeNumbersOverOthers()
        ? new Found(
            true,
            Note.guessed(
                "the first line has whole numbers where the others have fractions; check with head -2"))
        : new Found(
            false, Note.seen("the first line has numbers or dates where the others have them"));
  }

  private IntStream all() {
    return IntStream.range(0, columns.size());
  }

  /** For files that begin with the same line: a header, unless it has values like the rows. */
  private Found ofSeveral(boolean valuesLikeOthers, boolean unlike) {
    String same = "%d files begin with the same line".formatted(files);
    if (unlike) {
      return new Found(true, Note.seen(same));
    }
    return valuesLikeOthers
        ? new Found(false, Note.guessed(same + ", but it has numbers or dates like the others"))
        : new Found(true, Note.guessed(same));
  }

  private static String word(Kind kind) {
    return switch (kind) {
      case INTEGER, DECIMAL, DOUBLE -> "number";
      default -> kind.name().toLowerCase(Locale.ROOT);
    };
  }

  /** TEXT where there is no value. */
  private static Kind kind(ColumnFields values) {
    return new TypeSearch(true, DateForms.of(List.of(values))).find(values).type().kind();
  }

  /** Whether the first row can be names: short, different, and at most one missing. */
  private boolean canBeNames() {
    return new HashSet<>(first).size() == first.size()
        && first.stream().filter(String::isBlank).count() <= 1
        && first.stream().allMatch(name -> name.length() <= LONGEST_NAME && name.indexOf('\n') < 0);
  }

  /** Whether whole numbers in the first row, such as years, may name columns of fractions. */
  private boolean wholeNumbersOverOthers() {
    int[] fractions =
        all()
            .filter(i -> kindsOfRest.get(i) == Kind.DECIMAL || kindsOfRest.get(i) == Kind.DOUBLE)
            .toArray();
    return fractions.length > 1
        && IntStream.of(fractions)
            .allMatch(i -> columns.get(i).count(HeaderSearch::isWholeInFirstRow) > 0);
  }

  private static boolean isWholeInFirstRow(Field field) {
    return field.firstRow() && field.shape() == Look.Shape.INTEGER;
  }
}
