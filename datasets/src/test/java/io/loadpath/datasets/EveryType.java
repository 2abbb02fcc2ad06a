package io.loadpath.datasets;

import io.loadpath.rows.Column;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import io.loadpath.rows.parser.MalformedRowException;
import io.loadpath.tables.Table;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * For the tests of all modules: a table with a column of every type, rows with values at the edge
 * of each, and the damages that the fingerprint of every engine has to see.
 */
public final class EveryType {

  /** The columns "note" and "code" are beside each other: a '|' may move between them. */
  public static final Table TABLE =
      new Table(
          "every-type",
          List.of(),
          Table.ALL_CARD_TRANS.format(),
          List.of(
              new Column("id", Type.integer(19), false),
              new Column("small", Type.integer(4), true),
              new Column("price", Type.decimal(10, 2), true),
              new Column("wide", Type.decimal(38, 0), true),
              new Column("tiny", Type.decimal(38, 38), true),
              new Column("ratio", Type.of(Kind.DOUBLE), true),
              new Column("flag", Type.of(Kind.BOOLEAN), true),
              new Column("note", Type.text(Type.UNLIMITED), true),
              new Column("code", Type.text(20), false),
              new Column("sold_on", Type.of(Kind.DATE), true),
              new Column("at0", Type.timestamp(0, false), true),
              new Column("at3", Type.timestamp(3, false), true),
              new Column("at9", Type.timestamp(9, false), true),
              new Column("moment", Type.timestamp(6, true), true),
              new Column("body", Type.of(Kind.BYTES), true)),
          null);

  private static final FileFormat QUOTED =
      new FileFormat(
          ',',
          '"',
          '"',
          false,
          false,
          "\\N",
          FileFormat.LineEnd.LF,
          StandardCharsets.UTF_8,
          FileFormat.DateForm.ISO,
          FileFormat.TimestampForm.SPACE);

  /** One character of each plane of Unicode, those at the edges of UTF-8's lengths among them. */
  private static final String PLANES = planes();

  private static final String LONG_TEXT = "x".repeat(5_000);

  /**
   * Rows of canonical texts with '|' between them; ∅ is NULL, PLANES and LONG_TEXT are the texts
   * above. The first two differ in each column.
   */
  private static final List<String> ROWS =
      List.of(
          "1|42|12.50|12345678901234567890123456789012345678|"
              + "0.00000000000000000000000000000000000001|0.1|true|plain|AB|2009-09-14|"
              + "2009-09-14 13:45:01|2009-09-14 13:45:01.120|2009-09-14 13:45:01.123456000|"
              + "2009-09-14 13:45:01.000001|00ff7c",
          "2|-42|-0.05|-99999999999999999999999999999999999999|"
              + "-0.12345678901234567890123456789012345678|-2.5e-300|false| blanks |CD|"
              + "2010-01-01|2010-01-01 00:00:00|2010-01-01 00:00:00.001|"
              + "2010-01-01 00:00:00.000001000|2010-01-01 00:00:00.100000|5c4e",
          "3|∅|∅|∅|∅|∅|∅|∅|NULLS|∅|∅|∅|∅|∅|∅",
          "9223372036854775807|9999|99999999.99|99999999999999999999999999999999999999|"
              + "0.99999999999999999999999999999999999999|1.5e300|true|PLANES|\u00e9\u20ac|"
              + "9999-12-31|9999-12-31 23:59:59|9999-12-31 23:59:59.999|"
              + "9999-12-31 23:59:59.999999000|9999-12-31 23:59:59.999999|ffffffff",
          "-9223372036854775808|-9999|-99999999.99|0|"
              + "0.00000000000000000000000000000000000000|-1.5e300|false|LONG_TEXT|\\|"
              + "0001-01-01|0001-01-01 00:00:00|0001-01-01 00:00:00.000|"
              + "0001-01-01 00:00:00.000000000|0001-01-01 00:00:00.000000|00",
          // a time that New York and St. John's leave out in spring, and one that they have twice
          "4|0|0.00|-1|-0.00000000000000000000000000000000000001|-0.0|true|"
              + "quotes ' \" `, tab \t, \\n, ${hivevar:table} &1 :table|'|1969-12-31|"
              + "2021-03-14 02:30:00|2021-03-14 02:30:00.500|2021-11-07 01:30:00.500000000|"
              + "2021-03-14 02:30:00.500000|0a0d",
          "5|1|1.00|1|0.10000000000000000000000000000000000000|NaN|∅|"
              + "two\nlines\r\nand \u2028 more|\"|1900-02-28|1969-12-31 23:59:59|"
              + "1969-12-31 23:59:58.999|1969-12-31 23:59:58.999999000|"
              + "1969-12-31 23:59:58.999999|∅",
          "6|1|1.00|1|0.10000000000000000000000000000000000000|Infinity|∅||;|2000-02-29|"
              + "∅|∅|∅|∅|",
          "7|1|1.00|1|0.10000000000000000000000000000000000000|-Infinity|∅|\\N|/*|"
              + "2000-02-29|∅|∅|∅|∅|");

  /** For each column, a value near that of the first row. */
  private static final List<String> ALTERED =
      List.of(
          ("8|43|12.51|12345678901234567890123456789012345679|"
                  + "0.00000000000000000000000000000000000002|-1e299|false|Plain|AC|2009-09-15|"
                  + "2009-09-14 13:45:02|2009-09-14 13:45:01.121|2009-09-14 13:45:01.123457000|"
                  + "2009-09-14 13:45:01.000002|00ff7d")
              .split("\\|"));

  private static final int NULLS = 2;

  /** The row with an empty text and empty bytes. */
  private static final int EMPTY = 7;

  /** The row whose text is {@code \N}. */
  private static final int BACKSLASH_N = 8;

  private EveryType() {}

  /**
   * A change of rows that their fingerprint shows.
   *
   * @param name in lower case, with underscores
   * @param difference how the fingerprint's difference begins
   * @param emptyText whether it makes an empty text NULL or the other way round, which Oracle
   *     cannot tell apart
   * @param nanoseconds whether it needs nine digits behind a second's point
   */
  public record Damage(
      String name,
      String difference,
      boolean emptyText,
      boolean nanoseconds,
      Consumer<List<List<String>>> change) {

    /** The rows after the change. */
    public List<List<String>> rows() {
      List<List<String>> rows = EveryType.rows();
      change.accept(rows);
      return rows;
    }

    /** For the names of tests. */
    @Override
    public String toString() {
      return name;
    }
  }

  /** The rows, without a '|' in a text; the lists may be changed. */
  public static List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    for (String row : ROWS) {
      List<String> values = new ArrayList<>(Arrays.asList(row.split("\\|", -1)));
      values.replaceAll(EveryType::value);
      rows.add(values);
    }
    return rows;
  }

  private static String value(String text) {
    return switch (text) {
      case "∅" -> null;
      case "PLANES" -> PLANES;
      case "LONG_TEXT" -> LONG_TEXT;
      default -> text;
    };
  }

  /** The fingerprint of rows, as files of them have it. */
  public static Fingerprint fingerprint(List<List<String>> rows) {
    return fingerprint(TABLE, rows);
  }

  /** That of rows of any table: texts as they are, others in canonical text; null is NULL. */
  public static Fingerprint fingerprint(Table table, List<List<String>> rows) {
    StringBuilder lines = new StringBuilder();
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        String value = row.get(i) + (table.columns().get(i).type().zone() ? "Z" : "");
        lines.append(i == 0 ? "" : ",");
        lines.append(row.get(i) == null ? "\\N" : '"' + value.replace("\"", "\"\"") + '"');
      }
      lines.append('\n');
    }
    byte[] text = lines.toString().getBytes(StandardCharsets.UTF_8);
    Fingerprinter fingerprinter = new Fingerprinter(table.withFormat(QUOTED));
    try {
      fingerprinter.addLines(text, 0, text.length);
    } catch (MalformedRowException e) {
      throw new AssertionError(e);
    }
    return fingerprinter.result();
  }

  /** The damages; each column is altered once, and once swapped between two rows. */
  public static List<Damage> damages() {
    List<Damage> damages = new ArrayList<>();
    damages.add(damage("row_lost", "8 rows instead of 9", rows -> rows.remove(4)));
    damages.add(damage("row_doubled", "10 rows instead of 9", rows -> rows.add(rows.get(0))));
    for (int i = 0; i < TABLE.columns().size(); i++) {
      String column = TABLE.columns().get(i).name();
      int at = i;
      damages.add(
          damage(column + "_altered", differs(column), r -> r.get(0).set(at, ALTERED.get(at))));
      if (TABLE.columns().get(i).type().kind() != Kind.DOUBLE) { // a sum does not show a swap
        damages.add(
            damage(
                column + "_swapped",
                "values are swapped between rows",
                rows -> rows.get(0).set(at, rows.get(1).set(at, rows.get(0).get(at)))));
      }
      if (TABLE.columns().get(i).nullable()) {
        damages.add(damage(column + "_lost", differs(column), r -> r.get(0).set(at, null)));
      }
    }
    damages.add(set("blank_at_the_end", 0, "code", "AB "));
    damages.add(set("moment_of_another_zone", 5, "moment", "2021-03-14 05:00:00.500000"));
    damages.add(set("nan_made_infinite", 6, "ratio", "Infinity"));
    damages.add(set("line_end_changed", 6, "note", "two\nlines\nand \u2028 more"));
    damages.add(set("null_made_backslash_n", NULLS, "note", "\\N"));
    damages.add(set("backslash_n_lost", BACKSLASH_N, "note", null));
    damages.add(set("backslash_doubled", BACKSLASH_N, "note", "\\\\N"));
    damages.add(set("text_made_empty", NULLS, "note", ""));
    damages.add(set("empty_text_lost", EMPTY, "note", null));
    damages.add(set("empty_bytes_lost", EMPTY, "body", null));
    damages.add(set("nanosecond_more", 0, "at9", "2009-09-14 13:45:01.123456001"));
    return damages;
  }

  /**
   * Two sets of rows with the same texts of whole rows: a '|' is part of the one or the other text.
   */
  public static List<List<List<String>>> sameWholeRows() {
    List<List<String>> left = rows();
    List<List<String>> right = rows();
    set(left, 0, "note", "a|b");
    set(left, 0, "code", "c");
    set(right, 0, "note", "a");
    set(right, 0, "code", "b|c");
    return List.of(left, right);
  }

  private static Damage damage(
      String name, String difference, Consumer<List<List<String>>> change) {
    return new Damage(
        name, difference, name.contains("empty"), name.equals("nanosecond_more"), change);
  }

  private static Damage set(String name, int row, String column, String value) {
    return damage(name, differs(column), rows -> set(rows, row, column, value));
  }

  private static String differs(String column) {
    return "column " + column + " differs";
  }

  private static void set(List<List<String>> rows, int row, String column, String value) {
    int at = TABLE.columns().stream().map(Column::name).toList().indexOf(column);
    rows.get(row).set(at, value);
  }

  private static String planes() {
    StringBuilder text = new StringBuilder("\u007f\u0080\u07ff\u0800\ufffd");
    for (int plane = 1; plane <= 16; plane++) {
      text.appendCodePoint((plane << 16) + 0xfffd);
    }
    return text.toString();
  }
}
