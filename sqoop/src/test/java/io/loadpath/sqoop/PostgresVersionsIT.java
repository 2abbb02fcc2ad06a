package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.OldServer;
import io.loadpath.engines.postgres.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The connector on servers of older PostgreSQL. Their programs come with {@code -Pcluster} into
 * {@code target/postgres-VERSION}. All other tests run on the bundled 18.
 */
@Tag("cluster")
@ExtendWith(SharedServer.class)
class PostgresVersionsIT {
  private static final int ROWS = 20_000;
  private static final String COLUMNS =
      "(id integer %s, name text, amount numeric(12,2), bought timestamp, flag boolean, raw bytea)";

  /**
   * Each session of a job notes what the server has then. The last one is that of the commit, when
   * both tasks are done.
   */
  private static final String NOTE =
      "-Dloadpath.session.statements=INSERT INTO noted SELECT"
          + " (SELECT count(*) FROM pg_prepared_xacts),"
          + " (SELECT count(*) FROM pg_description WHERE description LIKE 'Loadpath: staging%')";

  private static final String WAY = "-Dloadpath.export.commit=";

  private ConnectionInfo connection;

  @ParameterizedTest
  @CsvSource({"13, false", "14, true", "15, true", "16, true", "17, true"})
  void exportsMergesAndImports(int version, boolean readsRanges) throws Exception {
    Path archive = Path.of("target/postgres-" + version + "/postgres-linux-x86_64.txz");
    try (OldServer server = OldServer.started(Database.server(), archive)) {
      connection = server.connection();
      assertThat(sql("SHOW server_version_num")).startsWith(version + "0");
      Path rows = rows();
      sql("CREATE TABLE prepared " + COLUMNS.formatted(""));
      sql("CREATE TABLE inserted " + COLUMNS.formatted("PRIMARY KEY"));
      sql("CREATE TABLE noted (prepared int, staged int)");

      export(rows, "prepared", NOTE, WAY + "two-phase");
      assertThat(mostNoted()).isEqualTo("2 prepared, 0 staged");
      export(rows, "inserted", NOTE, WAY + "insert");
      assertThat(mostNoted()).isEqualTo("0 prepared, 2 staged");

      String all = digest("prepared");
      assertThat(sql("SELECT count(*) FROM prepared")).isEqualTo(Integer.toString(ROWS));
      assertThat(digest("inserted")).isEqualTo(all);

      merge(rows.resolveSibling("changes"));
      assertThat(sql("SELECT name FROM inserted WHERE id = 7")).isEqualTo("changed");
      assertThat(sql("SELECT count(*) FROM inserted")).isEqualTo(Integer.toString(ROWS + 1));

      Path imported = rows.resolveSibling("imported");
      String log = SqoopJob.imports(imported, arguments("prepared")).ok().log();
      assertThat(SqoopJob.files(imported)).hasSize(2);
      assertThat(log.contains("does not find a range of blocks")).isNotEqualTo(readsRanges);
      sql("CREATE TABLE back (LIKE prepared)");
      export(imported, "back");
      assertThat(digest("back")).isEqualTo(all);
      sql(NOTE.substring(NOTE.indexOf('=') + 1));
      assertThat(mostNoted()).isEqualTo("0 prepared, 0 staged");
    }
  }

  private static Path rows() throws Exception {
    Path folder = Files.createDirectory(Database.server().newFolder().resolve("rows"));
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= ROWS; i++) {
      text.append(i).append(',').append(i % 3 == 0 ? "null" : "name Zürich 😀").append(',');
      text.append(i % 5 == 0 ? "null" : "-%d.25".formatted(i));
      text.append(",2024-02-29 23:59:59.123456,").append(i % 2 == 0).append(",\\x00ff\n");
    }
    Files.writeString(folder.resolve("part-0"), text);
    return folder;
  }

  private void merge(Path folder) throws Exception {
    Files.createDirectory(folder);
    Files.writeString(
        folder.resolve("part-0"),
        "7,changed,1,2024-01-01 00:00:00,true,\\x\n%d,new,1,2024-01-01 00:00:00,true,\\x\n"
            .formatted(ROWS + 1));
    List<String> arguments = new ArrayList<>(arguments("inserted"));
    arguments.addAll(List.of("--update-key", "id", "--update-mode", "allowinsert"));
    SqoopJob.exports(folder, arguments).ok();
  }

  private void export(Path rows, String table, String... settings) throws Exception {
    SqoopJob.exports(rows, arguments(table, settings)).ok();
  }

  /** The most that sessions have noted since the last call. */
  private String mostNoted() throws Exception {
    String most =
        sql("SELECT max(prepared) || ' prepared, ' || max(staged) || ' staged' FROM noted");
    sql("TRUNCATE noted");
    return most;
  }

  private List<String> arguments(String table, String... settings) {
    List<String> all = new ArrayList<>(List.of(settings));
    all.addAll(List.of("--connect", connection.jdbcUrl(), "--table", table, "-m", "2"));
    return all;
  }

  private String digest(String table) throws Exception {
    return sql(
        "SELECT md5(string_agg(t::text, ';' ORDER BY id))"
            + " FROM (SELECT id, name, amount, bought, flag, raw FROM "
            + table
            + ") t");
  }

  /** Runs a statement on the old server, and returns its first value, if it has one. */
  private String sql(String statement) throws Exception {
    String password = Files.readString(connection.passwordFile());
    try (Connection session =
            DriverManager.getConnection(connection.jdbcUrl(), connection.user(), password);
        Statement run = session.createStatement()) {
      if (!run.execute(statement)) {
        return "";
      }
      try (ResultSet rows = run.getResultSet()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }
}
