package io.loadpath.benchmarks.describe;

import io.loadpath.benchmarks.describe.Look.Day;
import io.loadpath.benchmarks.describe.Look.Shape;
import io.loadpath.tables.FileFormat.DateForm;
import io.loadpath.tables.FileFormat.TimestampForm;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How a table writes days and times of day. A table has one form: that of most columns.
 *
 * @param date null: no column has dates
 * @param timestamp null: no column has timestamps
 * @param dateNote null without dates
 */
record DateForms(DateForm date, TimestampForm timestamp, Note dateNote) {

  /**
   * @param columns of the values that are not NULL
   */
  static DateForms of(List<ColumnLooks> columns) {
    List<ColumnLooks> dated =
        columns.stream()
            .filter(column -> column.only(Shape.DATE) || column.only(Shape.TIMESTAMP))
            .toList();
    Map<Day, Integer> days = new EnumMap<>(Day.class);
    dated.forEach(column -> days.merge(column.looks().get(0).day(), 1, Integer::sum));
    if (days.isEmpty()) {
      boolean compact = columns.stream().anyMatch(DateForms::maybeCompact);
      return compact
          ? new DateForms(
              DateForm.COMPACT,
              null,
              Note.guessed("whole numbers of 8 digits are all days of the calendar"))
          : new DateForms(null, null, null);
    }
    Day day = days.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    List<ColumnLooks> same =
        dated.stream().filter(column -> column.looks().get(0).day() == day).toList();
    TimestampForm timestamp =
        same.stream()
            .flatMap(column -> column.looks().stream())
            .filter(look -> look.shape() == Shape.TIMESTAMP)
            .max(java.util.Comparator.comparingLong(Look::fields))
            .map(Look::timestampForm)
            .orElse(null);
    if (day != Day.SLASH) {
      return new DateForms(day.form(false), timestamp, Note.seen("all days have this form"));
    }
    boolean american = same.stream().allMatch(column -> column.sum(Look::days) == column.fields());
    boolean british =
        same.stream().allMatch(column -> column.sum(Look::britishDays) == column.fields());
    Note note;
    if (american && british) {
      note = Note.guessed("no number before a slash is above 12, so dd/mm/yyyy fits as well");
    } else {
      note = Note.seen("numbers above 12 show which one is the day");
    }
    return new DateForms(day.form(british && !american), timestamp, note);
  }

  /** Whether whole numbers can be days without separators. */
  static boolean maybeCompact(ColumnLooks column) {
    return column.only(Shape.INTEGER) && column.sum(Look::days) == column.fields();
  }

  /** Whether all values of a column are days, or timestamps, of this form. */
  boolean fits(ColumnLooks column) {
    return column.looks().stream()
        .allMatch(
            look ->
                look.day() != null
                    && look.day().form(date == DateForm.BRITISH) == date
                    && (date == DateForm.BRITISH ? look.britishDays() : look.days())
                        == look.fields()
                    && (look.shape() != Shape.TIMESTAMP || look.timestampForm() == timestamp));
  }
}
