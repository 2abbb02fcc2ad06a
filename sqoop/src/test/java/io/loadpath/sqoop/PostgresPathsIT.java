package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.service.Program.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The load paths between files and PostgreSQL, on the bundled server. */
@ExtendWith(SharedServer.class)
class PostgresPathsIT {
  private static final String ROW =
      "6888978486961227|VISA|7641|38|09/14/2009|6600355|Fort Lauderdale|FL|33323|\n";

  /** Everything that text may hold but the delimiter and a line end. */
  private static final String ODD_ROWS =
      """
      1|VISA|1|1|09/14/2009|1000000|"St. \\N O'Fallon\\|FL|1|
      2||2|999999|01/01/2000|9999999|Mayagüez 東京 😀|PR|999999|
      3|NULL|3|3|12/31/1999|5000000|null, ''; DROP "x"|NUL|3|
       4 | VISA |4|4|02/29/2008|5000001| \t |  |0|
      """;

  private static final String LEFT = "SELECT count(*) FROM pg_class WHERE relname LIKE 'sqoop\\_%'";

  private final List<LoadPath> paths = new ArrayList<>();

  @AfterEach
  void leavesNothing() throws Exception {
    for (LoadPath path : paths) {
      path.succeed("teardown");
      assertThat(path.left()).isEmpty();
    }
    assertThat(Database.server().sql(LEFT)).isEqualTo("0");
    try (Stream<Path> scratch = Files.list(Database.temporaryFiles())) {
      assertThat(scratch).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc, sqoop_export_jdbc, 'date/time field value out of range: \"13/31/2009\"'",
    "direct, sqoop_export_direct_lines, 'date/time field value out of range: \"13/31/2009\"'",
    "connector, sqoop_export_connector.all_card_trans, 'byte 2250000: column purchase_dt: ''13/31/2009'' is no day'"
  })
  void exportsAFileInHalvesAndNoRowsOfAMalformedOne(String mode, String table, String error)
      throws Exception {
    LoadPath path = path("sqoop-export-" + mode, 2).with("LOADPATH_PARAM_COMMIT", "auto");
    path.generate(20_000, 1);
    Fingerprint expected = path.append(ODD_ROWS);
    path.succeed("setup");

    Outcome run = path.with("HADOOP_ROOT_LOGGER", "INFO,console").succeed("run");

    List<Integer> rows =
        Pattern.compile("Map input records=(\\d+)")
            .matcher(run.err())
            .results()
            .map(match -> Integer.valueOf(match.group(1)))
            .toList();
    assertThat(rows).as("of two mappers and of the job").hasSize(3).endsWith(20_004);
    assertThat(rows.subList(0, 2)).allSatisfy(n -> assertThat(n).isBetween(9900, 10_100));
    JsonNode proof = path.verify();
    assertThat(Fingerprint.fromJson(proof.get("fingerprint")).differencesFrom(expected)).isEmpty();
    assertThat(proof.get("storedBytes").asLong()).isBetween(1_600_000L, 4_000_000L);

    path.write(ROW.repeat(30_000) + ROW.replace("09/14/2009", "13/31/2009"));
    Outcome malformed = path.with("LOADPATH_PARAM_MAPPERS", "1").step("run");

    assertThat(malformed.exitCode()).isEqualTo(1);
    assertThat(malformed.err()).contains(error);
    assertThat(Database.server().sql("SELECT count(*) FROM " + table)).isEqualTo("20004");
    path.succeed("teardown"); // and once more after the test
  }

  @ParameterizedTest
  @CsvSource({"jdbc, 2, 2", "direct, 1, 1"})
  void importsGeneratedAndOddRowsInEqualFiles(String mode, int files, int times) throws Exception {
    LoadPath path = path("sqoop-import-" + mode, 2).with("LC_ALL", "POSIX");
    path.generate(20_000, 1);
    Fingerprint expected = path.append(ODD_ROWS);
    for (int i = 0; i < times; i++) {
      path.succeed("setup");
      path.succeed("run");
    }

    assertThat(path.importedRows().differencesFrom(expected)).isEmpty();
    List<Path> parts = parts(path);
    assertThat(parts).hasSize(files);
    double share = (double) Files.size(parts.get(0)) / Files.size(parts.get(files - 1));
    assertThat(share).isBetween(0.9, 1.1);
    List<String> lines = new ArrayList<>();
    for (Path part : parts) {
      lines.addAll(Files.readAllLines(part));
    }
    assertThat(lines).contains("1|VISA|1|1|2009-09-14|1000000|\"St. \\N O'Fallon\\|FL|1");
    path.succeed("teardown"); // and once more after the test
  }

  @Test
  void saysThatTheTableIsMissing() throws Exception {
    LoadPath path = path("sqoop-export-jdbc", 2);
    path.write(ROW);

    Outcome run = path.step("run");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("relation \"sqoop_export_jdbc", "does not exist");
  }

  @Test
  void saysThatPsqlIsMissing() throws Exception {
    LoadPath path = path("sqoop-import-direct", 2);
    Path tools = Files.createDirectory(Database.server().newFolder().resolve("bin"));
    for (String tool : List.of("bash", "dirname", "env")) {
      Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
    }

    Outcome run = path.with("PATH", tools.toString()).step("run");

    path.with("PATH", System.getenv("PATH"));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("no psql on the PATH", "postgresql-client");
  }

  private LoadPath path(String name, int mappers) throws Exception {
    LoadPath path = new LoadPath(name, mappers);
    paths.add(path);
    return path;
  }

  private static List<Path> parts(LoadPath path) throws Exception {
    try (Stream<Path> files = Files.list(path.imported())) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("part-"))
          .sorted()
          .toList();
    }
  }
}
