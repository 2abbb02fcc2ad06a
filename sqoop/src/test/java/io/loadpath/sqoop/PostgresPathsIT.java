package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.loadpath.datasets.FileFingerprint;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import io.loadpath.tables.Table;
import io.loadpath.tables.scripts.Scripts;
import io.loadpath.tables.scripts.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The load paths between files and PostgreSQL over a table that a user describes. The scripts and
 * options of the project's tables are made by the same templates.
 */
@ExtendWith(SharedServer.class)
class PostgresPathsIT {
  private static final String DESCRIPTION =
      """
      table: own-table
      format:
        delimiter: ','
        header: no
        dates: dd/mm/yyyy
      columns:
        - {name: id, type: integer(9)}
        - {name: note, type: text, nullable: yes}
        - {name: Order No, type: text(20)}
        - {name: select, type: text(20)}
        - {name: it's 100% & more, type: text(20), nullable: yes}
        - {name: a23456789012345678901234567890123456789012345678901234567890123, type: integer(19), nullable: yes}
        - {name: amount, type: 'decimal(38,10)', nullable: yes}
        - {name: d, type: double, nullable: yes}
        - {name: flag, type: boolean, nullable: yes}
        - {name: day, type: date}
        - {name: at, type: timestamp(6), nullable: yes}
        - {name: moment, type: timestamp(3) with time zone, nullable: yes}
      """;

  /** What imports and the connector can hold, too; as the last column. */
  private static final String BYTES = "  - {name: body, type: bytes, nullable: yes}\n";

  /** What all ways can hold. */
  private static final String ROWS =
      """
      1,"a,b",x y,s|t,NULL,-9223372036854775808,1234567890123456789012345678.0123456789,1.5e300,true,31/01/2020,\
      31/01/2020 23:59:59.123456,31/01/2020 23:59:59.123+05:30
      2,,back\\slash,\\N,,9223372036854775807,-0.0000000001,-0,false,01/02/2020,,
      3,\u00e9\ud83d\ude00,null,NULL,x,0,0,NaN,true,12/02/2020,29/03/2020 02:30:00,12/02/2020 00:00:00Z
      4, lead ,'q', \\,\\,,,-Infinity,,01/12/1999,,
      """;

  /** As often as a count says, with a first field. */
  private static final String FILLER = "%d,a,b,c,,,,,,01/12/1999,,\n";

  /** What only imports can hold. */
  private static final String MORE_ROWS =
      """
      5,"",a,"","",,,,,01/12/1999,,
      6,"say ""x"", \\N",\"\"\"\","\\","\\N",,,,,01/12/1999,,
      """;

  private static final int FILLERS = 4000;
  private static final String MADE =
      "SELECT string_agg(relname, ' ' ORDER BY oid) FROM pg_class WHERE relkind IN ('r', 'v')"
          + " AND oid >= 16384 AND relnamespace %s '"
          + LoadPath.SCHEMA
          + "'::regnamespace";

  private final List<LoadPath> paths = new ArrayList<>();
  private String ofOtherTests;

  @BeforeEach
  void makeSchema() {
    sql("DROP SCHEMA IF EXISTS %1$s CASCADE; CREATE SCHEMA %1$s".formatted(LoadPath.SCHEMA));
    ofOtherTests = sql(MADE.formatted("<>"));
  }

  @AfterEach
  void leavesNothing() throws Exception {
    assertThat(sql(MADE.formatted("<>"))).as("outside of the run's schema").isEqualTo(ofOtherTests);
    for (LoadPath path : paths) {
      path.succeed("teardown");
      assertThat(path.left()).isEmpty();
    }
    assertThat(sql(MADE.formatted("="))).isEmpty();
    sql("SET client_min_messages = error; DROP SCHEMA %s CASCADE".formatted(LoadPath.SCHEMA));
    assertThat(Database.temporaryFiles().toFile().list()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"jdbc, sqoop_jdbc_load_postgres", "direct, sqoop_direct_load_postgres_lines"})
  void exportsAFileInHalvesAndNoRowsOfAMalformedOne(String way, String table) throws Exception {
    LoadPath path = path("sqoop-" + way + "-load-postgres");
    Fingerprint expected = describe(path, ROWS + fillers(FILLERS), DESCRIPTION);
    path.succeed("setup");

    Outcome run = path.with("HADOOP_ROOT_LOGGER", "INFO,console").succeed("run");

    List<Integer> mapped =
        Pattern.compile("Map input records=(\\d+)")
            .matcher(run.err())
            .results()
            .map(match -> Integer.valueOf(match.group(1)))
            .toList();
    assertThat(mapped).as("of two mappers and of the job").hasSize(3).endsWith(FILLERS + 4);
    assertThat(mapped.subList(0, 2)).allSatisfy(n -> assertThat(n).isBetween(1900, 2100));
    requireProof(path, expected);

    path.write(fillers(12_000) + FILLER.formatted(1).replace("01/12", "32/12"));
    Outcome malformed = path.with("LOADPATH_PARAM_MAPPERS", "1").step("run");

    assertThat(malformed.exitCode()).isEqualTo(1);
    assertThat(malformed.err()).contains("date/time field value out of range: \"32/12/1999\"");
    assertThat(sql("SELECT count(*) FROM %s.%s".formatted(LoadPath.SCHEMA, table)))
        .isEqualTo(Integer.toString(FILLERS + 4));
    path.succeed("teardown"); // and once more after the test
  }

  /** {@code ExportIT} shows its splits and its errors. */
  @Test
  void theConnectorExportsEveryValue() throws Exception {
    LoadPath path = path("sqoop-connector-load-postgres").with("LOADPATH_PARAM_COMMIT", "auto");
    String rows = withBytes(ROWS + fillers(FILLERS), "00fF", "", "5c4e");
    Fingerprint expected = describe(path, rows, DESCRIPTION + BYTES);
    path.succeed("setup");
    path.succeed("run");

    requireProof(path, expected);
  }

  /** A killed export may leave some. This one is not the connector's, so it stays. */
  @Test
  void theConnectorsTeardownRecoversWhereATransactionIsPrepared() throws Exception {
    LoadPath path = path("sqoop-connector-load-postgres").with("LOADPATH_PARAM_COMMIT", "auto");
    describe(path, ROWS, DESCRIPTION);
    path.succeed("setup");
    sql(
        "BEGIN; LOCK TABLE %s.sqoop_connector_load_postgres IN ROW EXCLUSIVE MODE; PREPARE TRANSACTION 'other'"
            .formatted(LoadPath.SCHEMA));

    Outcome teardown = path.step("teardown");

    sql("ROLLBACK PREPARED 'other'");
    assertThat(teardown.exitCode()).isEqualTo(1);
    assertThat(path.left()).as("of the export that recovers").contains("options.txt");
  }

  private static String sql(String statements) {
    return Database.server().sql(statements);
  }

  private static void requireProof(LoadPath path, Fingerprint expected) throws Exception {
    JsonNode proof = path.verify();
    assertThat(Fingerprint.fromJson(proof.get("fingerprint")).differencesFrom(expected)).isEmpty();
    assertThat(proof.get("storedBytes").asLong()).isBetween(150_000L, 1_000_000L);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc, imported.yaml, 2, 1",
    "direct, imported-direct.yaml, 1, 1",
    "connector, imported.yaml, 2, 2"
  })
  void importsEveryValueInEqualFiles(String way, String description, int files, int times)
      throws Exception {
    LoadPath path = path("sqoop-" + way + "-unload-postgres").with("LC_ALL", "POSIX");
    String rows = ROWS + MORE_ROWS + fillers(FILLERS);
    Fingerprint expected =
        describe(path, withBytes(rows, "\"\"", "00fF", "", "5c4e"), DESCRIPTION + BYTES);
    for (int i = 0; i < times; i++) {
      path.succeed("setup");
      assertThat(path.succeed("run").err()).doesNotContain("WARN");
    }

    Table imported = Table.read(scripts(path).resolve("sqoop").resolve(description));
    Fingerprint arrived = FileFingerprint.of(imported, List.of(path.imported()));
    assertThat(arrived.differencesFrom(expected)).isEmpty();
    List<Path> parts = parts(path);
    assertThat(parts).hasSize(files);
    double share = (double) Files.size(parts.get(0)) / Files.size(parts.get(files - 1));
    assertThat(share).isBetween(0.9, 1.1);
    path.succeed("teardown"); // and once more after the test
  }

  @Test
  void saysThatPsqlIsMissing() throws Exception {
    LoadPath path = path("sqoop-direct-unload-postgres");
    Path tools = Files.createDirectory(Database.server().newFolder().resolve("bin"));
    for (String tool : List.of("bash", "dirname", "env")) {
      Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
    }

    Outcome run = path.with("PATH", tools.toString()).step("run");

    path.with("PATH", System.getenv("PATH"));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("no psql on the PATH", "postgresql-client");
  }

  private LoadPath path(String name) throws Exception {
    LoadPath path = new LoadPath(name, 2);
    paths.add(path);
    return path;
  }

  private static String fillers(int count) {
    return IntStream.range(10, 10 + count)
        .mapToObj(FILLER::formatted)
        .collect(Collectors.joining());
  }

  private static List<Path> parts(LoadPath path) throws Exception {
    try (Stream<Path> files = Files.list(path.imported())) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("part-"))
          .sorted()
          .toList();
    }
  }

  /** Adds a column of these values in turn. */
  private static String withBytes(String rows, String... values) {
    StringBuilder all = new StringBuilder();
    Iterator<String> bytes = Stream.generate(() -> values).flatMap(Stream::of).iterator();
    rows.lines().forEach(row -> all.append(row).append(',').append(bytes.next()).append('\n'));
    return all.toString();
  }

  /** Writes the data and its scripts; returns the fingerprint of the data. */
  private static Fingerprint describe(LoadPath path, String rows, String text) throws Exception {
    path.write(rows);
    Path description = path.file().resolveSibling("own.yaml");
    Files.writeString(description, text);
    Table table = Table.read(description);
    new Scripts(Program.ROOT, table).write(List.of(Target.POSTGRES, Target.SQOOP), scripts(path));
    path.with("LOADPATH_TABLE", table.name());
    path.with("LOADPATH_SCRIPTS", scripts(path).toString());
    return FileFingerprint.of(table, List.of(path.file()));
  }

  private static Path scripts(LoadPath path) {
    return path.file().resolveSibling("scripts");
  }
}
