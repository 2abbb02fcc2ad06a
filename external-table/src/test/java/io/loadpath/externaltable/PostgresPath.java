package io.loadpath.externaltable;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.postgres.sql.SqlScript;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A path on the bundled server, in a schema as a run makes it. */
final class PostgresPath extends LoadPath {
  /** The schema of the run; all paths of the tests share it. */
  static final String SCHEMA = "loadpath_run_test";

  /** What is left of paths in the database, apart from the functions. */
  static final String LEFT =
      """
      SELECT relname FROM pg_class WHERE relnamespace = 'loadpath_run_test'::regnamespace AND relkind <> 'c'
      UNION ALL
      SELECT nspname FROM pg_namespace WHERE nspname LIKE 'loadpath\\_%' AND nspname <> 'loadpath_run_test'
      UNION ALL
      SELECT srvname FROM pg_foreign_server
      UNION ALL
      SELECT extname FROM pg_extension WHERE extname = 'file_fdw'
      UNION ALL
      SELECT query FROM pg_stat_activity
      WHERE query LIKE 'CALL %' AND pid <> pg_backend_pid() AND state = 'active'
      """;

  static final String EXTERNAL_TABLE = "external-table/paths/external-table-load-postgres";

  private final TestServer test;
  private final String table;

  PostgresPath(TestServer test, String steps, String data) throws IOException {
    super(steps, test.newFolder(), data);
    this.test = test;
    table = Path.of(steps).getFileName().toString().replace('-', '_');
    test.sql(
        "CREATE SCHEMA IF NOT EXISTS %s; COMMENT ON SCHEMA %1$s IS 'Loadpath: made for a run, and dropped at its end'"
            .formatted(SCHEMA));
    variable("LOADPATH_SCHEMA", SCHEMA).variable("PGOPTIONS", "-c search_path=" + SCHEMA);
  }

  @Override
  Program program(String step) {
    return super.program(step).set(test.server.connection().environment());
  }

  /** Does in the database what {@code teardown} does. */
  void drop() {
    test.run(
        Map.of("functions", SCHEMA, "table", table(), "server", SCHEMA),
        SqlScript.file(test.root.resolve("postgres/sql/functions.sql").toString()),
        SqlScript.command("CALL :functions.drop_relation(:'table', :'server')"));
  }

  /** Its table in the database. */
  String table() {
    return SCHEMA + "." + table;
  }

  /** The preprocessor that the server calls. */
  Path preprocessor() throws IOException {
    return Path.of(Files.readString(work().resolve("preprocessor")).strip());
  }

  /** The bad file, line by line. */
  List<String> rejected() throws IOException {
    return Files.readAllLines(work().resolve("rejected.csv"));
  }

  /** Digest of the loaded rows. */
  Fingerprint loaded() throws IOException {
    String script = "datasets/sql/fingerprint-all-card-trans-postgres.sql";
    String json =
        test.run(
            Map.of("table", table(), "manifest", "{}"),
            SqlScript.file(test.root.resolve(script).toString()));
    return Fingerprint.fromJson(new ObjectMapper().readTree(json));
  }

  /** The rows of a query, '|' between the columns. */
  List<String> query(String sql) {
    return test.sql(sql).lines().toList();
  }
}
