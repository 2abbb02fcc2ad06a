package io.loadpath.loads.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.loads.Sql;
import io.loadpath.sqoop.JobLog;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.TimeZone;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows and tables that are easily exported wrongly, and what the client says of them. */
class ExportRowsIT extends ExportFixture {
  private static String way() {
    return sql("SELECT way FROM exports.loadpath_exports ORDER BY export DESC LIMIT 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"\\\\N; ; \\N; N", "\\N; ; \\N; N", "\\\\N; \\; \\\\N; \\N", "\\\\N; \\; \\\\N; N"})
  void readsMarkersOfNullAsSqoopDoes(String marker, String escape, String none, String text)
      throws Exception {
    makeTable();
    TestExport export =
        export("insert").nulls(marker, marker).file("part-0", "1|%s\n2|%s\n".formatted(none, text));
    if (escape != null) {
      export.options.setInputEscapedBy(escape.charAt(0));
    }
    export.run();

    assertThat(sql("SELECT id, name FROM exports.t ORDER BY id")).isEqualTo("1|\n2|N");
  }

  @Test
  void takesEmptyFieldsForValuesWhereTheServerDoes() throws Exception {
    sql("CREATE TABLE exports.t (words tsvector, bits varbit, at inet, span int4range)");
    export("insert").nulls("none", "none").file("part-0", "|||\nnone|none|none|none\n").run();

    assertThat(sql("SELECT words, bits, at IS NULL, span IS NULL, words IS NULL FROM exports.t"))
        .isEqualTo("||t|t|f\n||t|t|t");
    try (Connection session = Sessions.open(SharedServer.test())) {
      assertThat(TargetTable.castsEmpty(session, "bit varying(3)")).isTrue();
      assertThat(TargetTable.castsEmpty(session, "inet")).isFalse();
    }
  }

  @Test
  void decodesHexDigitsWhereTheFilesHaveThemAlone() throws Exception {
    sql("CREATE TABLE exports.t (id int, body bytea)");
    TestExport export = export("insert").nulls("none", "none");
    export.set("loadpath.export.hex-bytes", "true").file("part-0", "1|00fF\n2|\n3|none\n").run();
    assertThat(sql("SELECT id, body FROM exports.t ORDER BY id")).isEqualTo("1|\\x00ff\n2|\\x\n3|");

    // now, rows go as text
    sql("DROP TABLE exports.t; CREATE TABLE exports.t (body bytea, words tsvector)");
    TestExport ofText = export("insert").nulls("none", "none");
    ofText.set("loadpath.export.hex-bytes", "true").file("part-0", "00fF|a\n|b\nnone|c\n").run();
    assertThat(sql("SELECT body, words FROM exports.t ORDER BY words"))
        .isEqualTo("\\x00ff|'a'\n\\x|'b'\n|'c'");
  }

  @Test
  void exportsRowsOfMegabytesAndRefusesLongerOnes() throws Exception {
    makeTable();
    export("two-phase", "1|a\n2|" + "x".repeat(5_000_000) + "\n3|b\n").run();
    assertThat(sql("SELECT id, length(name) FROM exports.t ORDER BY id"))
        .isEqualTo("1|1\n2|5000000\n3|1");

    assertRefused(
        export("two-phase", "1|a\n2|" + "x".repeat(17 << 20) + "\n"),
        "part-0: the row at byte 4 is longer than 16 MiB");
    assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("3");

    sql("ALTER TABLE exports.t ADD at inet"); // now, rows go as text
    assertRefused(
        export("two-phase", "1|a|\n2|" + "x".repeat(16 << 20) + "|\n"),
        "part-0, byte 5: is longer than 16 MiB");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE exports.t (id int PRIMARY KEY, name text)",
        "CREATE TABLE exports.t (id int, name text, EXCLUDE USING btree (id WITH =))",
        "CREATE TABLE exports.t (id int, name text) PARTITION BY RANGE (id); CREATE TABLE exports.p PARTITION OF exports.t DEFAULT; CREATE UNIQUE INDEX ON exports.p (id)"
      })
  void preparesNoTransactionsThatHoldKeysAgainstTheNextAttempt(String table) throws Exception {
    sql(table);
    assertRefused(
        export("two-phase", "1|a\n"), "loadpath.export.commit=two-phase: ", "has the unique index");
    export("auto", "1|a\n").run();

    assertThat(way()).isEqualTo("INSERT");
    assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "CREATE UNLOGGED TABLE exports.t (id int, name text); exports.t is unlogged",
        "CREATE TABLE exports.t (id int, name text) PARTITION BY LIST (id)"
            + " CREATE UNLOGGED TABLE exports.u PARTITION OF exports.t DEFAULT; exports.u is unlogged",
        "CREATE TABLE exports.t (id int, name text) PARTITION BY LIST (id)"
            + " CREATE TABLE exports.p PARTITION OF exports.t DEFAULT"
            + " CREATE FOREIGN TABLE exports.f PARTITION OF exports.t FOR VALUES IN (2) SERVER odd_server;"
            + " exports.f is a foreign table",
      })
  void preparesNoTransactionsThatACrashOrAnotherServerWouldCut(String tables, String obstacle)
      throws Exception {
    sql("CREATE FOREIGN DATA WRAPPER odd_wrapper");
    try {
      sql("CREATE SERVER odd_server FOREIGN DATA WRAPPER odd_wrapper");
      sql(tables.replace(" CREATE", "; CREATE"));
      assertThatThrownBy(export("two-phase", "1|a\n")::run)
          .hasMessageContaining("loadpath.export.commit=two-phase: " + obstacle);
      try (JobLog log = new JobLog()) {
        export("auto", "1|a\n").run();
        assertThat(log.text()).contains("Exports into t by insert: " + obstacle);
      }
      assertThat(sql("SELECT * FROM exports.t WHERE id = 1")).isEqualTo("1|a");
    } finally {
      sql("DROP FOREIGN DATA WRAPPER odd_wrapper CASCADE");
    }
  }

  @Test
  void namesTheWayOutWhereATriggerKeepsATransactionFromBeingPrepared() throws Exception {
    sql(
        """
        CREATE TABLE exports.t (id int, name text);
        CREATE FUNCTION exports.tell() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NOTIFY x; RETURN NEW; END';
        CREATE TRIGGER tell BEFORE INSERT ON exports.t FOR EACH ROW EXECUTE FUNCTION exports.tell()""");
    assertRefused(
        export("two-phase", "1|a\n"),
        "cannot PREPARE a transaction that has executed",
        "loadpath.export.commit=insert");
  }

  @Test
  void readsTimesInTheClientsZoneOnEachNode() throws Exception {
    sql("CREATE TABLE exports.t (id int, at timestamptz[])");
    TimeZone zone = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
    Consumer<String> toAnotherNode =
        message -> {
          if (message.startsWith("Starting task: attempt_")) {
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Chatham"));
          }
        };
    try {
      JobLog.listen(toAnotherNode, export("insert", "1|{2024-01-01 00:00:00}\n")::run);
    } finally {
      TimeZone.setDefault(zone);
    }
    assertThat(sql("SELECT at[1] = '2024-01-01 00:00:00+09' FROM exports.t")).isEqualTo("t");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void hidesStagedRowsAsTheTargetHidesItsOwn(boolean hidden) throws Exception {
    sql(
        """
        CREATE TABLE exports.t (id int, task text) PARTITION BY LIST (task);
        CREATE TABLE exports.p PARTITION OF exports.t DEFAULT;
        CREATE TABLE exports.seen (hidden boolean);
        CREATE FUNCTION exports.look() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN INSERT INTO exports.seen SELECT relrowsecurity FROM pg_class
             WHERE relnamespace = ''exports''::regnamespace AND relname ~ ''^loadpath_[0-9]+_0_0$''; RETURN NULL; END';
        CREATE TRIGGER look AFTER INSERT ON exports.t FOR EACH STATEMENT EXECUTE FUNCTION exports.look();
        ALTER TABLE exports.t %s ROW LEVEL SECURITY"""
            .formatted(hidden ? "ENABLE" : "DISABLE"));
    export("insert", "1|a\n").run();
    assertThat(sql("SELECT DISTINCT hidden FROM exports.seen")).isEqualTo(hidden ? "t" : "f");
  }

  @Test
  void numbersTheExportsOfANewLedgerAfterThePartitionsThatAnEarlierVersionMade() throws Exception {
    sql("CREATE TABLE exports.t (id int); CREATE TABLE exports.loadpath_2_0_0 (id int)");
    export("insert", "1\n").run();

    assertThat(sql("SELECT export FROM exports.loadpath_exports")).isEqualTo("3");
    assertThat(sql("SELECT count(*) FROM exports.loadpath_2_0_0")).isEqualTo("0");
  }

  /** Each message of the ledger and each file's name is written to it. */
  @Test
  void keepsCharactersThatTheDatabaseLacksOutOfTheLedger() throws Exception {
    sql("CREATE DATABASE latin ENCODING LATIN1 LOCALE 'C' TEMPLATE template0");
    ConnectionInfo shared = SharedServer.test().server.connection();
    ConnectionInfo latin =
        new ConnectionInfo(
            shared.host(), shared.port(), shared.user(), "latin", null, shared.passwordFile());
    String user = shared.user();
    try (Connection session =
        DriverManager.getConnection(
            latin.jdbcUrl(), user, Files.readString(shared.passwordFile()))) {
      Sql.run(session, "CREATE TABLE t (id int, name text)");
      String bad = "x".repeat(50) + "|long\n1\0002|nul\n1\u0160|letter\n";
      TestExport export =
          new TestExport(SharedServer.test().newFolder(), "t", latin)
              .file("part-0", bad + "3|good\n");
      export.options.setNumMappers(1);
      assertThatThrownBy(export::run)
          .hasMessageContaining("byte 0: column id: '%s\\u2026' is no".formatted("x".repeat(40)));

      try (JobLog log = new JobLog()) {
        export.set("loadpath.export.reject-limit", "3").run();
        assertThat(log.text())
            .contains("part-0, byte 56: column id: '1\\x002' is no")
            .contains("part-0, byte 64: column id: '1\\u0160' is no");
      }
      assertThat(Sql.value(session, "SELECT name FROM t")).isEqualTo("good");

      ExportNames names = new ExportNames("public", "t", "", 0);
      int number =
          new Ledger(session, names)
              .begin(ExportPlan.Way.INSERT, new Ledger.Identity("", "files"), "local");
      Ledger ledger = new Ledger(session, names.withExport(number));
      ledger.add(
          new Ledger.Task(0, 0, 1, 1, 1, 1, 0, 0, List.of("part-\u0160"), List.of(), List.of()));
      assertThat(ledger.tasks().get(0).files()).containsExactly("part-\\u0160");
    } finally {
      sql("DROP DATABASE latin WITH (FORCE)");
    }
  }

  @Test
  void fillsIdentityColumnsFromTheFiles() throws Exception {
    sql("CREATE TABLE exports.t (id int GENERATED ALWAYS AS IDENTITY, name text)");
    export("two-phase", "7|a\n").run();
    export("insert", "8|b\n").run();
    export("auto").keys("id", true).file("part-0", "8|c\n9|d\n").run();

    assertThat(sql("SELECT id, name FROM exports.t ORDER BY id")).isEqualTo("7|a\n8|c\n9|d");
  }

  @Test
  void tellsTheClientOfRowsThatATriggerTakesAway() throws Exception {
    sql(
        """
        CREATE TABLE exports.t (id int, name text);
        CREATE FUNCTION exports.no_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
        CREATE TRIGGER none BEFORE INSERT ON exports.t FOR EACH ROW EXECUTE FUNCTION exports.no_row()""");
    assertRefused(export("two-phase", "1|a\n"), "the server took 0 rows of 1");
    assertRefused(
        export("insert", "1|a\n"),
        "0 rows of task 0 arrived, but it sent 1: does a trigger or rule");
  }

  /** The second file's last row is wrong; {@code ~} is a line end. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "int, text; insert; 0; 1|a~x|b; byte 4: column a: 'x' is not an integer",
        "int CHECK (a < 100), text; two-phase; 0; 5|e~100|f~6|g~; byte 4: ",
        "int CHECK (a < 100), text; two-phase; 9; x|1~5|e~y|1~100|f~; byte 12: ",
        "int, inet; insert; 0; 1|~2|no, line 3~3|~; byte 3: ",
        "int, inet; insert; 0; 1|~x|~; byte 3: column a: 'x' is not an integer",
      })
  void namesThePlaceOfAWrongRowAlsoAfterAFileWithoutALastLineEnd(
      String types, String way, String limit, String rows, String place) throws Exception {
    sql("CREATE TABLE exports.t (a %s)".formatted(types.replace(", ", ", b ")));
    String none = types.endsWith("inet") ? "1|\n2|" : "1|a\n2|b";
    TestExport export = export(way, none).set("loadpath.export.reject-limit", limit);
    export.options.setNumMappers(1);

    assertRefused(export.file("part-1", rows.replace('~', '\n')), "part-1, " + place);
  }
}
