package io.loadpath.loads.exports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exports by the connector into the bundled server, in this JVM. */
class ExportIT extends ExportFixture {
  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase"})
  void exportsFilesInEvenSplitsByEachWayAndAgainAddsThemAgain(String way) throws Exception {
    makeTable();
    TestExport export = export(way, rows(0, 9000)).file("part-1", rows(9000, 10_000));

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

  @ParameterizedTest
  @ValueSource(strings = {"insert", "two-phase"})
  void exportsNoRowsOneRowAndNulls(String way) throws Exception {
    makeTable();
    export(way, "").run();
    assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("0");
    export(way, "1|").run();
    export(way, "||\n|\n").run();

    assertThat(sql("SELECT count(*), count(id), count(name) FROM exports.t")).isEqualTo("3|1|0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "7x|bad; byte 14: column id: '7x' is not an integer",
        "7; byte 14: has 1 field, the table 2 columns",
        "7|a|b; byte 14: has 3 fields, the table 2 columns",
        "|a; byte 14: null value in column \"id\" of relation",
        "7|much too long; byte 14: value too long for type character varying(8)",
      })
  void namesFileAndByteOfAWrongRowAndExportsNothing(String row, String error) throws Exception {
    for (String way : List.of("insert", "two-phase")) {
      sql(
          "DROP TABLE IF EXISTS exports.t; CREATE TABLE exports.t (id int NOT NULL, name varchar(8))");
      TestExport export = export(way, "1|one\n2|twelv\n" + row + "\n3|three\n");

      assertRefused(export, "nothing was exported into \"exports\".\"t\"", "part-0, " + error);
    }
  }

  @Test
  void leavesOutAsManyWrongRowsAsTheLimitOfTheWholeJobAllows() throws Exception {
    makeTable();
    String half = rows(0, 1000) + "x|1\n" + rows(1000, 2000);
    TestExport export = export("insert", half).file("part-1", half);

    assertRefused(
        export.set("loadpath.export.reject-limit", "1"),
        "2 rows are malformed, more than the reject limit of 1",
        "part-1, byte %d: column id: 'x' is not an integer".formatted(rows(0, 1000).length()));

    export.set("loadpath.export.reject-limit", "2").run();
    assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("4000");
    assertThat(sql("SELECT sum(rejected) FROM exports.loadpath_export_tasks")).isEqualTo("2");
  }

  @Test
  void letsTheServerReadTypesWithoutABinaryForm() throws Exception {
    sql("CREATE TABLE exports.t (id int, at inet, tags text[], span int4range)");
    export("two-phase", "1|10.0.0.1/8|{a,\"b\\c\"}|[1,3)\n2|||\n").run();

    assertThat(sql("SELECT * FROM exports.t ORDER BY id"))
        .isEqualTo("1|10.0.0.1/8|{a,bc}|[1,3)\n2|||");
    assertRefused(
        export("insert", "1|10.0.0.1/8||\n2|||||\n"),
        "byte 15",
        "has 6 fields, the table 4 columns");
    assertRefused(
        export("insert", "1|10.0.0.1/8||\n2|no||\n"),
        "byte 15",
        "invalid input syntax for type inet: \"no\"");
  }

  @Test
  void saysWhatIsMissingBeforeAnythingMoves() throws Exception {
    makeTable();
    assertRefused(
        new TestExport("T").schema(SCHEMA).file("part-0", "1|a\n"), "\"T\": did you mean t?");
    assertRefused(
        export("insert", "1|a\n").columns("id", "Name"),
        "--columns names Name, which is not a column of t",
        "it has id, name");
    assertRefused(export("twophase", "1|a\n"), "is not one of auto, two-phase, insert");
    assertRefused(export("insert", "SEQ\u0006"), "part-0 is a sequence file");
    TestExport missing = export("insert");
    missing.options.setExportDir(missing.folder.toUri() + "/none-*");
    assertRefused(missing, "matches 0 files");
    TestExport many = export("two-phase", "1|a\n");
    many.options.setNumMappers(65);
    assertRefused(many, "max_prepared_transactions=64", "65 mappers");
  }

  @Test
  void runsTheSessionStatementsInEachSession() throws Exception {
    sql("CREATE TABLE exports.t (d date, who text DEFAULT current_setting('loadpath.x'))");
    TestExport export =
        export("two-phase", "31/12/2020\n")
            .columns("d")
            .set(
                "loadpath.session.statements",
                "SET DateStyle = 'ISO, DMY'; SET loadpath.x = 'seen'");
    export.run();

    assertThat(sql("TABLE exports.t")).isEqualTo("2020-12-31|seen");
    assertRefused(
        export.set("loadpath.session.statements", "SET nothing = 1"),
        "loadpath.session.statements",
        "nothing");
  }
}
