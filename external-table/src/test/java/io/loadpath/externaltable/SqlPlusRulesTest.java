package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every script for SQL*Plus keeps to: comments, variables, errors, where it connects. */
class SqlPlusRulesTest {
  private static final Path FOLDER = Path.of("oracle");
  private static final Path SETTINGS = FOLDER.resolve("00-settings.sql");
  private static final Path SQOOP = Path.of("../sqoop/sql/oracle");
  private static final Path FINGERPRINTS = Path.of("../datasets/sql");
  private static final String[] FAIL_FAST = {
    "WHENEVER OSERROR EXIT FAILURE ROLLBACK", "WHENEVER SQLERROR EXIT FAILURE ROLLBACK"
  };
  private static final int LONGEST_VALUE = 240;

  /** Errors that a first use of the scripts leads to, whether a script names them or not. */
  private static final Set<String> COMMON_ERRORS =
      Set.of(
          ("KUP-04001 KUP-04087 ORA-00054 ORA-00955 ORA-00959 ORA-01017 "
                  + "ORA-06564 ORA-12154 ORA-12899 ORA-30653 SP2-0310")
              .split(" "));

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
    return scripts().stream().filter(script -> !SETTINGS.endsWith(script.name())).toList();
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
    assertThat(SqlPlusScript.read(SETTINGS).commands())
        .allMatch(command -> command.length() < LONGEST_VALUE);
  }

  /** SQL*Plus ends a statement at an empty line, which an empty value would make of such a line. */
  @Test
  void putVariablesThatMayBeEmptyBesideOtherWords() throws IOException {
    Set<String> empty =
        SqlPlusScript.read(SETTINGS).commands().stream()
            .filter(command -> command.endsWith("= ''"))
            .map(command -> command.split(" ")[1])
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(empty).containsExactly("io_options", "missing_fields");
    for (SqlPlusScript script : workingScripts()) {
      assertThat(script.statements().stream().flatMap(String::lines).map(String::strip))
          .doesNotContainAnyElementsOf(empty.stream().map(name -> "&" + name).toList());
    }
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

  @ParameterizedTest
  @ValueSource(strings = {"oracle/01-owner.sql", "../sqoop/sql/oracle/00-privileges.sql"})
  void refuseTheRootBeforeAnyGrant(Path script) throws IOException {
    List<String> header = SqlPlusScript.read(script).header();
    assertThat(header).anyMatch(line -> line.matches("(?i).*sys@//\\w+:1521/pdb1? as sysdba.*"));
    assertThat(SqlPlusScript.read(script).statements().get(0))
        .contains("SYS_CONTEXT('USERENV', 'CON_NAME') = 'CDB$ROOT'", "RAISE_APPLICATION_ERROR");
  }

  static List<SqlPlusScript> scriptsThatSqlPlusIsStartedWith() throws IOException {
    List<SqlPlusScript> scripts = scripts(SQOOP);
    for (String table : List.of("all-card-trans", "lineitem")) {
      scripts.add(
          SqlPlusScript.read(FINGERPRINTS.resolve("fingerprint-%s-oracle.sql".formatted(table))));
    }
    return scripts;
  }

  /**
   * {@code sqlplus … @script} waits at its prompt after a script that does not end it. With {@code
   * -S} the prompt for the password is not visible (SQL*Plus User's Guide, SILENT Option).
   */
  @ParameterizedTest
  @MethodSource("scriptsThatSqlPlusIsStartedWith")
  void endSqlPlusThatWasStartedForThem(SqlPlusScript script) {
    assertThat(script.header())
        .anyMatch(line -> line.matches("  sqlplus [^-]+@" + script.name() + ".*"));
    assertThat(script.commands())
        .startsWith(FAIL_FAST)
        .contains("SET VERIFY OFF")
        .endsWith("EXIT SUCCESS");
  }

  /** Every message that a script or a path speaks of has a row with its cause and its cure. */
  @Test
  void haveAPageThatExplainsTheirErrors() throws IOException {
    Pattern code = Pattern.compile("\\b((ORA|KUP)-\\d{5}|SP2-\\d{4})");
    Set<String> explained = new TreeSet<>();
    for (String row : Files.readAllLines(FOLDER.resolve("ERRORS.md"))) {
      if (row.startsWith("| ") && row.contains("-")) {
        assertThat(row.split("\\|")).as(row).hasSize(4).allMatch(cell -> !cell.equals(" "));
        code.matcher(row.split("\\|")[1]).results().forEach(match -> explained.add(match.group()));
      }
    }
    Set<String> named = new TreeSet<>(COMMON_ERRORS);
    for (Path folder : List.of(FOLDER, Path.of("paths"), SQOOP, Path.of("src/test/java"))) {
      try (Stream<Path> files = Files.walk(folder).filter(Files::isRegularFile)) {
        for (Path file : files.filter(f -> !f.endsWith("ERRORS.md")).toList()) {
          code.matcher(Files.readString(file)).results().forEach(match -> named.add(match.group()));
        }
      }
    }
    assertThat(explained).containsAll(named);
  }

  /** The guide names each script with the user of its header. */
  @ParameterizedTest
  @MethodSource("scripts")
  void areListedWithTheirUserInTheGuide(SqlPlusScript script) throws IOException {
    String guide = Files.readString(Path.of("../docs/guides/oracle.md"));
    if (SETTINGS.endsWith(script.name())) {
      assertThat(guide).contains("CONNECT and `@00-settings.sql`");
      return;
    }
    String connect = String.join("\n", script.header()).replaceAll("(?s).*CONNECT (\\w+)@.*", "$1");
    String user = Map.of("loader", "owner", "system", "DBA", "sys", "SYS").get(connect);
    assertThat(guide.lines())
        .filteredOn(
            line ->
                line.matches("\\| (\\d|any time) .*") && line.contains("`" + script.name() + "`"))
        .extracting(line -> line.split(" *\\| *")[3].split("[,;]")[0])
        .containsOnly(user);
  }

  /** The page names each file for Oracle, and no test that is not there. */
  @Test
  void haveAPageThatSaysWhatIsProvenOfThem() throws IOException {
    String page = Files.readString(FOLDER.resolve("PROOF.md"));
    for (Path folder : List.of(FOLDER, SQOOP, Path.of("../sqoop/options"), FINGERPRINTS)) {
      try (Stream<Path> files = Files.list(folder)) {
        assertThat(files.filter(Files::isRegularFile))
            .filteredOn(file -> !file.toString().endsWith(".md"))
            .filteredOn(file -> file.toString().contains("oracle"))
            .allSatisfy(file -> assertThat(page).contains("`" + file.getFileName() + "`"));
      }
    }
    Set<String> tests = new TreeSet<>();
    for (String module : List.of("external-table", "sqoop", "tables", "datasets")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src/test/java"))) {
        files.forEach(file -> tests.add(file.getFileName().toString().replace(".java", "")));
      }
    }
    assertThat(Pattern.compile("`(\\w+(Test|IT))`").matcher(page).results())
        .extracting(match -> match.group(1))
        .isNotEmpty()
        .isSubsetOf(tests);
  }

  private static Set<String> settings() throws IOException {
    return SqlPlusScript.read(SETTINGS).commands().stream()
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
}
