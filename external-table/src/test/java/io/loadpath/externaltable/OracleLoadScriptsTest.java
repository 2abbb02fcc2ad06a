package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Datasets;
import io.loadpath.datasets.Progress;
import io.loadpath.rows.Column;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the scripts for Oracle make, load, verify and grant, checked without an Oracle. */
class OracleLoadScriptsTest {
  private static final Path FOLDER = Path.of("oracle");
  private static final String FINGERPRINT =
      "../../datasets/sql/fingerprint-all-card-trans-oracle.sql";
  private static final List<String> MODELS = List.of("heap", "partitioned");

  @Test
  void grantExecuteAloneOnThePreprocessorsFolder() throws IOException {
    assertThat(script("01-directories.sql").statements())
        .filteredOn(statement -> statement.startsWith("GRANT"))
        .containsExactlyInAnyOrder(
            "GRANT READ ON DIRECTORY &data_dir TO &owner",
            "GRANT EXECUTE ON DIRECTORY &exec_dir TO &owner",
            "GRANT READ, WRITE ON DIRECTORY &log_dir TO &owner");
  }

  @Test
  void writeNothingIntoThePreprocessorsFolder() throws IOException {
    String table = script("02-external-table.sql").statements().get(0);

    assertThat(table.split("&exec_dir", -1)).as("&exec_dir is used once").hasSize(2);
    assertThat(table)
        .contains("PREPROCESSOR &exec_dir:'&preprocessor'")
        .contains("DEFAULT DIRECTORY &data_dir")
        .contains("BADFILE &log_dir:'&external_table._%p_%a.bad'")
        .contains("DISCARDFILE &log_dir:'&external_table._%p_%a.dsc'")
        .contains("LOGFILE &log_dir:'&external_table._%p_%a.log'");
  }

  @Test
  void haveTheColumnsOfTheDataset() throws IOException {
    String external = script("02-external-table.sql").statements().get(0);
    String fields = SqlPlusScript.inParentheses(external, "FIELDS TERMINATED BY");

    assertThat(definitions(external)).isEqualTo(columns(column -> type(column)));
    for (String model : MODELS) {
      String target = script("03-target-" + model + ".sql").statements().get(0);
      assertThat(definitions(target))
          .as(model)
          .isEqualTo(columns(c -> type(c) + (c.nullable() ? "" : " NOT NULL")));
    }
    assertThat(SqlPlusScript.definitions(fields)).isEqualTo(columns(OracleLoadScriptsTest::field));
  }

  /**
   * The order that Oracle Database Utilities gives: record options, delimiters, trimming, fields.
   */
  @Test
  void giveTheAccessParametersInTheOrderOfTheirSyntax() throws IOException {
    String table = script("02-external-table.sql").statements().get(0);
    String parameters = SqlPlusScript.inParentheses(table, "ACCESS PARAMETERS");

    assertThat(parameters.lines().map(String::strip).filter(line -> !line.isEmpty()).toList())
        .startsWith(
            "RECORDS DELIMITED BY NEWLINE",
            "CHARACTERSET AL32UTF8",
            "TERRITORY AMERICA",
            "STRING SIZES ARE IN CHARACTERS &io_options")
        .containsSubsequence(
            "DATE_CACHE 2000", "FIELDS TERMINATED BY '|' NOTRIM &missing_fields", "(");
    assertThat(table)
        .containsSubsequence(
            "ORGANIZATION EXTERNAL (",
            "TYPE ORACLE_LOADER",
            "DEFAULT DIRECTORY",
            "ACCESS PARAMETERS (",
            "LOCATION (",
            "REJECT LIMIT",
            "PARALLEL &dop");
  }

  @Test
  void makeTheTargetByTheScriptOfItsModel() throws IOException {
    assertThat(script("03-target.sql").statements()).isEmpty();
    assertThat(script("03-target.sql").commands()).endsWith("@@03-target-&model..sql");
    assertThat(script("03-target-heap.sql").statements().get(0))
        .endsWith(")\nPCTFREE 0\n&logging\n&compression");
    assertThat(script("03-target-partitioned.sql").statements().get(0))
        .contains(")\nPCTFREE 0\n&logging\n&compression\nPARTITION BY RANGE (purchase_dt)\n");
  }

  /** Every row has a partition, every partition rows, and the subpartitions are about equal. */
  @Test
  void partitionByBoundsThatFitTheDataset(@TempDir Path folder) throws IOException {
    String target = script("03-target-partitioned.sql").statements().get(0);
    List<String> dates = bounds(target, "\\bPARTITION q\\w+ VALUES LESS THAN \\(DATE '([^']+)'\\)");
    List<String> cards = bounds(target, "SUBPARTITION range_\\d VALUES LESS THAN \\('(\\d+)'\\)");
    assertThat(dates).hasSize(12).isSorted().doesNotHaveDuplicates();
    assertThat(cards).hasSize(3).isSorted().doesNotHaveDuplicates();
    assertThat(target).contains("SUBPARTITION range_4 VALUES LESS THAN (MAXVALUE)");

    int rows = 20_000;
    Datasets.allCardTrans(rows, 1, Codec.NONE).prepare(folder.resolve("data"), Progress.silent());
    int[] byDate = new int[dates.size()];
    int[] byCard = new int[cards.size() + 1];
    for (String line : Files.readAllLines(folder.resolve("data/part-00000.tbl"))) {
      String[] fields = line.split("\\|");
      String[] date = fields[4].split("/");
      byDate[partition(dates, date[2] + "-" + date[0] + "-" + date[1])]++;
      byCard[partition(cards, fields[0])]++;
    }

    assertThat(byDate).doesNotContain(0);
    for (int rowsOfSubpartition : byCard) {
      assertThat(rowsOfSubpartition / (double) rows).isBetween(0.2, 0.3);
    }
    // the partitions end with the data: the first day after the last bound has no rows
    assertThat(LocalDate.parse(dates.get(11))).isEqualTo("2010-01-01");
  }

  private static List<String> bounds(String statement, String pattern) {
    return Pattern.compile(pattern).matcher(statement).results().map(m -> m.group(1)).toList();
  }

  /** The number of bounds that the value is not below. */
  private static int partition(List<String> bounds, String value) {
    return (int) bounds.stream().filter(bound -> bound.compareTo(value) <= 0).count();
  }

  @Test
  void readWhatProvesTheTitleOfALoad() throws IOException {
    String statement = script("06-statistics.sql").statements().get(0);
    for (String view : List.of("v$mystat", "v$sysstat")) {
      assertThat(statement.substring(statement.indexOf("FROM " + view)).split("UNION ALL")[0])
          .as(view)
          .contains("'CPU used by this session'", "'redo size'", "'physical writes direct'")
          .contains("'physical writes direct temporary tablespace'")
          .contains("'DML statements parallelized'", "LIKE 'Parallel operations downgraded%'");
    }
    assertThat(statement)
        .contains("'mystat|'", "'sysstat|'", "'force logging|database|' || force_logging")
        .contains("'force logging|tablespace|' || t.force_logging", "t.block_size");
  }

  @Test
  void giveTheOwnerWhatTheOtherScriptsNeed() throws IOException {
    String views =
        "v_$mystat v_$statname v_$sysstat v_$database"
            .replaceAll("(\\S+) ?", "GRANT SELECT ON $1 TO &owner;");
    assertThat(script("01-owner.sql").statements())
        .contains("GRANT CREATE SESSION, CREATE TABLE TO &owner")
        .contains(views.split(";"))
        .anyMatch(block -> block.contains("ALTER USER &owner QUOTA UNLIMITED ON"));
  }

  @Test
  void lookAtEverythingThatALoadDependsOnBeforehand() throws IOException {
    assertThat(String.join(";", script("00-preflight.sql").statements()))
        .contains(
            "'edition | '", "'Partitioning'", "'Parallel execution'", "'Oracle Database Vault'")
        .contains("'container | '", "NLS_CHARACTERSET", "log_mode", "FROM dba_pdbs")
        .contains("t.force_logging", "'parallel_max_servers'", "dba_ts_quotas")
        .contains("property_name = 'PATH_PREFIX'", "name = 'pdb_os_credential'");
  }

  @Test
  void insertEachColumnIntoItsOwnAndCommit() throws IOException {
    String names =
        Table.ALL_CARD_TRANS.columns().stream().map(Column::name).collect(Collectors.joining(","));
    List<String> statements = script("04-load.sql").statements();
    assertThat(statements)
        .extracting(statement -> statement.split("\\s", 2)[0])
        .containsExactly("ALTER", "ALTER", "ALTER", "INSERT", "COMMIT");
    assertThat(statements)
        .startsWith(
            "ALTER SESSION SET NLS_NUMERIC_CHARACTERS = '.,'",
            "ALTER SESSION SET PARALLEL_FORCE_LOCAL = TRUE",
            "ALTER SESSION ENABLE PARALLEL DML");
    String insert = statements.get(3);
    String target = SqlPlusScript.inParentheses(insert, " t (");
    String source = insert.replaceAll("(?s).*SELECT /\\*.*?\\*/(.*)FROM.*", "$1");

    assertThat(target.replaceAll("\\s", "")).isEqualTo(names);
    assertThat(source.replaceAll("\\s|f\\.", "")).isEqualTo(names);
    assertThat(insert)
        .as("direct path, parallel, one set of processes, no statistics, as with SQL*Loader")
        .contains(
            "/*+ APPEND PARALLEL(t, &dop) PQ_DISTRIBUTE(t NONE) NO_GATHER_OPTIMIZER_STATISTICS */")
        .contains("PARALLEL(f, &dop)");
  }

  @Test
  void readNumbersWithAPointInQ1() throws IOException {
    assertThat(script("11-q1.sql").statements())
        .startsWith("ALTER SESSION SET NLS_NUMERIC_CHARACTERS = '.,'");
  }

  @Test
  void tellWhetherTheEditionLoadsInParallel() throws IOException {
    assertThat(script("07-options.sql").statements())
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("'option|' || parameter || '|' || value", "'Parallel load'");
  }

  @Test
  void verifyWithTheFingerprintOfTheDataset() throws IOException {
    assertThat(script("05-verify.sql").commands())
        .endsWith("@@" + FINGERPRINT + " &owner..&target_table");
    assertThat(FOLDER.resolve(FINGERPRINT)).exists();
  }

  private static SqlPlusScript script(String name) throws IOException {
    return SqlPlusScript.read(FOLDER.resolve(name));
  }

  private static List<String> definitions(String createTable) {
    return SqlPlusScript.definitions(SqlPlusScript.inParentheses(createTable, "CREATE TABLE"));
  }

  private static List<String> columns(Function<Column, String> definition) {
    return Table.ALL_CARD_TRANS.columns().stream().map(definition).toList();
  }

  private static String type(Column column) {
    return column.name()
        + switch (column.type().kind()) {
          case TEXT -> " VARCHAR2(" + column.type().size() + " CHAR)";
          case INTEGER -> " NUMBER(" + column.type().size() + ")";
          case DATE -> " DATE";
          default -> throw new IllegalArgumentException("not in this table: " + column);
        };
  }

  /** A number's field has a character for its sign. A field without characters is NULL. */
  private static String field(Column column) {
    String name = column.name();
    return switch (column.type().kind()) {
      case DATE -> name + " CHAR(10) DATE_FORMAT DATE MASK \"&date_mask\"";
      case INTEGER -> name + " CHAR(" + (column.type().size() + 1) + ")";
      default -> name + " CHAR(" + column.type().size() + ")";
    };
  }
}
