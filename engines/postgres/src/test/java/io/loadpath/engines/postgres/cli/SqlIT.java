package io.loadpath.engines.postgres.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.TestServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The SQL client on a real server. */
class SqlIT {
  private static TestServer test;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private String input = "";

  @BeforeAll
  static void start() throws IOException {
    test = TestServer.started();
  }

  @AfterAll
  static void delete() throws IOException {
    test.delete();
  }

  /** The driver finds the password file in the real environment only, so the password is given. */
  private int sql(String... args) throws IOException {
    String password = Files.readString(test.server.connection().passwordFile());
    Map<String, String> environment = new HashMap<>(test.server.connection().environment());
    environment.put("PGPASSWORD", password);
    return new Postgres(
            environment,
            new ByteArrayInputStream(input.getBytes(UTF_8)),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8))
        .run(Stream.concat(Stream.of("sql"), Stream.of(args)).toArray(String[]::new));
  }

  private String output(String... args) throws IOException {
    assertThat(sql(args)).as(err.toString(UTF_8)).isZero();
    return out.toString(UTF_8);
  }

  private String error(String... args) throws IOException {
    assertThat(sql(args)).isEqualTo(1);
    return err.toString(UTF_8);
  }

  private static String file(Path folder, String text) throws IOException {
    return Files.writeString(folder.resolve("script.sql"), text).toString();
  }

  @Test
  void printsAsPsqlDoesUnalignedAndTuplesOnly() throws IOException {
    String query =
        "SELECT 1.50::numeric(6,2), true, NULL, 'é|x', 0.1::float8, '\\x0a'::bytea, ARRAY[1,2], '{a?b}'";
    assertThat(output("-c", query)).isEqualTo("1.50|t||é|x|0.1|\\x0a|{1,2}|{a?b}\n");
  }

  @Test
  void printsNothingForNoColumnsOrNoRows() throws IOException {
    assertThat(output("-c", "SELECT; SELECT 1 WHERE false; SELECT '' AS empty")).isEqualTo("\n");
  }

  @Test
  void printsNoCommandTagsAndSendsNoticesToStandardError() throws IOException {
    assertThat(
            output(
                "-c",
                "CREATE TEMP TABLE t (a int); INSERT INTO t VALUES (1); DROP TABLE IF EXISTS nope; SELECT 2"))
        .isEqualTo("2\n");
    assertThat(err.toString(UTF_8)).contains("-c:1: NOTICE: table \"nope\" does not exist");
  }

  @Test
  void runsFilesAndCommandsInOrderInOneSession(@TempDir Path folder) throws IOException {
    String file = file(folder, "\\echo file\nINSERT INTO t VALUES (:n) RETURNING a;\n");
    assertThat(
            output(
                "-v",
                "n=5",
                "-c",
                "CREATE TEMP TABLE t (a int)",
                "-f",
                file,
                "-c",
                "SELECT a + 1 FROM t"))
        .isEqualTo("file\n5\n6\n");
  }

  @Test
  void runsTheFilesThatAFileIncludesInItsTransaction(@TempDir Path folder) throws IOException {
    Path parts = Files.createDirectory(folder.resolve("parts"));
    Files.writeString(parts.resolve("one.sql"), "\\ir two.sql\nSELECT a + :n FROM t;\n");
    Files.writeString(parts.resolve("two.sql"), "CREATE TEMP TABLE t AS SELECT 1 AS a;\n");
    String file = file(folder, "BEGIN;\n\\ir parts/one.sql\nDROP TABLE t;\nCOMMIT;\n");

    assertThat(sql("-v", "n=5", "-f", file)).as(err.toString()).isZero();
    assertThat(out.toString(UTF_8)).isEqualTo("6\n");

    Files.writeString(parts.resolve("two.sql"), "\nSELECT nope;\n");
    assertThat(sql("-v", "n=5", "-f", file)).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("parts/two.sql:2: ERROR: column \"nope\"");
    Files.delete(parts.resolve("two.sql"));
    assertThat(sql("-v", "n=5", "-f", file)).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("there is no file " + parts.resolve("two.sql"));
  }

  @Test
  void readsTheScriptFromStandardInputOtherwise() throws IOException {
    input = "SELECT :'x';";
    assertThat(output("-v", "x=a'b")).isEqualTo("a'b\n");
  }

  @Test
  void anErrorNamesFileLineAndWhatTheServerSays(@TempDir Path folder) throws IOException {
    String file = file(folder, "SELECT 1;\n\nSELECT\n  length('x'),\n  lenght('x');\nSELECT 2;\n");
    assertThat(sql("-f", file)).isEqualTo(1);
    assertThat(out.toString(UTF_8)).as("nothing after the error").isEqualTo("1\n");
    assertThat(err.toString(UTF_8))
        .startsWith("postgres: " + file + ":5: ERROR: function lenght(unknown) does not exist")
        .contains("hint: No function matches")
        .contains("SQLSTATE: 42883");
  }

  @Test
  void anUnsetVariableIsNamed() throws IOException {
    assertThat(error("-c", "SELECT * FROM :table_name")).contains("variable table_name is not set");
  }

  @Test
  void aTransactionIsOneOrNothing() throws IOException {
    test.sql("DROP TABLE IF EXISTS whole; CREATE TABLE whole (a int)");
    assertThat(sql("-c", "BEGIN; INSERT INTO whole VALUES (1); SELECT 1/0; COMMIT")).isEqualTo(1);
    assertThat(test.sql("SELECT count(*) FROM whole")).isEqualTo("0");
    assertThat(
            sql(
                "-c",
                "BEGIN; INSERT INTO whole VALUES (1); COMMIT; INSERT INTO whole VALUES (2); SELECT 1/0"))
        .isEqualTo(1);
    assertThat(test.sql("SELECT count(*) FROM whole")).isEqualTo("2");
  }

  @Test
  void aTransactionThatNobodyEndsIsAnError() throws IOException {
    assertThat(error("-c", "BEGIN;\nSELECT 1;")).contains("-c:2: ").contains("add COMMIT");
  }

  @Test
  void copiesInFromStandardInputAndOut() throws IOException {
    test.sql("DROP TABLE IF EXISTS loaded; CREATE TABLE loaded (a int, b text)");
    input = "1|one\n2|\\N\n";
    assertThat(sql("-c", "COPY loaded FROM STDIN WITH (DELIMITER '|')"))
        .as(err.toString())
        .isZero();
    assertThat(
            output("-c", "COPY (SELECT a, b FROM loaded ORDER BY a) TO STDOUT WITH (FORMAT csv)"))
        .isEqualTo("1,one\n2,\n");
  }

  @Test
  void copiesInFromTheLinesOfAFile(@TempDir Path folder) throws IOException {
    String file =
        file(
            folder,
            "CREATE TEMP TABLE t (a int);\nCOPY t FROM STDIN;\n3\n4\n\\.\nSELECT sum(a) FROM t;\n");
    assertThat(output("-f", file)).isEqualTo("7\n");
  }

  @Test
  void aBadRowOfCopyIsNamed() throws IOException {
    test.sql("DROP TABLE IF EXISTS bad; CREATE TABLE bad (a int)");
    input = "1\nx\n";
    assertThat(error("-c", "COPY bad FROM STDIN"))
        .contains("invalid input syntax")
        .contains("COPY bad, line 2");
    assertThat(test.sql("SELECT count(*) FROM bad")).isEqualTo("0");
  }

  @Test
  void eachRunsItsSessionsAtTheSameTime() throws IOException {
    test.sql("DROP TABLE IF EXISTS met; CREATE TABLE met (part text, pid int)");
    // Every session waits for the other's row: one after the other they would never end.
    String meet =
        """
        INSERT INTO met VALUES (:'part', pg_backend_pid());
        DO $$ BEGIN
          FOR i IN 1..600 LOOP
            EXIT WHEN (SELECT count(*) FROM met) = 3;
            PERFORM pg_sleep(0.05);
          END LOOP;
        END $$;
        SELECT :'part', count(*) FROM met;
        """;
    assertThat(sql("--each", "part=a,b,c", "-c", meet)).as(err.toString()).isZero();
    assertThat(out.toString(UTF_8).lines()).containsExactlyInAnyOrder("a|3", "b|3", "c|3");
    assertThat(test.sql("SELECT count(DISTINCT pid) FROM met")).isEqualTo("3");
  }

  @Test
  void thenRunsWhatFollowsAfterAllSessions() throws IOException {
    test.sql("DROP TABLE IF EXISTS staged; CREATE TABLE staged (part text)");
    assertThat(
            output(
                "-v",
                "name=all",
                "--each",
                "part=a,b",
                "-c",
                "SELECT pg_sleep(CASE :'part' WHEN 'b' THEN 0.3 ELSE 0 END) WHERE false",
                "-c",
                "INSERT INTO staged VALUES (:'part')",
                "--then",
                "-c",
                "SELECT :'name', count(*) FROM staged",
                "--then",
                "--each",
                "part=c,d",
                "-c",
                "SELECT :'part'"))
        .startsWith("all|2\n")
        .contains("c\n", "d\n");
  }

  @Test
  void thenRunsNothingAfterAFailure() throws IOException {
    assertThat(sql("--each", "d=1,0", "-c", "SELECT 4 / :d", "--then", "-c", "SELECT 'after'"))
        .isEqualTo(1);
    assertThat(out.toString(UTF_8)).isEqualTo("4\n");
    assertThat(err.toString(UTF_8)).contains("d=0: -c:1: ERROR: division by zero");
  }

  @Test
  void eachFailsWhenOneSessionFailsAndNamesIt() throws IOException {
    test.sql("DROP TABLE IF EXISTS done; CREATE TABLE done (d int)");
    assertThat(error("--each", "d=1,0,2", "-c", "INSERT INTO done VALUES (4 / :d)"))
        .contains("d=0: -c:1: ERROR: division by zero")
        .doesNotContain("d=1");
    assertThat(test.sql("SELECT count(*) FROM done")).isEqualTo("2");
  }

  @Test
  void standardInputCannotFeedSeveralSessions() throws IOException {
    test.sql("DROP TABLE IF EXISTS several; CREATE TABLE several (a int)");
    assertThat(error("--each", "d=1,2", "-c", "COPY several FROM STDIN"))
        .contains("standard input cannot feed");
  }
}
