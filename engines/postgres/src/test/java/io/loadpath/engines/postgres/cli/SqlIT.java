package io.loadpath.engines.postgres.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The SQL client on a real server. */
class SqlIT extends ClientFixture {
  private String script(String text) throws IOException {
    return file("script.sql", text).toString();
  }

  @Test
  void printsAsPsqlDoesUnalignedAndTuplesOnly() throws IOException {
    String query =
        "SELECT 1.50::numeric(6,2), true, NULL, 'é|x', 0.1::float8, '\\x0a'::bytea, ARRAY[1,2], '{a?b}'";
    assertThat(output("sql", "-c", query)).isEqualTo("1.50|t||é|x|0.1|\\x0a|{1,2}|{a?b}\n");
    String noRows = "SELECT; SELECT 1 WHERE false; SELECT '' AS empty";
    assertThat(output("sql", "-c", noRows)).isEqualTo("\n");
    String noTags =
        "CREATE TEMP TABLE t (a int); INSERT INTO t VALUES (1); DROP TABLE IF EXISTS nope; SELECT 2";
    assertThat(output("sql", "-c", noTags)).isEqualTo("2\n");
    assertThat(err()).contains("-c:1: NOTICE: table \"nope\" does not exist");
  }

  @Test
  void runsFilesAndCommandsInOrderInOneSession() throws IOException {
    String file = script("\\echo file\nINSERT INTO t VALUES (:n) RETURNING a;\n");
    String make = "CREATE TEMP TABLE t (a int)";
    assertThat(output("sql", "-v", "n=5", "-c", make, "-f", file, "-c", "SELECT a + 1 FROM t"))
        .isEqualTo("file\n5\n6\n");
  }

  @Test
  void aQuerySetsVariablesToItsOnlyRow() throws IOException {
    String file =
        script("SELECT 'x;y' AS a, :n + 1 AS n, NULL AS b \\gset\nSELECT :'a', :n, :{?b};");
    assertThat(output("sql", "-v", "n=5", "-v", "b=1", "-f", file)).isEqualTo("x;y|6|f\n");
    assertThat(error("sql", "-c", "SELECT 1 AS a WHERE false \\gset"))
        .contains("\\gset needs one row, and the query has none");
    assertThat(error("sql", "-c", "VALUES (1), (2) \\gset"))
        .contains("\\gset needs one row, and the query has more");
  }

  @Test
  void runsTheFilesThatAFileIncludesInItsTransaction() throws IOException {
    Path parts = Files.createDirectory(folder.resolve("parts"));
    Files.writeString(parts.resolve("one.sql"), "\\ir two.sql\nSELECT a + :n FROM t;\n");
    Path two = parts.resolve("two.sql");
    Files.writeString(two, "CREATE TEMP TABLE t AS SELECT 1 AS a;\n");
    String file = script("BEGIN;\n\\ir parts/one.sql\nDROP TABLE t;\nCOMMIT;\n");

    assertThat(output("sql", "-v", "n=5", "-f", file)).isEqualTo("6\n");
    Files.writeString(two, "\nSELECT nope;\n");
    assertThat(error("sql", "-v", "n=5", "-f", file)).contains("two.sql:2: ERROR: column \"nope\"");
    Files.delete(two);
    assertThat(error("sql", "-v", "n=5", "-f", file)).contains("there is no file " + two);
  }

  @Test
  void readsTheScriptFromStandardInputOtherwise() throws IOException {
    input = "SELECT :'x';";
    assertThat(output("sql", "-v", "x=a'b")).isEqualTo("a'b\n");
  }

  @Test
  void anErrorNamesFileLineAndWhatTheServerSays() throws IOException {
    String file = script("SELECT 1;\n\nSELECT\n  length('x'),\n  lenght('x');\nSELECT 2;\n");
    assertThat(error("sql", "-f", file))
        .startsWith("postgres: " + file + ":5: ERROR: function lenght(unknown) does not exist")
        .contains("hint: No function matches", "SQLSTATE: 42883");
    assertThat(out()).as("nothing after the error").isEqualTo("1\n");
    assertThat(error("sql", "-c", "SELECT * FROM :name")).contains("variable name is not set");
  }

  @Test
  void aTransactionIsOneOrNothing() throws IOException {
    String one = "BEGIN; INSERT INTO loaded VALUES (1); ";
    error("sql", "-c", one + "SELECT 1/0; COMMIT");
    assertThat(rows()).isEmpty();
    error("sql", "-c", one + "COMMIT; INSERT INTO loaded VALUES (2); SELECT 1/0");
    assertThat(rows()).isEqualTo("1| 2|");
    assertThat(error("sql", "-c", "BEGIN;\nSELECT 1;")).contains("-c:2: ", "add COMMIT");
  }

  @Test
  void copiesInFromStandardInputAndOut() throws IOException {
    input = "1|one\n2|\\N\n";
    output("sql", "-c", COPY);
    String csv = "COPY (SELECT a, b FROM loaded ORDER BY a) TO STDOUT WITH (FORMAT csv)";
    assertThat(output("sql", "-c", csv)).isEqualTo("1,one\n2,\n");

    input = "3|three\nx|four\n";
    assertThat(error("sql", "-c", COPY)).contains("invalid input syntax", "COPY loaded, line 2");
    assertThat(rows()).isEqualTo("1|one 2|");
  }

  @Test
  void copiesInFromTheLinesOfAFile() throws IOException {
    String make = "CREATE TEMP TABLE t (a int);\n";
    String file = script(make + "COPY t FROM STDIN;\n3\n4\n\\.\nSELECT sum(a) FROM t;\n");
    assertThat(output("sql", "-f", file)).isEqualTo("7\n");
  }

  @Test
  void eachRunsItsSessionsAtTheSameTime() throws IOException {
    // Every session waits for the other's row: one after the other they would never end.
    String meet =
        """
        INSERT INTO loaded (b) VALUES (:'part');
        DO $$ BEGIN
          FOR i IN 1..600 LOOP
            EXIT WHEN (SELECT count(*) FROM loaded) = 3;
            PERFORM pg_sleep(0.05);
          END LOOP;
        END $$;
        SELECT :'part', count(*) FROM loaded;
        """;
    assertThat(output("sql", "--each", "part=a,b,c", "-c", meet).lines())
        .containsExactlyInAnyOrder("a|3", "b|3", "c|3");
    assertThat(test.sql("SELECT count(DISTINCT pid) FROM loaded")).isEqualTo("3");
  }

  @Test
  void thenRunsWhatFollowsAfterAllSessions() throws IOException {
    String wait = "SELECT pg_sleep(CASE :'part' WHEN 'b' THEN 0.3 ELSE 0 END) WHERE false";
    String stage = "INSERT INTO loaded (b) VALUES (:'part')";
    String count = "SELECT :'name', count(*) FROM loaded";
    String[] first = {"-v", "name=all", "--each", "part=a,b", "-c", wait, "-c", stage};
    String[] then = {"--then", "-c", count, "--then", "--each", "part=c,d", "-c", "SELECT :'part'"};

    assertThat(output("sql", first, then)).startsWith("all|2\n").contains("c\n", "d\n");
  }

  @Test
  void aSessionThatFailsIsNamedAndNothingFollows() throws IOException {
    String divide = "INSERT INTO loaded VALUES (4 / :d)";
    assertThat(error("sql", "--each", "d=1,0,2", "-c", divide, "--then", "-c", "SELECT 'after'"))
        .contains("d=0: -c:1: ERROR: division by zero")
        .doesNotContain("d=1");
    assertThat(out()).isEmpty();
    assertThat(rows()).isEqualTo("2| 4|");
    assertThat(error("sql", "--each", "d=1,2", "-c", COPY)).contains("standard input cannot feed");
  }
}
