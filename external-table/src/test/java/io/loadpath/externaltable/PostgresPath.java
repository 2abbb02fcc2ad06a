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

/** A path on the bundled server. */
final class PostgresPath extends LoadPath {
  static final String EXTERNAL_TABLE = "external-table/paths/external-table-load-postgres";

  private final TestServer test;
  private final String schema;

  PostgresPath(TestServer test, String steps, String data) throws IOException {
    super(steps, test.newFolder(), data);
    this.test = test;
    schema = Path.of(steps).getFileName().toString().replace('-', '_');
  }

  @Override
  Program program(String step) {
    return super.program(step).set(test.server.connection().environment());
  }

  /** Does in the database what {@code teardown} does. */
  void drop() {
    test.run(
        Map.of(),
        SqlScript.file(test.root.resolve("postgres/sql/functions.sql").toString()),
        SqlScript.command("CALL loadpath.drop_schema('" + schema + "')"));
  }

  /** Its schema in the database. */
  String schema() {
    return schema;
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
            Map.of("table", "all_card_trans", "manifest", "{}"),
            SqlScript.command("SET search_path TO " + schema),
            SqlScript.file(test.root.resolve(script).toString()));
    return Fingerprint.fromJson(new ObjectMapper().readTree(json));
  }

  /** The rows of a query, '|' between the columns. */
  List<String> query(String sql) {
    return test.sql(sql).lines().toList();
  }
}
