package io.loadpath.sqoop.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.cloudera.sqoop.lib.DelimiterSet;
import io.loadpath.sqoop.Sql;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.sqoop.lib.FieldFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exports by the connector into the bundled server, in this JVM. */
@SuppressWarnings("deprecation") // Sqoop declares its methods with its classes' former names
class ExportIT extends ExportFixture {
  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase"})
  void exportsFilesInEvenSplitsByEachWayAndAgainAddsThemAgain(String way) throws Exception {
    makeTable();
    TestExport export =
        export(way).file("part-0", rows(0, 9000)).file("part-1", rows(9000, 10_000));

    export.run();
    assertThat(sql("SELECT count(*), sum(id), count(DISTINCT name) FROM exports.t"))
        .isEqualTo("10000|49995000|10000");
    assertThat(
            sql("SELECT max(rows) - min(rows) < 200, count(*) FROM exports.loadpath_export_tasks"))
        .isEqualTo("t|2");

    export.run();
    assertThat(sql("SELECT count(*), sum(id) FROM exports.t")).isEqualTo("20000|99990000");
  }

  @Test
  void fillsTheNamedColumnsOfATableWithCapitalsAndQuotesInAnotherSchema() throws Exception {
    sql("DROP SCHEMA IF EXISTS \"Odd \"\"S\" CASCADE; CREATE SCHEMA \"Odd \"\"S\"");
    sql(
        "CREATE TABLE \"Odd \"\"S\".\"T'x\\\" (\"a \"\"B\" int, other int DEFAULT 7, \"C?\" text, g int GENERATED ALWAYS AS (other) STORED)");
    for (String way : List.of("insert", "two-phase")) {
      TestExport export =
          new TestExport("T'x\\").set("loadpath.export.commit", way).columns("C?", "a \"B");
      export.options.setExtraArgs(new String[] {"--schema", "Odd \"S"});
      export.file("part-0", "x|1\n").run();
    }

    assertThat(sql("SELECT * FROM \"Odd \"\"S\".\"T'x\\\"")).isEqualTo("1|7|x|7\n1|7|x|7");
    sql("DROP SCHEMA \"Odd \"\"S\" CASCADE");
  }

  @Test
  void readsWhatSqoopsOwnFormatterWritesOfAnyText() throws Exception {
    sql("CREATE TABLE exports.t (id int, a text, b text, tags text[])");
    Random random = new Random(5);
    String special = "|\\\n\t\"'aN null\u00e9\u6771\ud83d\ude00\ufeff\u0001";
    DelimiterSet delimiters = new DelimiterSet('|', '\n', '"', '\\', false);
    DelimiterSet plain = new DelimiterSet('|', '\n', DelimiterSet.NULL_CHAR, '\\', false);
    List<String> expected = new ArrayList<>();
    StringBuilder enclosed = new StringBuilder();
    StringBuilder escaped = new StringBuilder();
    int[] letters = special.codePoints().toArray();
    for (int i = 0; i < 3000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(9); n > 0; n--) {
        text.appendCodePoint(letters[random.nextInt(letters.length)]);
      }
      expected.add(text.toString());
      for (DelimiterSet format : List.of(delimiters, plain)) {
        String field = FieldFormatter.escapeAndEnclose(text.toString(), format);
        (format == plain ? escaped : enclosed)
            .append(i + "|" + field + "|\\N|" + (i % 7 == 0 ? "{a,b}" : "") + "\n".repeat(1));
      }
    }
    for (boolean enclose : new boolean[] {true, false}) {
      sql("TRUNCATE exports.t");
      TestExport export =
          export("auto")
              .file("part-0", (enclose ? enclosed : escaped).toString().replace("|\\N|", "|NULL|"));
      export.options.setInputEscapedBy('\\');
      export.options.setInNullStringValue("NULL");
      if (enclose) {
        export.options.setInputEnclosedBy('"');
      }
      export.run();

      assertThat(sql("SELECT count(*), count(b), count(tags) FROM exports.t"))
          .isEqualTo("3000|0|429");
      String wanted = String.join("", expected.stream().map(t -> t + "\u0002").toList());
      assertThat(sql("SELECT md5(string_agg(a || E'\\x02', '' ORDER BY id)) FROM exports.t"))
          .isEqualTo(sql("SELECT md5(%s)".formatted(Sql.literal(wanted))));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase"})
  void exportsNoRowsOneRowAndNulls(String way) throws Exception {
    makeTable();
    export(way).file("part-0", "").run();
    assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("0");
    export(way).file("part-0", "1|").run();
    export(way).file("part-0", "||\n|\n").run();

    assertThat(sql("SELECT count(*), count(id), count(name) FROM exports.t")).isEqualTo("3|1|0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "7x|bad; byte 14: column id: '7x' is no integer",
        "7; byte 14: has 1 field, the table 2 columns",
        "7|a|b; byte 14: has 3 fields, the table 2 columns",
        "|a; byte 14: null value in column \"id\" of relation",
        "7|much too long; byte 14: value too long for type character varying(8)",
      })
  void namesFileAndByteOfAWrongRowAndExportsNothing(String row, String error) throws Exception {
    for (String way : List.of("insert", "two-phase")) {
      sql(
          "DROP TABLE IF EXISTS exports.t; CREATE TABLE exports.t (id int NOT NULL, name varchar(8))");
      TestExport export = export(way).file("part-0", "1|one\n2|twelv\n" + row + "\n3|three\n");

      assertThatThrownBy(export::run)
          .hasMessageContaining("nothing was exported into \"exports\".\"t\"")
          .hasMessageContaining("part-0, " + error);
      assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("0");
    }
  }

  @Test
  void leavesOutAsManyWrongRowsAsTheLimitOfTheWholeJobAllows() throws Exception {
    makeTable();
    String half = rows(0, 1000) + "x|1\n" + rows(1000, 2000);
    TestExport export = export("insert").file("part-0", half).file("part-1", half);

    assertThatThrownBy(export.set("loadpath.export.reject.limit", "1")::run)
        .hasMessageContaining("2 rows are malformed, more than loadpath.export.reject.limit=1")
        .hasMessageContaining(
            "part-1, byte %d: column id: 'x' is no integer".formatted(rows(0, 1000).length()));
    assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("0");

    export.set("loadpath.export.reject.limit", "2").run();
    assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("4000");
    assertThat(sql("SELECT sum(rejected) FROM exports.loadpath_export_tasks")).isEqualTo("2");
  }

  @Test
  void letsTheServerReadTypesWithoutABinaryForm() throws Exception {
    sql("CREATE TABLE exports.t (id int, at inet, tags text[], span int4range)");
    export("two-phase").file("part-0", "1|10.0.0.1/8|{a,\"b\\c\"}|[1,3)\n2|||\n").run();

    assertThat(sql("SELECT * FROM exports.t ORDER BY id"))
        .isEqualTo("1|10.0.0.1/8|{a,bc}|[1,3)\n2|||");
    assertThatThrownBy(export("insert").file("part-0", "1|10.0.0.1/8||\n2|||||\n")::run)
        .hasMessageContaining("byte 15")
        .hasMessageContaining("has 6 fields, the table 4 columns");
    assertThatThrownBy(export("insert").file("part-0", "1|10.0.0.1/8||\n2|no||\n")::run)
        .hasMessageContaining("byte 15")
        .hasMessageContaining("invalid input syntax for type inet: \"no\"");
  }

  @Test
  void saysWhatIsMissingBeforeAnythingMoves() throws Exception {
    makeTable();
    assertThatThrownBy(new TestExport("T").schema(SCHEMA).file("part-0", "1|a\n")::run)
        .hasMessageContaining("\"T\": did you mean --table t?");
    assertThatThrownBy(export("insert").file("part-0", "1|a\n").columns("id", "Name")::run)
        .hasMessageContaining("--columns names Name, which is no column of t")
        .hasMessageContaining("it has id, name");
    assertThatThrownBy(export("twophase").file("part-0", "1|a\n")::run)
        .hasMessageContaining("is none of auto, two-phase, insert");
    assertThatThrownBy(export("insert").file("part-0", "SEQ\u0006")::run)
        .hasMessageContaining("part-0 is a sequence file");
    TestExport missing = export("insert");
    missing.options.setExportDir(missing.folder.toUri() + "/none-*");
    assertThatThrownBy(missing::run).hasMessageContaining("matches 0 files");
    TestExport many = export("two-phase").file("part-0", "1|a\n");
    many.options.setNumMappers(65);
    assertThatThrownBy(many::run)
        .hasMessageContaining("max_prepared_transactions=64")
        .hasMessageContaining("65 mappers");
    assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("0");
  }

  @Test
  void runsTheSessionStatementsInEachSession() throws Exception {
    sql("CREATE TABLE exports.t (d date, who text DEFAULT current_setting('loadpath.x'))");
    TestExport export =
        export("two-phase")
            .file("part-0", "31/12/2020\n")
            .columns("d")
            .set(
                "loadpath.session.statements",
                "SET DateStyle = 'ISO, DMY'; SET loadpath.x = 'seen'");
    export.run();

    assertThat(sql("TABLE exports.t")).isEqualTo("2020-12-31|seen");
    assertThatThrownBy(export.set("loadpath.session.statements", "SET nothing = 1")::run)
        .hasMessageContaining("loadpath.session.statements")
        .hasMessageContaining("nothing");
  }
}
