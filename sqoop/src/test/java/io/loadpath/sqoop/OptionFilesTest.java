package io.loadpath.sqoop;

import static io.loadpath.engines.service.Program.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.cloudera.sqoop.lib.SqoopRecord;
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
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.sqoop.manager.oracle.OraOopOutputFormatInsert;
import org.apache.sqoop.manager.oracle.OraOopUtilities;
import org.apache.sqoop.tool.SqoopTool;
import org.apache.sqoop.util.OptionsFileUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The option files, as Sqoop itself reads them. */
@SuppressWarnings("deprecation") // Sqoop declares its methods with its classes' former names
class OptionFilesTest {
  private static final Path FOLDER = ROOT.resolve("sqoop/options");
  private static final String PROPERTY = "-D";

  static List<Path> files() throws Exception {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.sorted(Comparator.comparing(Path::toString)).toList();
    }
  }

  private static List<String> expand(Path file) throws Exception {
    return List.of(
        OptionsFileUtil.expandArguments(new String[] {"--options-file", file.toString()}));
  }

  /** Parses and checks arguments, tool first, as Sqoop does before it connects. */
  private static void check(List<String> arguments) throws Exception {
    SqoopTool tool = SqoopTool.getTool(arguments.get(0));
    String[] others = arguments.subList(1, arguments.size()).toArray(String[]::new);
    tool.validateOptions(tool.parseArguments(others, new Configuration(), null, true));
  }

  @ParameterizedTest
  @MethodSource("files")
  void areTakenBySqoopsParser(Path file) throws Exception {
    List<String> arguments = new ArrayList<>(expand(file));
    arguments.addAll(List.of("--connect", "jdbc:none", "--num-mappers", "2"));
    if (!arguments.contains("--query")) {
      arguments.addAll(List.of("--table", "t"));
    }
    assertThat(arguments.get(0)).isIn("import", "export");
    String folder = arguments.get(0).equals("import") ? "--target-dir" : "--export-dir";
    arguments.addAll(List.of(folder, "dir"));

    check(arguments);
    arguments.add("--no-such-option");
    assertThatThrownBy(() -> check(arguments)).isNotNull();
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
  void holdNoSecretAndNoPlace(Path file) throws Exception {
    assertThat(expand(file))
        .doesNotContain("--password", "--connect", "--username", "--table", "--target-dir");
  }

  @Test
  void anOracleSessionGetsItsStatements() throws Exception {
    String name = "oraoop.oracle.session.initialization.statements";

    assertThat(properties(FOLDER.resolve("oracle-export.txt")).get(name))
        .contains("disable parallel query;", "nls_date_format = 'MM/DD/YYYY'");
    assertThat(properties(FOLDER.resolve("oracle-import.txt")).get(name))
        .contains("disable parallel query;", "\"_serial_direct_read\"=true");
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

  /** Makes the methods of its class callable. */
  private static final class OracleInsert extends OraOopOutputFormatInsert<SqoopRecord, Object> {
    /** Whether a mapper that has a table for itself inserts with APPEND_VALUES. */
    boolean byDirectPath(Map<String, String> properties) {
      TaskAttemptContext task =
          new TaskAttemptContextImpl(configuration(properties), new TaskAttemptID());
      return allowUserToOverrideUseOfTheOracleAppendValuesHint(
          task, canUseOracleAppendValuesHint(task));
    }
  }

  /** Since 18c OraOop 1.4.7 knows no version of Oracle, and AUTO takes none for an old one. */
  @Test
  void anExportToOracleInsertsByDirectPathThoughOraOopKnowsNoVersion() throws Exception {
    Map<String, String> properties = properties(FOLDER.resolve("oracle-export.txt"));
    assertThat(new OracleInsert().byDirectPath(properties)).isTrue();
    assertThat(OraOopUtilities.getExportInsertMode(configuration(properties)))
        .hasToString("ExchangePartition"); // each mapper has a table for itself

    properties.put("oraoop.oracle.append.values.hint.usage", "AUTO");
    assertThat(new OracleInsert().byDirectPath(properties)).isFalse();
    properties.put("oraoop.oracle.database.version.major", "12");
    assertThat(new OracleInsert().byDirectPath(properties)).isTrue();
  }

  /** On RAC OraOop would connect by the SID of an instance, which leads to a container's root. */
  @ParameterizedTest
  @ValueSource(strings = {"oracle-export.txt", "oracle-import.txt", "oracle-merge.txt"})
  void mappersConnectToOracleByTheAddressOnTheCommandLine(String file) throws Exception {
    Map<String, String> properties = properties(FOLDER.resolve(file));
    assertThat(OraOopUtilities.oracleJdbcUrlGenerationDisabled(configuration(properties))).isTrue();

    properties.remove("oraoop.jdbc.url.verbatim");
    assertThat(OraOopUtilities.oracleJdbcUrlGenerationDisabled(configuration(properties)))
        .isFalse();
  }

  private static Configuration configuration(Map<String, String> properties) {
    Configuration conf = new Configuration(false);
    conf.set("oraoop.sqoop.job.type", "EXPORT");
    properties.forEach(conf::set);
    return conf;
  }

  private static Map<String, String> properties(Path file) throws Exception {
    Map<String, String> properties = new TreeMap<>();
    for (String argument : expand(file)) {
      if (argument.startsWith(PROPERTY)) {
        String[] parts = argument.substring(PROPERTY.length()).split("=", 2);
        assertThat(Arrays.asList(parts)).hasSize(2).doesNotContain("");
        properties.put(parts[0], parts[1]);
      }
    }
    return properties;
  }
}
