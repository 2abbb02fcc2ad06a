package io.loadpath.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.OldServer;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.postgres.sql.FileCopy;
import io.loadpath.engines.postgres.sql.SqlClient;
import io.loadpath.engines.postgres.sql.SqlDatabase;
import io.loadpath.engines.postgres.sql.SqlScript;
import io.loadpath.rows.TextFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loads into servers of older PostgreSQL. Their programs come into {@code target/postgres-VERSION},
 * those of 14 to 17 with {@code -Pcluster}. All other tests run on the bundled 18.
 */
@ExtendWith(SharedServer.class)
class ServerVersionsIT {
  private static final String EXTERNAL = "../external-table/postgres/";
  private static final String FORMAT = "format 'csv', delimiter '|', null '', quote E'\\x01'";
  private static final String TABLE =
      "CREATE TABLE t (a integer NOT NULL %s, b varchar(5)) %s; COMMENT ON TABLE t IS 'Loadpath: test'";

  private final TestServer owner = SharedServer.test();
  private final Map<String, String> variables = new HashMap<>();
  private ConnectionInfo connection;

  @ParameterizedTest
  @ValueSource(ints = 13)
  void theOldestThatWorksTakesEveryLoad(int version) throws Exception {
    loads(version);
  }

  @Tag("cluster")
  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 17})
  void takesEveryLoad(int version) throws Exception {
    loads(version);
  }

  private void loads(int version) throws Exception {
    Path archive = Path.of("target/postgres-" + version + "/postgres-linux-x86_64.txz");
    try (OldServer server = OldServer.started(owner, archive)) {
      connection = server.connection();
      assertThat(sql("SHOW server_version_num")).startsWith(version + "0");
      sentFilesOfARoleWithOneSchemaArrive();
      connection = server.connection();
      aSlotReadsWhatBecomesOfTheTable();
      filesThatTheServerReadsArrive();
    }
  }

  private void sentFilesOfARoleWithOneSchemaArrive() throws Exception {
    String password = Files.readString(connection.passwordFile()).strip();
    sql(
        "CREATE SCHEMA one; CREATE ROLE plain LOGIN PASSWORD '%s'; ALTER ROLE plain SET search_path TO one;"
                .formatted(password)
            + " GRANT USAGE, CREATE ON SCHEMA one TO plain");
    connection =
        new ConnectionInfo(
            connection.host(),
            connection.port(),
            "plain",
            connection.database(),
            connection.passFile(),
            connection.passwordFile());
    set("functions", "one", "table", "t", "delimiter_at_end", "true");
    script("sql/functions.sql");
    sql(TABLE.formatted("", ""));

    assertThat(send(Optional.empty())).contains("3 rows became t by a swap of tables");
    assertThat(rows()).isEqualTo("1 one,2 -,3 three");
    sql("DELETE FROM t; CREATE INDEX ON t (a)");
    TextFormat text = TextFormat.plain('|', "", TextFormat.DelimiterAtEnd.ALWAYS);
    assertThat(send(Optional.of(new FileCopy.BinaryFrom(text, false, 0))))
        .contains("3 rows became t by DELETE and INSERT", "index t_a_idx");
    assertThat(rows()).isEqualTo("1 one,2 -,3 three");

    sql(
        Files.readString(Path.of("tables/lineitem.sql"))
            .replace(":table", "l")
            .replace(":partition_by", ""));
    set("table", "l", "delta", "90", "workers", "1");
    assertThat(script("sql/q1.sql")).isEmpty();
    sql("CALL one.drop_relation('t'); CALL one.drop_relation('l'); DROP SCHEMA IF EXISTS two");
    assertThat(sql("SELECT relname FROM pg_class WHERE relname LIKE 'loadpath\\_load%'")).isEmpty();
  }

  /** Of a swap it would see rows of the staging, and none that go. */
  private void aSlotReadsWhatBecomesOfTheTable() throws IOException {
    set("table", "public.s");
    sql(
        "CREATE TABLE public.s (a integer NOT NULL, b varchar(5)); INSERT INTO public.s VALUES (0)");
    sql("SELECT pg_create_logical_replication_slot('reader', 'test_decoding')");

    assertThat(send(Optional.empty()))
        .contains("the changes that the replication slot reader reads");

    assertThat(
            sql(
                "SELECT string_agg(split_part(data, ' ', 3), ' ') FROM"
                    + " pg_logical_slot_get_changes('reader', NULL, NULL) WHERE data LIKE 'table public.%'"))
        .isEqualTo("DELETE: INSERT: INSERT: INSERT:");
    sql("SELECT pg_drop_replication_slot('reader')");
    sql("DROP TABLE public.s");
  }

  /** Sends two files, and returns the server's notices. */
  private String send(Optional<FileCopy.BinaryFrom> binary) throws IOException {
    Path folder = owner.newFolder();
    List<Path> files =
        List.of(
            Files.writeString(folder.resolve("x"), "1|one|\n2||\n"),
            Files.writeString(folder.resolve("y"), "3|three|\n"));
    String begin = binary.isPresent() ? "copy-begin-binary.sql" : "copy-begin.sql";
    String options =
        binary.isPresent() ? "FORMAT binary" : FORMAT + ", force_not_null (after_last_delimiter)";
    String each =
        """
        SELECT :functions.join_load(:'table') AS loaded \\gset
        COPY :loaded FROM STDIN (%s);
        CALL :functions.file_loaded(:'table', :'file', :rows)
        """;
    FileCopy copy =
        new FileCopy(
            List.of(SqlScript.file("sql/" + begin)),
            SqlScript.command(each.formatted(options)),
            List.of(SqlScript.file("sql/copy-end.sql")),
            Map.copyOf(variables),
            binary,
            files);
    ByteArrayOutputStream notices = new ByteArrayOutputStream();
    try (SqlClient client = client(new ByteArrayOutputStream(), notices)) {
      assertThat(copy.on(client)).isEmpty();
    }
    return notices.toString();
  }

  private void filesThatTheServerReadsArrive() throws IOException {
    sql(
        "CREATE SCHEMA two; COMMENT ON SCHEMA two IS 'Loadpath: made for a run, and dropped at its end';"
            + " ALTER ROLE loadpath SET search_path TO two");
    Path folder = owner.newFolder();
    String good = "1|one|\n2||\n";
    Files.writeString(folder.resolve("part-0"), good);
    Files.writeString(folder.resolve("part-1"), "3|three|\n");
    set("functions", "two", "table", "t", "server", "two", "folder", folder.toString());
    set("preprocessor", "", "children", "false", "format", FORMAT, "delimiter_at_end", "true");
    set("logging", "full", "date_order", "MDY", "files", "part-0,part-1", "reject_limit", "4");
    script("sql/functions.sql");
    for (boolean partitioned : new boolean[] {false, true}) {
      script(EXTERNAL + "01-server.sql");
      sql(TABLE.formatted("CHECK (a < 100)", partitioned ? "PARTITION BY RANGE (a)" : ""));
      if (partitioned) {
        sql(
            "SELECT two.make_partition('t', '_all', 'DEFAULT', 'PARTITION BY RANGE (a)', 'full');"
                + " SELECT two.make_partition('t_all', '_low', 'FOR VALUES FROM (0) TO (100)', '', 'full')");
      }
      script(EXTERNAL + "02-external-tables.sql");
      for (String way : List.of("copy", "insert", "create-table-as")) {
        if (!partitioned || !way.equals("create-table-as")) {
          set("way", way);
          assertThat(attach()).as(way).isEqualTo("3|3|0");
          assertThat(rows()).as(way).isEqualTo("1 one,2 -,3 three");
        }
      }
      Files.writeString(folder.resolve("part-0"), good + "|x|\nx|x|\n4|longer|\n5|x\n");
      assertThat(attach()).isEqualTo("7|3|4");
      assertThat(sql("SELECT string_agg(line || ' ' || reason, E'\\n') FROM two.rejected('t')"))
          .isEqualTo(
              """
              3 column a: is empty, but must not be
              4 column a: invalid input syntax for type integer: "x"
              5 column b: value too long for type character varying(5)
              6 too few fields: 1 with a | after it, but there are 2 columns""");
      assertThat(rows()).isEqualTo("1 one,2 -,3 three");
      Files.writeString(folder.resolve("part-0"), good);
      script(EXTERNAL + "09-teardown.sql");
    }
    aFileWithTheLineAtWhichCopyStopsIsRefused(folder.resolve("part-0"), good);
    assertThat(
            sql(
                "SELECT relname FROM pg_class WHERE relnamespace = 'two'::regnamespace AND relkind <> 'c'"
                    + " UNION SELECT srvname FROM pg_foreign_server"
                    + " UNION SELECT extname FROM pg_extension WHERE extname = 'file_fdw'"))
        .isEmpty();
  }

  /** Servers before 18 read no row after it, without an error. */
  private void aFileWithTheLineAtWhichCopyStopsIsRefused(Path part, String good)
      throws IOException {
    String block = "4|f|\n".repeat(199_999) + "4||\n"; // the search's first block ends in the line
    String marked = good + "\\.\n" + good;
    for (String preprocessor : List.of("", "/bin/cat")) {
      set("preprocessor", preprocessor, "way", "copy");
      script(EXTERNAL + "01-server.sql");
      sql(TABLE.formatted("", ""));
      script(EXTERNAL + "02-external-tables.sql");
      for (String text : List.of(marked, "\\.\r\n" + good, block + "\\.\n" + good, good + "\\.")) {
        Files.writeString(part, text);
        assertThat(failure("03-stage.sql", "04-load.sql"))
            .contains("\"part-0\" has the line \\., at which COPY stops");
        assertThat(failure("10-bare.sql"))
            .contains("\"part-0\" has the line \\., at which COPY stops");
      }
      Files.writeString(part, good + "\\.5|x|\n5|\\.\n");
      assertThat(failure("03-stage.sql", "04-load.sql")).isEmpty();
      Files.writeString(part, good);
      assertThat(attach()).isEqualTo("3|3|0");
      script(EXTERNAL + "09-teardown.sql");

      Files.writeString(part, marked);
      script(EXTERNAL + "01-server.sql");
      sql(TABLE.formatted("", ""));
      assertThat(failure("02-external-tables.sql"))
          .contains("has the line \\., at which COPY stops");
      script(EXTERNAL + "09-teardown.sql");
      Files.writeString(part, good);
    }
    set("preprocessor", "/bin/false"); // the search has not seen the file
    script(EXTERNAL + "01-server.sql");
    sql(TABLE.formatted("", ""));
    assertThat(failure("02-external-tables.sql")).contains("/bin/false");
    script(EXTERNAL + "09-teardown.sql");
  }

  /** Runs scripts in one session, as for the first file, and returns the failures. */
  private String failure(String... scripts) {
    set("file", "part-0");
    try (SqlClient client = client(new ByteArrayOutputStream(), new ByteArrayOutputStream())) {
      return Stream.of(scripts)
          .flatMap(s -> client.run(List.of(SqlScript.file(EXTERNAL + s)), variables).stream())
          .collect(Collectors.joining());
    }
  }

  /** Loads both files, and returns the rows read, accepted and rejected. */
  private String attach() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (SqlClient client = client(out, new ByteArrayOutputStream())) {
      assertThat(client.run(List.of(SqlScript.file(EXTERNAL + "03-stage.sql")), variables))
          .isEmpty();
      assertThat(
              client.runEach(
                  List.of(SqlScript.file(EXTERNAL + "04-load.sql")),
                  variables,
                  "file",
                  List.of("part-0", "part-1")))
          .isEmpty();
      assertThat(client.run(List.of(SqlScript.file(EXTERNAL + "05-attach.sql")), variables))
          .isEmpty();
    }
    return out.toString().strip();
  }

  private String rows() {
    return sql("SELECT string_agg(a || ' ' || coalesce(b, '-'), ',' ORDER BY a) FROM t");
  }

  private void set(String... namesAndValues) {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      variables.put(namesAndValues[i], namesAndValues[i + 1]);
    }
  }

  private String script(String file) {
    return run(SqlScript.file(file));
  }

  private String sql(String statements) {
    return run(SqlScript.command(statements));
  }

  private String run(SqlScript script) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (SqlClient client = client(out, new ByteArrayOutputStream())) {
      assertThat(client.run(List.of(script), variables)).isEmpty();
    }
    return out.toString().strip();
  }

  private SqlClient client(ByteArrayOutputStream out, ByteArrayOutputStream notices) {
    return new SqlClient(
        SqlDatabase.of(connection),
        InputStream.nullInputStream(),
        new PrintStream(out, true),
        new PrintStream(notices, true));
  }
}
