package io.loadpath.tables.describe;

import io.loadpath.tables.describe.Look.Shape;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** Fields of one column, in the order of the rows. */
record ColumnFields(List<Field> fields) {

  private ColumnFields where(Predicate<Field> condition) {
    return new ColumnFields(fields.stream().filter(condition).toList());
  }

  /** Without the first row of each file. */
  ColumnFields withoutFirstRows() {
    return where(field -> !field.firstRow());
  }

  /** The fields that are not NULL. */
  ColumnFields values(String nullText) {
    return where(field -> !isNull(field, nullText));
  }

  /** Without fields that are likely NULL. */
  ColumnFields withoutWords() {
    return where(field -> field.shape() != Shape.WORD && field.shape() != Shape.EMPTY);
  }

  long nulls(String nullText) {
    return count(field -> isNull(field, nullText));
  }

  private static boolean isNull(Field field, String nullText) {
    boolean maybe = field.shape() == Shape.WORD || field.shape() == Shape.EMPTY;
    return maybe && !field.quoted() && field.text().equals(nullText);
  }

  boolean isEmpty() {
    return fields.isEmpty();
  }

  /** The first one that meets a condition; there must be one. */
  Field first(Predicate<Field> condition) {
    return fields.stream().filter(condition).findFirst().orElseThrow();
  }

  long count(Predicate<Field> condition) {
    return fields.stream().filter(condition).count();
  }

  boolean only(Shape shape) {
    return onlyShapes(shape::equals);
  }

  boolean onlyNumbers() {
    return onlyShapes(Shape::isNumber);
  }

  /** Whether there are fields, and all have one of some shapes. */
  boolean onlyShapes(Predicate<Shape> shapes) {
    return !isEmpty() && fields.stream().allMatch(field -> shapes.test(field.shape()));
  }

  int max(ToIntFunction<Field> number) {
    return fields.stream().mapToInt(number).max().orElse(0);
  }
}
