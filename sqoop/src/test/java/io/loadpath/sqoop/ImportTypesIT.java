package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudera.sqoop.lib.DelimiterSet;
import io.loadpath.engines.postgres.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.sqoop.lib.FieldFormatter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Generated rows of every type, imported with every kind of delimiters, against Sqoop's own
 * formatter.
 */
@SuppressWarnings("deprecation") // FieldFormatter takes a class by its former name
@ExtendWith(SharedServer.class)
class ImportTypesIT {
  /** Types for which Sqoop has a class that is not String. */
  private static final Set<String> NOT_TEXT =
      Set.of(
          "int2 int4 int8 numeric float4 float8 money boolean types.truth date time timetz timestamp timestamptz bytea bit oid"
              .split(" "));

  private static Connection connection;

  @BeforeAll
  static void fill() throws Exception {
    connection = EveryType.open();
    EveryType.fill(connection);
  }

  @AfterAll
  static void drop() throws Exception {
    EveryType.drop(connection);
    connection.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      quoteCharacter = '`',
      value = {
        "\\0174 \\n none none false `` ``",
        "\\001 \\n none \\\\ false \\\\N \\\\N",
        ", \\n \" \\\\ false null \\\\N",
        "; \\001 ' ~ true none -",
        "§ \\n none none false `` ``",
      })
  void importsWhatSqoopsFormatterWrites(
      String field,
      String line,
      String enclose,
      String escape,
      boolean always,
      String text,
      String other)
      throws Exception {
    Path target = Database.server().newFolder().resolve("imported");
    List<String> arguments =
        new ArrayList<>(List.of("--table", "t", "-m", "3", "--fields-terminated-by", field));
    arguments.addAll(List.of("--lines-terminated-by", line, "--null-string", text));
    arguments.addAll(List.of("--null-non-string", other));
    if (!enclose.equals("none")) {
      arguments.addAll(List.of(always ? "--enclosed-by" : "--optionally-enclosed-by", enclose));
    }
    if (!escape.equals("none")) {
      arguments.addAll(List.of("--escaped-by", escape));
    }
    arguments.addAll(List.of("--", "--schema", "types"));

    SqoopJob.imports(target, arguments).ok();

    DelimiterSet delimiters =
        new DelimiterSet(
            character(field), character(line), character(enclose), character(escape), always);
    String expected = expected(delimiters, text.replace("\\\\", "\\"), other.replace("\\\\", "\\"));
    StringBuilder imported = new StringBuilder();
    for (int part = 0; part < 3; part++) {
      imported.append(Files.readString(target.resolve("part-m-0000" + part)));
    }
    int same = Arrays.mismatch(imported.toString().toCharArray(), expected.toCharArray());
    assertThat(same)
        .as(() -> around(imported.toString(), same) + "\ninstead of\n" + around(expected, same))
        .isEqualTo(-1);
  }

  private static String around(String text, int place) {
    return text.substring(Math.max(0, place - 300), Math.min(text.length(), place + 100));
  }

  /** All rows, in the order of their blocks, as Sqoop formats the text of their values. */
  private static String expected(DelimiterSet delimiters, String text, String other)
      throws SQLException {
    StringBuilder expected = new StringBuilder();
    List<String> columns = new ArrayList<>(List.of("id::text"));
    for (int i = 0; i < EveryType.COLUMNS.length; i++) {
      // format writes what COPY writes; only truth values are written out, as Sqoop does
      boolean truth = EveryType.COLUMNS[i][0].matches("boolean|types.truth");
      String written =
          truth ? "c%d::text" : "CASE WHEN c%1$d IS NOT NULL THEN format('%%s', c%1$d) END";
      columns.add(written.formatted(i));
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT %s FROM types.t ORDER BY ctid".formatted(String.join(", ", columns)))) {
      while (rows.next()) {
        for (int i = 0; i < columns.size(); i++) {
          String value = rows.getString(i + 1);
          if (value == null) {
            value = isText(i == 0 ? "int4" : EveryType.COLUMNS[i - 1][0]) ? text : other;
          }
          expected.append(i == 0 ? "" : String.valueOf(delimiters.getFieldsTerminatedBy()));
          expected.append(FieldFormatter.escapeAndEnclose(value, delimiters));
        }
        expected.append(delimiters.getLinesTerminatedBy());
      }
    }
    return expected.toString();
  }

  /** Whether Sqoop holds a value of the type as text, or knows no class for it. */
  private static boolean isText(String type) {
    return !NOT_TEXT.contains(type.replaceAll("\\(.*", ""));
  }

  private static char character(String argument) {
    return switch (argument) {
      case "none" -> '\0';
      case "\\0174" -> '|';
      case "\\001" -> '\001';
      case "\\n" -> '\n';
      case "\\\\" -> '\\';
      default -> argument.charAt(0);
    };
  }
}
