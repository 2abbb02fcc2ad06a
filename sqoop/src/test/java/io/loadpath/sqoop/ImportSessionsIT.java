package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.loads.PostgresSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.core.BaseConnection;

/** The sessions of an import: their settings, their user and what they hold. */
class ImportSessionsIT extends ImportFixture {
  @BeforeEach
  void makeTable() {
    sql(
        """
        CREATE TABLE imports.t AS SELECT 1 AS n, bytea '\\xdead' AS b, interval '1 day' AS i,
          0.1::float8 + 0.2::float8 AS f, date '2020-02-01' AS d, jsonb '{"a": 1}' AS j;
        CREATE ROLE reader LOGIN PASSWORD 'reader';
        GRANT USAGE ON SCHEMA imports TO reader;
        GRANT SELECT ON imports.t TO reader;
        """);
  }

  @AfterEach
  void dropRole() {
    sql("DROP OWNED BY reader; DROP ROLE reader");
  }

  @Test
  void valuesDoNotDependOnTheRolesSettings() throws Exception {
    sql(
        """
        ALTER ROLE reader SET bytea_output = escape;
        ALTER ROLE reader SET "IntervalStyle" = iso_8601;
        ALTER ROLE reader SET extra_float_digits = -5;
        ALTER ROLE reader SET "DateStyle" = german;
        """);
    String[] reader = {"--username reader --password reader --columns b,i,f,d"};

    imports(join(reader, "--table t -m 1")).ok();
    assertThat(SqoopJob.rows(target))
        .containsExactly("\\xdead,1 day,0.30000000000000004,2020-02-01");

    String statement = "-Dloadpath.session.statements=SET bytea_output = escape";
    target = target.resolveSibling("chosen");
    imports(join(new String[] {statement}, join(reader, "--table t -m 1"))).ok();
    assertThat(SqoopJob.rows(target).get(0)).startsWith("\\336\\255,1 day");
  }

  @Test
  void aQuestionMarkIsAnOperator() throws Exception {
    String query = "SELECT n FROM imports.t WHERE j ? 'a' AND $CONDITIONS";
    imports("--query", query, "-m 1").ok();
    assertThat(SqoopJob.rows(target)).containsExactly("1");

    target = target.resolveSibling("where");
    imports("--table t --columns n --where", "j ?| '{a,b}'", "-m 2").ok();
    assertThat(SqoopJob.rows(target)).containsExactly("1");

    target = target.resolveSibling("split");
    imports("--query", query, "-m 2 --split-by n").ok();
    assertThat(SqoopJob.rows(target)).containsExactly("1");
  }

  @Test
  void sqoopsOwnSessionEndsBeforeTheJob() throws Exception {
    List<String> arguments = with("--table t -m 1 --incremental append --check-column n");
    // the session of an earlier test's Sqoop may stay open until its object is collected
    String before =
        Database.server().sql("SELECT coalesce(max(backend_start), now()) FROM pg_stat_activity");
    String sessions =
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'PostgreSQL JDBC Driver' AND backend_start > '%s'"
            .formatted(before);

    List<String> others = new ArrayList<>();
    SqoopJob job =
        SqoopJob.imports(
                target,
                arguments,
                () -> {
                  Database.server().await(sessions, "0");
                  others.add("0");
                })
            .ok();

    assertThat(others).as("asked once, in the snapshot").containsExactly("0");
    assertThat(job.log())
        .contains("A transaction stays open until the import ends", "--last-value 1");
  }

  @Test
  void tasksTakeTheUserOfTheUrlOrElseTheClients() throws Exception {
    String url = Database.connection().jdbcUrl();
    assertThat(taskUser("none", url + "&user=reader&password=reader", null)).isEqualTo("reader");
    assertThat(taskUser("reader", url, "reader")).isEqualTo("reader");
  }

  private static String taskUser(String client, String url, String password) throws Exception {
    Job job = Job.getInstance(new Configuration(false));
    String user = System.getProperty("user.name");
    System.setProperty("user.name", client);
    try {
      PostgresSession.of(url, null, password, null, job.getConfiguration()).addTo(job);
    } finally {
      System.setProperty("user.name", user);
    }
    try (BaseConnection session = PostgresSession.of(job).connect("loadpath test")) {
      return session.getMetaData().getUserName();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--table=p",
        "--table=v",
        "--query=SELECT id, part FROM imports.p WHERE $CONDITIONS"
      })
  void failsIfAPartitionIsAttachedWhileMappersReadThroughTheTable(String source) throws Exception {
    sql(
        """
        CREATE TABLE imports.p (id int, part text) PARTITION BY LIST (part);
        CREATE TABLE imports.p1 PARTITION OF imports.p FOR VALUES IN ('a');
        CREATE TABLE imports.p2 (LIKE imports.p);
        CREATE VIEW imports.v AS SELECT * FROM imports.p;
        INSERT INTO imports.p1 SELECT n, 'a' FROM generate_series(1, 100) AS n;
        INSERT INTO imports.p2 SELECT n, 'b' FROM generate_series(1, 100) AS n""");
    String attach = "ALTER TABLE imports.p ATTACH PARTITION imports.p2 FOR VALUES IN ('b')";
    String[] option = source.split("=", 2);
    List<String> divided = with(option[0], option[1], "--split-by id -m 2");

    assertThat(SqoopJob.imports(target, divided, () -> sql(attach)).failed().log())
        .contains("a partition was attached while the table was read");
    assertThat(SqoopJob.files(target)).isEmpty();

    Path again = target.resolveSibling("again");
    SqoopJob.imports(again, divided).ok();
    assertThat(SqoopJob.rows(again)).hasSize(200);
  }

  @Test
  void aPartitionThatNoMapperReadsMayBeAttached() throws Exception {
    sql(
        """
        CREATE TABLE imports.p (id int, part text) PARTITION BY LIST (part);
        CREATE TABLE imports.p1 PARTITION OF imports.p FOR VALUES IN ('a');
        CREATE TABLE imports.p2 (LIKE imports.p);
        INSERT INTO imports.p1 SELECT n, 'a' FROM generate_series(1, 1000) AS n;
        INSERT INTO imports.p2 VALUES (1, 'b')""");
    String attach = "ALTER TABLE imports.p ATTACH PARTITION imports.p2 FOR VALUES IN ('b')";

    // by blocks, mappers name their parts
    SqoopJob.imports(target, with("--table p --where", "id > 0", "-m 2"), () -> sql(attach)).ok();
    assertThat(SqoopJob.rows(target)).hasSize(1000);
  }

  @Test
  void readsRangesByNoOperatorOfTheUsersPath() throws Exception {
    sql(
        """
        CREATE TABLE imports.r (n numeric);
        INSERT INTO imports.r SELECT generate_series(0, 100);
        CREATE FUNCTION imports.trap(numeric, int) RETURNS boolean LANGUAGE plpgsql AS
          'BEGIN RAISE EXCEPTION ''an operator of the path''; END';
        CREATE OPERATOR imports.< (LEFTARG = numeric, RIGHTARG = int, FUNCTION = imports.trap);
        CREATE OPERATOR imports.>= (LEFTARG = numeric, RIGHTARG = int, FUNCTION = imports.trap)""");

    imports(
            "-Dloadpath.session.statements=SET search_path TO imports",
            "--table r --split-by n -m 2")
        .ok();

    assertThat(SqoopJob.rows(target)).hasSize(101);
  }
}
