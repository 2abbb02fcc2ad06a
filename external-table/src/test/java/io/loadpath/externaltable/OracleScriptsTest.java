package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Column;
import io.loadpath.datasets.Datasets;
import io.loadpath.datasets.Progress;
import io.loadpath.datasets.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the Oracle scripts without an Oracle. */
class OracleScriptsTest {
  private static final Path FOLDER = Path.of("oracle");
  private static final String SETTINGS = "00-settings.sql";
  private static final Path SQOOP = Path.of("../sqoop/sql/oracle");
  private static final String FINGERPRINT =
      "../../datasets/sql/fingerprint-all-card-trans-oracle.sql";
  private static final String[] FAIL_FAST = {
    "WHENEVER OSERROR EXIT FAILURE ROLLBACK", "WHENEVER SQLERROR EXIT FAILURE ROLLBACK"
  };
  private static final int LONGEST_VALUE = 240;
  private static final List<String> MODELS = List.of("heap", "partitioned");

  static List<SqlPlusScript> scripts() throws IOException {
    return scripts(FOLDER);
  }

  private static List<SqlPlusScript> scripts(Path folder) throws IOException {
    List<SqlPlusScript> scripts = new ArrayList<>();
    try (var files = Files.newDirectoryStream(folder, "*.sql")) {
      for (Path file : files) {
        scripts.add(SqlPlusScript.read(file));
      }
    }
    return scripts;
  }

  static List<SqlPlusScript> workingScripts() throws IOException {
    return scripts().stream().filter(script -> !script.name().equals(SETTINGS)).toList();
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void haveCommentsThatSqlPlusLeavesAlone(SqlPlusScript script) {
    assertThat(script.header()).isNotEmpty();
    assertThat(script.header()).anyMatch(line -> line.contains("SQL> @" + script.name()));
    assertThat(script.comments())
        .as("an ampersand asks for a value, a dash at the end joins the next line")
        .noneMatch(
            comment -> comment.contains("&") || comment.endsWith("-") && comment.length() > 2);
    // a comment inside a statement must not end it
    assertThat(script.statements())
        .noneMatch(statement -> Pattern.compile("(?m)--.*[;&]").matcher(statement).find());
  }

  @ParameterizedTest
  @MethodSource("workingScripts")
  void stopAtTheFirstError(SqlPlusScript script) {
    assertThat(script.commands())
        .startsWith(FAIL_FAST)
        .contains("SET VERIFY OFF")
        .as("the session goes on with the next script")
        .noneMatch(command -> command.startsWith("EXIT"));
  }

  @ParameterizedTest
  @MethodSource("workingScripts")
  void useDefinedVariablesAndSayWhich(SqlPlusScript script) throws IOException {
    assertThat(settings()).containsAll(script.variables());
    assertThat(uses(script)).isEqualTo(script.variables());
  }

  @Test
  void defineNothingThatIsNotUsed() throws IOException {
    Set<String> used =
        workingScripts().stream()
            .flatMap(script -> script.variables().stream())
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(settings()).isEqualTo(used);
    assertThat(SqlPlusScript.read(FOLDER.resolve(SETTINGS)).commands())
        .allMatch(command -> command.length() < LONGEST_VALUE);
  }

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
    assertThat(SqlPlusScript.definitions(fields)).isEqualTo(columns(OracleScriptsTest::field));
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

  /** SQL*Plus ends a statement at an empty line, which an empty value would make of such a line. */
  @Test
  void putVariablesThatMayBeEmptyBesideOtherWords() throws IOException {
    Set<String> empty =
        script(SETTINGS).commands().stream()
            .filter(command -> command.endsWith("= ''"))
            .map(command -> command.split(" ")[1])
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(empty).containsExactly("io_options", "missing_fields");
    for (SqlPlusScript script : workingScripts()) {
      assertThat(script.statements().stream().flatMap(String::lines).map(String::strip))
          .doesNotContainAnyElementsOf(empty.stream().map(name -> "&" + name).toList());
    }
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
    List<String> cards = bounds(target, "SUBPARTITION cards_\\d VALUES LESS THAN \\('(\\d+)'\\)");
    assertThat(dates).hasSize(12).isSorted().doesNotHaveDuplicates();
    assertThat(cards).hasSize(3).isSorted().doesNotHaveDuplicates();
    assertThat(target).contains("SUBPARTITION cards_4 VALUES LESS THAN (MAXVALUE)");

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

  /** SYS and DBAs have to connect to the pluggable database: its root does not know the owner. */
  @ParameterizedTest
  @MethodSource("scripts")
  void nameThePluggableDatabase(SqlPlusScript script) {
    assertThat(script.header())
        .filteredOn(line -> line.contains("CONNECT "))
        .singleElement(InstanceOfAssertFactories.STRING)
        .matches("  SQL> CONNECT (loader|system|sys)@//dbhost:1521/pdb1( AS SYSDBA)?");
  }

  static List<Path> scriptsForSys() {
    return List.of(FOLDER.resolve("01-owner.sql"), SQOOP.resolve("00-privileges.sql"));
  }

  @ParameterizedTest
  @MethodSource("scriptsForSys")
  void refuseTheRootBeforeAnyGrant(Path script) throws IOException {
    List<String> header = SqlPlusScript.read(script).header();
    assertThat(header).anyMatch(line -> line.matches("(?i).*sys@//\\w+:1521/pdb1? as sysdba.*"));
    assertThat(SqlPlusScript.read(script).statements().get(0))
        .contains("SYS_CONTEXT('USERENV', 'CON_NAME') = 'CDB$ROOT'", "RAISE_APPLICATION_ERROR");
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

  static List<SqlPlusScript> scriptsThatSqlPlusIsStartedWith() throws IOException {
    List<SqlPlusScript> scripts = scripts(SQOOP);
    scripts.add(script(FINGERPRINT));
    return scripts;
  }

  /** {@code sqlplus … @script} waits at its prompt after a script that does not end it. */
  @ParameterizedTest
  @MethodSource("scriptsThatSqlPlusIsStartedWith")
  void endSqlPlusThatWasStartedForThem(SqlPlusScript script) {
    assertThat(script.header())
        .anyMatch(line -> line.matches("  sqlplus .*@" + script.name() + ".*"));
    assertThat(script.commands())
        .startsWith(FAIL_FAST)
        .contains("SET VERIFY OFF")
        .endsWith("EXIT SUCCESS");
  }

  @Test
  void looksAtEverythingThatALoadDependsOnBeforehand() throws IOException {
    assertThat(String.join(";", script("00-preflight.sql").statements()))
        .contains(
            "'edition | '", "'Partitioning'", "'Parallel execution'", "'Oracle Database Vault'")
        .contains("'container | '", "NLS_CHARACTERSET", "log_mode", "FROM dba_pdbs")
        .contains("t.force_logging", "'parallel_max_servers'", "dba_ts_quotas")
        .contains("property_name = 'PATH_PREFIX'", "name = 'pdb_os_credential'");
  }

  /** Every message that a script or a path speaks of has a row with its cause and its cure. */
  @Test
  void haveAPageThatExplainsTheirErrors() throws IOException {
    Pattern code = Pattern.compile("\\b(ORA|KUP)-\\d{5}");
    Set<String> explained = new TreeSet<>();
    for (String row : Files.readAllLines(FOLDER.resolve("ERRORS.md"))) {
      if (row.startsWith("| ") && row.contains("-")) {
        assertThat(row.split("\\|")).as(row).hasSize(4).allMatch(cell -> !cell.equals(" "));
        code.matcher(row.split("\\|")[1]).results().forEach(match -> explained.add(match.group()));
      }
    }
    Set<String> named = new TreeSet<>(Set.of("KUP-04001", "KUP-04087", "ORA-30653", "ORA-01017"));
    for (Path folder : List.of(FOLDER, Path.of("paths"), SQOOP, Path.of("src/test/java"))) {
      try (Stream<Path> files = Files.walk(folder).filter(Files::isRegularFile)) {
        for (Path file : files.filter(f -> !f.endsWith("ERRORS.md")).toList()) {
          code.matcher(Files.readString(file)).results().forEach(match -> named.add(match.group()));
        }
      }
    }
    assertThat(explained).containsAll(named);
  }

  @Test
  void insertEachColumnIntoItsOwnAndCommit() throws IOException {
    String names =
        Table.ALL_CARD_TRANS.columns().stream().map(Column::name).collect(Collectors.joining(","));
    List<String> statements = script("04-load.sql").statements();
    assertThat(statements)
        .extracting(statement -> statement.split("\\s", 2)[0])
        .containsExactly("ALTER", "INSERT", "COMMIT");
    String insert = statements.get(1);
    String target = SqlPlusScript.inParentheses(insert, " t (");
    String source = insert.replaceAll("(?s).*SELECT /\\*.*?\\*/(.*)FROM.*", "$1");

    assertThat(target.replaceAll("\\s", "")).isEqualTo(names);
    assertThat(source.replaceAll("\\s|f\\.", "")).isEqualTo(names);
    assertThat(insert)
        .as("direct path, parallel, and no statistics gathered, as with SQL*Loader")
        .contains("/*+ APPEND PARALLEL(t, &dop) NO_GATHER_OPTIMIZER_STATISTICS */")
        .contains("PARALLEL(f, &dop)");
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

  private static Set<String> settings() throws IOException {
    return script(SETTINGS).commands().stream()
        .filter(command -> command.startsWith("DEFINE "))
        .map(command -> command.split(" ")[1])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The variables in the header's sentence "Uses: a, b, c", which may run over two lines. */
  private static Set<String> uses(SqlPlusScript script) {
    String header = String.join("\n", script.header()) + "\n\n";
    if (!header.contains("Uses:")) {
      return Set.of();
    }
    String list = header.replaceAll("(?s).*Uses:(.*?)(\n\n.*|\n?$)", "$1");
    return Stream.of(list.strip().split("[,\\s]+")).collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> definitions(String createTable) {
    return SqlPlusScript.definitions(SqlPlusScript.inParentheses(createTable, "CREATE TABLE"));
  }

  private static List<String> columns(Function<Column, String> definition) {
    return Table.ALL_CARD_TRANS.columns().stream().map(definition).toList();
  }

  private static String type(Column column) {
    return column.name()
        + switch (column.kind()) {
          case TEXT -> " VARCHAR2(" + column.size() + " CHAR)";
          case INTEGER -> " NUMBER(" + column.size() + ")";
          case DATE -> " DATE";
          case DECIMAL -> throw new IllegalArgumentException("no decimals here: " + column);
        };
  }

  private static String field(Column column) {
    String name = column.name();
    return switch (column.kind()) {
      case DATE -> name + " CHAR(10) DATE_FORMAT DATE MASK \"&date_mask\"";
      default ->
          name
              + " CHAR("
              + column.size()
              + ")"
              + (column.nullable() ? " NULLIF " + name + " = BLANKS" : "");
    };
  }
}
