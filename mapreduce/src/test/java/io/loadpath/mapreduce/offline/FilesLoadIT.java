package io.loadpath.mapreduce.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import io.loadpath.mapreduce.offline.FilesManifest.PartitionEntry;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Loads files, and then runs their script by psql on a real server. */
@ExtendWith(SharedServer.class)
class FilesLoadIT {
  private static final String TARGET =
      """
      target: public.Offline sales
      for: postgres
      columns:
        - {name: id, type: bigint}
        - {name: day, type: date}
        - {name: at, type: timestamp}
        - {name: price, type: 'numeric(10,2)'}
        - {name: ok, type: boolean}
        - {name: note, type: text}
        - {name: b, type: bytea}
      partition-by: {range: day}
      partitions:
        - {name: offline_jan, below: 2009-02-01}
        - {name: 'offline "feb" ü''s', below: 2009-03-01}
        - {name: offline_mar, below: 2009-04-01}
        - {name: offline_later, default: yes}
      """;

  private static final String TABLES =
      """
      DROP TABLE IF EXISTS "Offline sales", offline_expected;
      CREATE TABLE "Offline sales" (id bigint, day date NOT NULL, at timestamp, price numeric(10,2),
        ok boolean, note text, b bytea, PRIMARY KEY (day, id)) PARTITION BY RANGE (day);
      CREATE TABLE offline_jan PARTITION OF "Offline sales" FOR VALUES FROM (MINVALUE) TO ('2009-02-01');
      INSERT INTO offline_jan VALUES (-1, '2009-01-02');
      CREATE TABLE offline_expected (LIKE "Offline sales");
      """;

  @TempDir private Path folder;
  private final TestServer server = SharedServer.test();
  private Path output;

  @BeforeEach
  void makeTables() {
    output = folder.resolve("out");
    server.sql(TABLES);
  }

  private FilesManifest load(FilesFormat format) throws Exception {
    return load(format, TARGET, OfflineJob.lines());
  }

  private FilesManifest load(FilesFormat format, String yaml, List<String> lines) throws Exception {
    Path input = Files.write(folder.resolve("in.txt"), lines);
    FilesTarget target = DescribedTarget.read("target.yaml", yaml, OfflineJob.COLUMNS);
    return OfflineJob.prepare(input, output, format, target, 0).run();
  }

  private static void requirePsql() {
    assumeThat(System.getenv("PATH").split(File.pathSeparator))
        .as("folders of PATH, one of which must have psql")
        .anyMatch(path -> Files.isExecutable(Path.of(path, "psql")));
  }

  private Outcome psql(String... words) {
    return Program.in(output, "psql", words).set(server.server.connection().environment()).run();
  }

  /** Fills the other table with the rows of the input. */
  private void copyExpected() throws IOException {
    Path lines = folder.resolve("expected.txt");
    Files.write(
        lines,
        OfflineJob.lines().stream()
            .map(
                line ->
                    line.substring(0, line.length() - 4)
                        + "\\\\x"
                        + line.substring(line.length() - 4))
            .toList());
    psql(
            "-X",
            "-v",
            "ON_ERROR_STOP=1",
            "-c",
            "\\copy offline_expected FROM '%s' (DELIMITER ';')".formatted(lines))
        .ok();
  }

  @ParameterizedTest
  @EnumSource
  void psqlFindsEveryRowInItsPartitionSorted(FilesFormat format) throws Exception {
    requirePsql();
    FilesManifest manifest = load(format);
    copyExpected();

    Outcome loaded = psql("-X", "-c", "SET client_min_messages = debug1", "-f", "load.sql");

    assertThat(loaded.ok().out()).contains("3000 rows are loaded");
    assertThat(loaded.err().split("is implied by existing constraints", -1))
        .as("attached without a scan: two of three, because the default partition has no CHECK")
        .hasSize(1 + 2);
    assertThat(
            server.sql(
                """
                SELECT count(*) FROM (TABLE "Offline sales" EXCEPT ALL TABLE offline_expected) AS more"""))
        .as("only the row that was there before")
        .isEqualTo("1");
    assertThat(server.sql("SELECT count(*) FROM \"Offline sales\""))
        .isEqualTo("" + (OfflineJob.ROWS + 1));
    assertThat(manifest.partitions()).hasSize(4).allMatch(partition -> partition.rows() > 600);
    assertThat(manifest.partitions().get(1).files()).hasSize(2);
    for (PartitionEntry partition : manifest.partitions()) {
      String table = '"' + partition.name().replace("\"", "\"\"") + '"';
      boolean before = partition.name().equals("offline_jan");
      assertThat(server.sql("SELECT count(*) FROM " + table))
          .isEqualTo("" + (partition.rows() + (before ? 1 : 0)));
      assertThat(
              server.sql(
                  "SELECT count(*) FROM (SELECT id, lag(id) OVER (ORDER BY ctid) AS b FROM %s) AS r WHERE id < b"
                      .formatted(table)))
          .as("rows out of order in " + table)
          .isEqualTo("0");
    }
    assertThat(server.sql("SELECT count(*) FROM pg_constraint WHERE conname = 'loadpath_bound'"))
        .isEqualTo("0");
    assertThat(
            server.sql(
                "SELECT count(*) FROM pg_inherits WHERE inhparent = '\"Offline sales\"'::regclass"))
        .isEqualTo("4");
  }

  @ParameterizedTest
  @EnumSource
  void aDamagedFileLoadsNothing(FilesFormat format) throws Exception {
    requirePsql();
    FilesManifest manifest = load(format);
    Path file = output.resolve(manifest.partitions().get(2).files().get(0).name());
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);

    Outcome loaded = psql("-X", "-f", "load.sql");

    assertThat(loaded.exitCode()).isEqualTo(3);
    assertThat(loaded.err()).contains("sha256sum");
    requireNothing();
  }

  @Test
  void lostRowsLoadNothing() throws Exception {
    requirePsql();
    load(FilesFormat.TEXT);
    Path file = output.resolve("offline_mar/part-r-00000.txt");
    List<String> lines = Files.readAllLines(file);
    int plain = lines.size() - 1;
    while (lines.get(plain).contains("\\n")) {
      plain--;
    }
    lines.remove(plain);
    Files.write(file, lines);
    Program.in(output, "sh", "-c", "sha256sum */part-* >SHA256SUMS").run().ok();

    Outcome loaded = psql("-X", "-f", "load.sql");

    assertThat(loaded.exitCode()).isEqualTo(3);
    assertThat(loaded.err())
        .contains(
            "nothing is loaded: the rows are not those of the manifest: offline_mar/part-r-00000.txt has ");
    requireNothing();
  }

  @Test
  void anEmptyInputIsALoadOfNoRows() throws Exception {
    requirePsql();
    FilesManifest manifest = load(FilesFormat.TEXT, TARGET, List.of());

    assertThat(manifest.rows()).isZero();
    assertThat(psql("-X", "-f", "load.sql").ok().out()).contains("0 rows are loaded");
    requireNothing();
  }

  private static final String ODD_NOTES =
      """
      partition-by: {list: note}
      partitions:
        - {name: offline_1, values: ['a,b', 'say "yes"', "two\\nlines", null]}
        - {name: offline_2, values: ["tab\\there", ' blank', "\\u00e4|\\\\"]}
        - {name: offline_3, values: ['', plain]}
      """;

  private static final String TWO_KEYS =
      """
      partition-by: {range: [ok, id]}
      partitions:
        - {name: offline_1, from: [MINVALUE, MINVALUE], to: [false, 9]}
        - {name: offline_2, from: [false, 9], to: [true, MINVALUE]}
        - {name: offline_3, from: [true, MINVALUE], to: [MAXVALUE, MAXVALUE]}
        - {name: offline_4, default: yes}
      """;

  private static List<Arguments> otherTargets() {
    return List.of(
        Arguments.of("", ""),
        Arguments.of("PARTITION BY LIST (note)", ODD_NOTES),
        Arguments.of("PARTITION BY RANGE (ok, id)", TWO_KEYS));
  }

  @ParameterizedTest
  @MethodSource("otherTargets")
  void otherTargetsGetAllRowsToo(String ddl, String yaml) throws Exception {
    requirePsql();
    server.sql(
        TABLES
            .replace(", PRIMARY KEY (day, id)) PARTITION BY RANGE (day)", ") " + ddl)
            .replaceAll("(?m)^.*offline_jan.*$", ""));
    String target = TARGET.substring(0, TARGET.indexOf("partition-by"));
    load(FilesFormat.TEXT, target + yaml, OfflineJob.lines());
    copyExpected();

    psql("-X", "-f", "load.sql").ok();

    assertThat(
            server.sql(
                """
                SELECT count(*) FROM (TABLE offline_expected EXCEPT ALL TABLE "Offline sales") AS fewer"""))
        .isEqualTo("0");
    assertThat(server.sql("SELECT count(*) FROM \"Offline sales\""))
        .isEqualTo("" + OfflineJob.ROWS);
  }

  private void requireNothing() {
    assertThat(server.sql("SELECT count(*) FROM \"Offline sales\"")).isEqualTo("1");
    assertThat(server.sql("SELECT to_regclass('offline_mar') IS NULL")).isEqualTo("t");
  }
}
