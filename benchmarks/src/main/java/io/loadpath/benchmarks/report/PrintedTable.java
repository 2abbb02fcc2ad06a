package io.loadpath.benchmarks.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Ratio;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A table with a row for each item, printed as text, Markdown, CSV and HTML.
 *
 * <p>A value is null, an Optional, a {@link Cell}, or any object with a text. An {@link Estimate}
 * shows its median and spread. The macro {@code table} of the templates prints Markdown and HTML.
 */
public final class PrintedTable<T> {
  private static final CsvMapper CSV =
      CsvMapper.builder()
          .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
          .build();

  private final List<T> items;
  private final List<Column<T>> columns = new ArrayList<>();

  /**
   * A column.
   *
   * @param number whether cells are aligned at the right
   */
  public record Column<T>(String name, boolean number, Function<? super T, ?> value) {}

  /**
   * A cell.
   *
   * @param title the text that HTML shows on hover; may be empty
   */
  public record Cell(String text, String title) {}

  private PrintedTable(List<T> items) {
    this.items = items;
  }

  /** Returns a table with a row for each item, without columns. */
  public static <T> PrintedTable<T> of(List<T> items) {
    return new PrintedTable<>(items);
  }

  public PrintedTable<T> text(String name, Function<? super T, ?> value) {
    columns.add(new Column<>(name, false, value));
    return this;
  }

  public PrintedTable<T> number(String name, Function<? super T, ?> value) {
    columns.add(new Column<>(name, true, value));
    return this;
  }

  PrintedTable<T> numberIfAny(String name, Function<? super T, Optional<?>> value) {
    return items.stream().map(value).anyMatch(Optional::isPresent) ? number(name, value) : this;
  }

  /** Adds columns for an estimate's median, low and high; their names end with the unit. */
  PrintedTable<T> estimate(
      String name, String unit, Function<? super T, Optional<Estimate>> value) {
    return number(name + "_" + unit, value.andThen(e -> e.map(Estimate::median)))
        .number(name + "_low_" + unit, value.andThen(e -> e.map(Estimate::low)))
        .number(name + "_high_" + unit, value.andThen(e -> e.map(Estimate::high)));
  }

  /** Adds columns for a ratio and its verdict. */
  PrintedTable<T> ratio(String name, String unit, Function<? super T, Optional<Ratio>> value) {
    return estimate(name, unit, value.andThen(r -> r.map(Ratio::estimate)))
        .text(name + "_verdict", value.andThen(r -> r.map(Ratio::words)));
  }

  public boolean isEmpty() {
    return items.isEmpty();
  }

  public List<Column<T>> columns() {
    return columns;
  }

  /** Returns the cells, row by row. */
  public List<List<Cell>> cells(String absent) {
    return values().stream().map(row -> row.stream().map(v -> cell(v, absent)).toList()).toList();
  }

  private List<List<Object>> values() {
    List<List<Object>> values = new ArrayList<>();
    for (T item : items) {
      List<Object> row = new ArrayList<>(); // which may hold null
      columns.forEach(column -> row.add(value(column, item)));
      values.add(row);
    }
    return values;
  }

  private Object value(Column<T> column, T item) {
    Object value = column.value().apply(item);
    return value instanceof Optional<?> optional ? optional.orElse(null) : value;
  }

  private static Cell cell(Object value, String absent) {
    if (value instanceof Cell cell) {
      return cell;
    }
    return new Cell(
        value == null
            ? absent
            : value instanceof Estimate estimate ? estimate.textWithSpread() : value.toString(),
        "");
  }

  /** Returns the lines for a terminal: the columns' names, if any, and the rows. */
  public List<String> lines() {
    List<String> names = columns.stream().map(Column::name).toList();
    List<List<String>> all = new ArrayList<>();
    if (!String.join("", names).isEmpty()) {
      all.add(names);
    }
    cells("-").forEach(row -> all.add(row.stream().map(Cell::text).toList()));
    int[] widths = new int[columns.size()];
    all.forEach(row -> widen(widths, row));
    return all.stream().map(row -> line(widths, row)).toList();
  }

  private static void widen(int[] widths, List<String> row) {
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], row.get(i).length());
    }
  }

  private String line(int[] widths, List<String> row) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(widths[i] - row.get(i).length());
      line.append(i == 0 ? "" : "  ");
      line.append(columns.get(i).number() ? padding + row.get(i) : row.get(i) + padding);
    }
    return line.toString().stripTrailing();
  }

  /**
   * Writes CSV as in RFC 4180, numbers not rounded; the writer stays open.
   *
   * <p>A text that a spreadsheet would take for a formula gets an apostrophe before it.
   */
  void csv(Writer out) throws IOException {
    CsvSchema.Builder schema = CsvSchema.builder();
    columns.forEach(column -> schema.addColumn(harmless(column.name())));
    List<Object[]> cells =
        values().stream().map(row -> row.stream().map(PrintedTable::csvValue).toArray()).toList();
    out.write(
        CSV.writer(schema.build().withHeader().withLineSeparator("\r\n"))
            .writeValueAsString(cells));
  }

  private static Object csvValue(Object value) {
    if (value instanceof Double number) {
      return new BigDecimal(number.toString());
    }
    return value instanceof String text ? harmless(text) : value;
  }

  private static String harmless(String text) {
    return text.matches("(?s)[=+\\-@\t\r\n].*") ? "'" + text : text;
  }
}
