package io.loadpath.sqoop;

import static io.loadpath.engines.service.Program.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The option files, as Sqoop itself reads them. */
class OptionFilesIT {
  private static final Path FOLDER = ROOT.resolve("sqoop/options");
  private static final String PROPERTY = "-D";

  private static SqoopJar sqoop;

  @BeforeAll
  static void load() throws Exception {
    sqoop = new SqoopJar(ROOT.resolve("engines"));
  }

  @AfterAll
  static void close() throws Exception {
    sqoop.close();
  }

  static List<Path> files() throws Exception {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.sorted(Comparator.comparing(Path::toString)).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void areTakenBySqoopsParser(Path file) throws Exception {
    List<String> arguments = new ArrayList<>(sqoop.expand(file));
    arguments.addAll(List.of("--connect", "jdbc:none", "--num-mappers", "2"));
    if (!arguments.contains("--query")) {
      arguments.addAll(List.of("--table", "t"));
    }
    String folder = arguments.get(0).equals("import") ? "--target-dir" : "--export-dir";
    arguments.addAll(List.of(folder, "dir"));

    assertThat(arguments.get(0)).isIn("import", "export");
    assertThat(sqoop.complaint(arguments)).isEmpty();
    arguments.add("--no-such-option");
    assertThat(sqoop.complaint(arguments)).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("files")
  void setOnlyPropertiesThatSqoopTheConnectorOrHadoopReads(Path file) throws Exception {
    Set<String> known = KeyCheck.known();
    JobConf hadoop = new JobConf();
    assertThat(properties(file).keySet())
        .allMatch(name -> known.contains(name) || hadoop.get(name) != null);
  }

  @ParameterizedTest
  @MethodSource("files")
  void explainEachOption(Path file) throws Exception {
    List<String> lines = Files.readAllLines(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      boolean obvious =
          List.of("--direct", "--batch").contains(line) || line.contains("terminated");
      if (line.startsWith("-") && !obvious) {
        assertThat(lines.get(i - 1)).as("line before " + line).matches("(#|''|\\w).*");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void holdNoSecretAndNoPlace(Path file) throws Exception {
    assertThat(sqoop.expand(file))
        .doesNotContain("--password", "--connect", "--username", "--table", "--target-dir");
  }

  @Test
  void theListOfPropertiesHasNotTheOneOfTheUserGuideThatDoesNothing() throws Exception {
    assertThat(KeyCheck.known())
        .contains("oraoop.no.logging", "oraoop.chunk.method")
        .doesNotContain("oraoop.nologging");
  }

  @Test
  void anOracleSessionGetsItsStatements() throws Exception {
    String name = "oraoop.oracle.session.initialization.statements";

    assertThat(properties(FOLDER.resolve("oracle-export.txt")))
        .containsEntry(
            name,
            "alter session disable parallel query;alter session set nls_date_format = 'MM/DD/YYYY'");
    assertThat(properties(FOLDER.resolve("oracle-import.txt")))
        .containsEntry(
            name,
            "alter session disable parallel query;alter session set \"_serial_direct_read\"=true");
  }

  /** Each attempt of a mapper or an application master after the first would add its rows again. */
  @Test
  void aStagedExportHasOneAttemptOfEachProcess() throws Exception {
    assertThat(properties(FOLDER.resolve("postgres-export-staged.txt")))
        .containsEntry("mapreduce.map.maxattempts", "1")
        .containsEntry("mapreduce.am.max-attempts", "1");
  }

  @Test
  void theCopyFromOracleReadsTheTableThatTheExportFills() throws Exception {
    String export = Files.readString(FOLDER.resolve("oracle-export.txt"));
    String copy = Files.readString(ROOT.resolve("sqoop/sql/oracle/02-copy.sql"));
    String filled = export.replaceAll("(?s).*?--table (\\w+).*", "$1");

    assertThat(copy).contains("@02-copy.sql " + filled + " ");
  }

  /** Since 18c OraOop 1.4.7 knows no version of Oracle, and AUTO takes none for an old one. */
  @Test
  void anExportToOracleInsertsByDirectPathThoughOraOopKnowsNoVersion() throws Exception {
    Map<String, String> properties = properties(FOLDER.resolve("oracle-export.txt"));
    assertThat(sqoop.insertsByDirectPath(properties)).isTrue();
    assertThat(sqoop.exportInsertMode(properties)).isEqualTo("ExchangePartition");

    properties.put("oraoop.oracle.append.values.hint.usage", "AUTO");
    assertThat(sqoop.insertsByDirectPath(properties)).isFalse();
    properties.put("oraoop.oracle.database.version.major", "12");
    assertThat(sqoop.insertsByDirectPath(properties)).isTrue();
  }

  /** On RAC OraOop would connect by the SID of an instance, which leads to a container's root. */
  @ParameterizedTest
  @ValueSource(strings = {"oracle-export.txt", "oracle-import.txt", "oracle-merge.txt"})
  void mappersConnectToOracleByTheAddressOnTheCommandLine(String file) throws Exception {
    Map<String, String> properties = properties(FOLDER.resolve(file));
    assertThat(sqoop.connectsAsTold(properties)).isTrue();

    properties.remove("oraoop.jdbc.url.verbatim");
    assertThat(sqoop.connectsAsTold(properties)).isFalse();
  }

  private static Map<String, String> properties(Path file) throws Exception {
    Map<String, String> properties = new TreeMap<>();
    for (String argument : sqoop.expand(file)) {
      if (argument.startsWith(PROPERTY)) {
        String[] parts = argument.substring(PROPERTY.length()).split("=", 2);
        assertThat(Arrays.asList(parts)).hasSize(2).doesNotContain("");
        properties.put(parts[0], parts[1]);
      }
    }
    return properties;
  }
}
