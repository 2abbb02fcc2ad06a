package io.loadpath.benchmarks.describe;

import java.util.ArrayList;
import java.util.List;

/** What the fields of one column look like. */
record ColumnLooks(List<Look> looks) {

  /** Divides the looks of a sample by column. */
  static List<ColumnLooks> of(List<Look> looks, int columns) {
    List<List<Look>> divided = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      divided.add(new ArrayList<>());
    }
    looks.forEach(look -> divided.get(look.column()).add(look));
    return divided.stream().map(ColumnLooks::new).toList();
  }

  /** Without the first row of each file. */
  ColumnLooks withoutFirstRows() {
    return new ColumnLooks(looks.stream().filter(look -> !look.firstRow()).toList());
  }

  /** The first rows of the files alone. */
  ColumnLooks firstRows() {
    return new ColumnLooks(looks.stream().filter(Look::firstRow).toList());
  }

  /** Those that are not NULL. */
  ColumnLooks values(String nullText) {
    return new ColumnLooks(looks.stream().filter(look -> !isNull(look, nullText)).toList());
  }

  long nulls(String nullText) {
    return fields() - values(nullText).fields();
  }

  private static boolean isNull(Look look, String nullText) {
    return !look.quoted()
        && (nullText.isEmpty()
            ? look.shape() == Look.Shape.EMPTY
            : look.shape() == Look.Shape.WORD && nullText.equals(look.word()));
  }

  long fields() {
    return looks.stream().mapToLong(Look::fields).sum();
  }

  long fields(Look.Shape shape) {
    return looks.stream().filter(look -> look.shape() == shape).mapToLong(Look::fields).sum();
  }

  boolean only(Look.Shape shape) {
    return !looks.isEmpty() && looks.stream().allMatch(look -> look.shape() == shape);
  }

  boolean onlyNumbers() {
    return !looks.isEmpty() && looks.stream().allMatch(look -> look.shape().number());
  }

  int max(java.util.function.ToIntFunction<Look> number) {
    return looks.stream().mapToInt(number).max().orElse(0);
  }

  long sum(java.util.function.ToLongFunction<Look> number) {
    return looks.stream().mapToLong(number).sum();
  }
}
