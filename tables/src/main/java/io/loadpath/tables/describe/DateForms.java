package io.loadpath.tables.describe;

import io.loadpath.rows.FileFormat.DateForm;
import io.loadpath.rows.FileFormat.TimestampForm;
import io.loadpath.tables.describe.Look.Shape;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The form of a table's days and times of day. A table has one form: the most common one of its
 * columns.
 *
 * @param date null: no column has dates
 * @param timestamp null: no column has timestamps
 * @param dateNote null without dates
 */
record DateForms(DateForm date, TimestampForm timestamp, Note dateNote) {

  /**
   * @param columns of the values that are not NULL
   */
  static DateForms of(List<ColumnFields> columns) {
    List<ColumnFields> dated =
        columns.stream()
            .filter(column -> column.only(Shape.DATE) || column.only(Shape.TIMESTAMP))
            .toList();
    Map<DateForm, Integer> days = new EnumMap<>(DateForm.class);
    dated.forEach(column -> days.merge(day(column), 1, Integer::sum));
    if (days.isEmpty()) {
      return columns.stream().anyMatch(DateForms::maybeCompact)
          ? new DateForms(
              DateForm.COMPACT,
              null,
              Note.guessed("all whole numbers of 8 digits are days of the calendar"))
          : new DateForms(null, null, null);
    }
    DateForm day =
        days.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    List<ColumnFields> same = dated.stream().filter(column -> day(column) == day).toList();
    TimestampForm timestamp =
        same.stream()
            .filter(column -> column.only(Shape.TIMESTAMP))
            .max(Comparator.comparingInt(column -> column.fields().size()))
            .map(column -> column.fields().get(0).look().gap())
            .orElse(null);
    if (day != DateForm.AMERICAN) {
      return new DateForms(day, timestamp, Note.seen("all days have this form"));
    }
    boolean american = same.stream().allMatch(column -> allDays(column, false));
    boolean british = same.stream().allMatch(column -> allDays(column, true));
    Note note =
        american && british
            ? Note.guessed("no number before a slash is above 12, so dd/mm/yyyy fits as well")
            : Note.seen("numbers above 12 show which number is the day");
    return new DateForms(
        british && !american ? DateForm.BRITISH : DateForm.AMERICAN, timestamp, note);
  }

  private static DateForm day(ColumnFields column) {
    return column.fields().get(0).look().day();
  }

  private static boolean allDays(ColumnFields column, boolean british) {
    return column.fields().stream().allMatch(field -> field.hasDay(british));
  }

  /** Whether whole numbers can be days without separators. */
  static boolean maybeCompact(ColumnFields column) {
    return column.only(Shape.INTEGER) && allDays(column, false);
  }

  /** Whether all values of a column are days, or timestamps, of this form. */
  boolean fits(ColumnFields column) {
    return allDays(column, date == DateForm.BRITISH)
        && column.fields().stream()
            .map(Field::look)
            .allMatch(
                look ->
                    (look.day() == date
                            || look.day() == DateForm.AMERICAN && date == DateForm.BRITISH)
                        && (look.shape() != Shape.TIMESTAMP || look.gap() == timestamp));
  }
}
