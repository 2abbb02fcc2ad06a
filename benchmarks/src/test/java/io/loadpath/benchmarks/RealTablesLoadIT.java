package io.loadpath.benchmarks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.describe.RealTables;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.NotRun;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code run TABLE.yaml} over real tables: each path proves that all rows arrived, or is not run
 * for the expected traits of the data.
 */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(1200)
class RealTablesLoadIT {
  /** The variants of the suite for a table without difficult traits, without those of peers. */
  private static final List<String> VARIANTS =
      List.of(
          "copy-load-postgres format=text",
          "copy-load-postgres format=binary",
          "copy-unload-postgres",
          "external-table-load-postgres way=copy model=heap",
          "external-table-load-postgres way=create-table-as model=heap",
          "external-table-load-postgres way=insert model=heap",
          "external-table-load-postgres way=copy model=partitioned",
          "mapreduce-load-postgres way=sorted model=months",
          "mapreduce-load-postgres way=exchange model=months",
          "mapreduce-load-postgres way=unsorted model=heap",
          "sqoop-jdbc-unload-postgres",
          "sqoop-direct-unload-postgres",
          "sqoop-connector-unload-postgres",
          "sqoop-jdbc-load-postgres model=heap",
          "sqoop-direct-load-postgres",
          "sqoop-connector-load-postgres model=heap",
          "hive-load-orc model=heap",
          "hive-load-orc model=partitioned");

  private TestServer test;

  @BeforeAll
  void makePlace() throws IOException {
    test = new TestServer();
  }

  @AfterAll
  void nothingIsLeft() throws IOException {
    assertThat(Processes.withEnvironment("LOADPATH_STATE", test.state.toString())).isEmpty();
    test.delete();
  }

  /** The files as their authors wrote them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          AIRPORTS        |  28298 | quotes | header doubled-quotes empty-texts | header
          COUNTRIES       |    250 | quotes crlf | header crlf empty-texts | header
          LIFE_EXPECTANCY |    244 | quotes | header | header
          POPULATION      | 596097 | quotes crlf latin-1 | header crlf latin-1 | header latin-1
          UNEMPLOYMENT    |   3218 | quotes | |
          ZIP_CODES       |  42049 | | header | header
          """)
  void everyPathProvesTheRowsOrSaysWhyItCannotTakeThem(
      RealTables table, long rows, String binary, String export, String exportByCopy)
      throws IOException {
    RunRecord record = run(described(table), "");

    assertThat(record.datasets().get(0).rows()).isEqualTo(rows);
    assertRanBut(record, binary, export, exportByCopy, "no-partition-by");
  }

  /** Parts are cut without the header line. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          AIRPORTS        | doubled-quotes empty-texts
          COUNTRIES       | crlf empty-texts
          LIFE_EXPECTANCY |
          ZIP_CODES       |
          """)
  void exportsTakeTheRowsInParts(RealTables table, String export) throws IOException {
    RunRecord record =
        run(
            described(table),
            "--parts 2 --only sqoop-jdbc-load-postgres --only sqoop-direct-load-postgres --only sqoop-connector-load-postgres");

    assertThat(refused(record))
        .isEqualTo(
            export == null
                ? Map.of()
                : Map.of(
                    "sqoop-jdbc-load-postgres", export, "sqoop-connector-load-postgres", export));
    assertThat(ran(record)).contains("sqoop-direct-load-postgres").hasSize(export == null ? 3 : 1);
  }

  @Test
  void birdStrikesAlsoArriveInPartitionsByDay() throws IOException {
    Path file = described(RealTables.BIRD_STRIKES);
    Files.writeString(
        file,
        Files.readString(file)
            + "partition-by: {column: Flight Date, from: 1990-01-01, to: 2003-01-01}\n");

    assertRanBut(run(file, ""), "crlf", "header crlf", "header", null);
  }

  @Test
  void glucoseArrivesWithARepairedLastLineEnd() throws IOException {
    Path file = described(RealTables.GLUCOSE);
    Path repaired = file.resolveSibling("repaired.csv");
    String text = Files.readString(RealTables.GLUCOSE.file(), ISO_8859_1);
    Files.writeString(repaired, text.stripTrailing() + "\r\n", ISO_8859_1);

    RunRecord record = run(file, repaired.toString());
    assertRanBut(record, "crlf", "header crlf", "header null-text", "no-partition-by");
  }

  private Path described(RealTables table) throws IOException {
    return table.describedIn(test.newFolder()).file();
  }

  private RunRecord run(Path description, String options) throws IOException {
    Path folder = description.getParent();
    Program.in(folder, "bin/loadpath", "run", description.getFileName().toString())
        .with("--rounds", "1", "--out", "results")
        .with(options.isEmpty() ? new String[0] : options.split(" (?=--)|(?<=--(only|parts)) "))
        .set("LOADPATH_STATE", test.state)
        .set("LOADPATH_BUILD", "never")
        .run()
        .ok();
    return TestRecords.newest(folder.resolve("results"));
  }

  /**
   * The traits for which each kind of path is not run; null if it runs. The connector takes what
   * Sqoop's own export takes, and a header line.
   */
  private static void assertRanBut(
      RunRecord record, String binary, String export, String exportByCopy, String partitioned) {
    Map<String, String> refused = new TreeMap<>();
    refused.put("copy-load-postgres format=binary", binary);
    refused.put("sqoop-jdbc-load-postgres", export);
    refused.put(
        "sqoop-connector-load-postgres",
        "header".equals(export) || export == null ? null : export.replace("header ", ""));
    refused.put("sqoop-direct-load-postgres", exportByCopy);
    refused.put("spark-load-postgres", among(List.of("empty-texts"), binary, export));
    refused.put(
        "pgloader-load-postgres", among(List.of("crlf", "empty-texts", "latin-1"), binary, export));
    refused.put("external-table-load-postgres model=partitioned", partitioned);
    refused.put("hive-load-orc model=partitioned", partitioned);
    refused.put("mapreduce-load-postgres model=months", partitioned);
    refused.values().removeIf(Objects::isNull);
    List<String> expected = new ArrayList<>(VARIANTS);
    refused.keySet().forEach(name -> expected.removeIf(variant -> isOf(variant, name)));
    assertThat(refused(record)).isEqualTo(refused);
    assertThat(ran(record)).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** Returns those of {@code traits} that the table has, by two lists; null if there is none. */
  private static String among(List<String> traits, String binary, String export) {
    List<String> found = new ArrayList<>(traits);
    found.retainAll(List.of((binary + " " + export).split(" ")));
    return found.isEmpty() ? null : String.join(" ", found);
  }

  private static boolean isOf(String variant, String name) {
    return Arrays.asList(variant.split(" ")).containsAll(List.of(name.split(" ")));
  }

  /** Returns the variants that ran, each with a proof. */
  private static List<String> ran(RunRecord record) {
    assertThat(record.samples()).isNotEmpty().allMatch(Sample::verified);
    return record.variants().stream()
        .filter(variant -> !isOracle(variant.path()) && !isPeer(variant.path()))
        .map(RealTablesLoadIT::named)
        .toList();
  }

  private static String named(VariantInfo variant) {
    return variant.id().replaceAll(" (?!(format|way|model)=)\\S+", "");
  }

  /**
   * Returns the traits in the reasons of paths, by path, without paths on an Oracle and peers whose
   * program is missing here.
   */
  private static Map<String, String> refused(RunRecord record) {
    return record.notRun().stream()
        .filter(notRun -> !isOracle(notRun.path()))
        .filter(notRun -> !isPeer(notRun.path()) || !notRun.reason().startsWith("needs "))
        .collect(
            Collectors.toMap(NotRun::path, RealTablesLoadIT::traits, (a, b) -> a, TreeMap::new));
  }

  private static boolean isOracle(String path) {
    return path.split(" ")[0].endsWith("-oracle");
  }

  private static boolean isPeer(String path) {
    String name = path.split(" ")[0];
    return VARIANTS.stream().noneMatch(variant -> variant.split(" ")[0].equals(name));
  }

  private static String traits(NotRun notRun) {
    return Stream.of(notRun.reason().split("; "))
        .filter(reason -> !reason.startsWith("--parts "))
        .map(reason -> reason.replaceFirst(": .*", ""))
        .collect(Collectors.joining(" "));
  }
}
