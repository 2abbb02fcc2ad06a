package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Manifest;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.postgres.sql.SqlScript;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The paths postgres-q1 and external-table-q1-postgres against the bundled server. */
@ExtendWith(SharedServer.class)
class PostgresQ1IT {
  private static final String LOADED = "postgres/paths/postgres-q1";
  private static final String EXTERNAL = "external-table/paths/external-table-q1-postgres";
  private static Path whole;
  private static Manifest manifest;

  private final TestServer test = SharedServer.test();

  @BeforeAll
  static void makeData() throws IOException {
    whole = SharedServer.test().newFolder();
    manifest =
        Dataset.lineitem(new BigDecimal("0.01"), 2, Codec.NONE).prepare(whole, Progress.silent());
  }

  @Test
  void theLoadedTableGivesTheExactAnswerInParallel() throws IOException {
    PostgresPath path = path(LOADED);
    requireExactAnswer(path, "Parallel Seq Scan on postgres_q1");
    assertThat(answerOfOraclesScript()).isEqualTo(expected());
    requireSeesACentAndLeavesNothing(path);
  }

  @Test
  void externalTablesGiveTheExactAnswerInParallelAndFailWithoutAFile() throws IOException {
    PostgresPath path = path(EXTERNAL);
    requireExactAnswer(path, "Parallel Append");
    Path moved = Files.move(path.part(1), path.folder.resolve("moved"));
    assertThat(path.fail("run")).contains("part-00001.tbl", "No such file");
    Files.move(moved, path.data().resolve("part-00001.tbl"));
    requireSeesACentAndLeavesNothing(path);
  }

  private void requireExactAnswer(PostgresPath path, String scan) throws IOException {
    path.succeed("setup");
    path.succeed("run");
    assertThat(answer(path)).isEqualTo(expected());
    assertThat(plan(path)).contains("Workers Planned: 1", scan, "Partial HashAggregate");
  }

  private void requireSeesACentAndLeavesNothing(PostgresPath path) throws IOException {
    Path part = path.part(0);
    Files.writeString(part, Files.readString(part).replaceFirst("\\.23\\|", ".22|"));
    path.succeed("setup");
    path.succeed("run");
    // sum_base_price, the fourth column, is a cent short in one group
    assertThat(sums(answer(path))).isEqualTo(sums(expected()).subtract(new BigDecimal("0.01")));

    path.succeed("teardown");
    path.succeed("teardown");
    assertThat(path.work()).isEmptyDirectory();
    assertThat(test.sql(PostgresPath.LEFT)).isEmpty();
  }

  private String plan(PostgresPath path) throws IOException {
    String script = Files.readString(test.root.resolve("postgres/sql/q1.sql"));
    return test.run(
        Map.of("table", path.table(), "delta", "90", "workers", "1"),
        SqlScript.command(script.replace("\nSELECT\n", "\nEXPLAIN SELECT\n")));
  }

  /** Proves the same about its query as {@link OracleFingerprintIT} without an Oracle. */
  private List<List<String>> answerOfOraclesScript() throws IOException {
    SqlPlusScript script = SqlPlusScript.read(Path.of("oracle/11-q1.sql"));
    assertThat(script.statements()).hasSize(2);
    String query =
        script
            .statements()
            .get(1)
            .replace("&owner..&lineitem", PostgresPath.SCHEMA + ".postgres_q1")
            .replace("&delta", "90");
    String rows =
        test.run(
            Map.of(),
            SqlScript.file("src/test/resources/io/loadpath/externaltable/oracle-functions.sql"),
            SqlScript.command("SET search_path TO oracle, pg_catalog"),
            SqlScript.command(query),
            SqlScript.command("DROP SCHEMA oracle CASCADE"));
    return rows.lines().map(row -> List.of(row.split("\\|"))).toList();
  }

  @Test
  void saysSoBeforehandWhenTheTableDoesNotFit() throws IOException {
    PostgresPath path = path(LOADED);
    Path tools = Files.createDirectory(path.folder.resolve("tools"));
    Path df = Files.writeString(tools.resolve("df"), "#!/bin/sh\necho Avail\necho 1000000\n");
    LoadPath.mode(df, "rwxr-xr-x");
    path.variable("PATH", tools + ":" + System.getenv("PATH"));

    assertThat(path.fail("setup")).contains("the table needs 9 MB", "but 1 MB are free");

    path.without("LOADPATH_SERVER_DIR"); // a server elsewhere
    path.succeed("setup");
    path.succeed("teardown");
  }

  private static List<List<String>> expected() {
    return manifest.q1().get("90");
  }

  private static BigDecimal sums(List<List<String>> answer) {
    return answer.stream()
        .map(row -> new BigDecimal(row.get(3)))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static List<List<String>> answer(PostgresPath path) throws IOException {
    return new ObjectMapper()
        .readValue(
            path.succeed("verify").out(), new TypeReference<Map<String, List<List<String>>>>() {})
        .get("answer");
  }

  /** A path with a copy of the data. */
  private PostgresPath path(String steps) throws IOException {
    PostgresPath path = new PostgresPath(test, steps, "it's data");
    try (var files = Files.newDirectoryStream(whole)) {
      for (Path file : files) {
        Files.copy(file, path.data().resolve(file.getFileName()));
      }
    }
    return path;
  }
}
