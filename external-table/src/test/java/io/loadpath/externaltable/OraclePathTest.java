package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import io.loadpath.tables.scripts.Scripts;
import io.loadpath.tables.scripts.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests what external-table-load-oracle sends to SQL*Plus. In SQL*Plus's place stands a program
 * that notes it; nothing here shows that Oracle accepts it.
 */
class OraclePathTest {
  private static final String PATH = "external-table/paths/external-table-load-oracle";

  @TempDir Path folder;
  private FakeOracle oracle;

  @BeforeEach
  void prepare() throws IOException {
    oracle = new FakeOracle(folder, "external-table-load-oracle").dba();
  }

  @Test
  void makesTheDirectoriesAsDbaAndTheTablesAsOwner() throws Exception {
    oracle.succeed("setup");

    List<String> sessions = oracle.sessions();
    assertThat(sessions).hasSize(2);
    assertThat(sessions.get(0))
        .contains("CONNECT system/\"dba-word\"@//dbhost:1521/pdb1\n")
        .containsSubsequence("@10-drop-directories.sql", "@01-directories.sql");
    assertThat(sessions.get(1))
        .contains(
            "SET DEFINE OFF\nCONNECT loader/\"0wner&@/ word\"@//dbhost:1521/pdb1\nSET DEFINE ON")
        .containsSubsequence(
            "@09-teardown.sql", "@06-statistics.sql", "@02-external-table.sql", "@03-target.sql")
        .endsWith("EXIT SUCCESS\n");
    assertThat(programs()).isDirectoryContaining("glob:**/read-direct.sh");
  }

  /** The log folder, which any user can write to, would otherwise be among the programs. */
  @Test
  void keepsTheLogsOutOfTheFolderOfPrograms() throws Exception {
    assertThat(defined())
        .contains("DEFINE exec_path = '" + oracle.server().toRealPath() + "/preprocessor'")
        .contains("DEFINE log_path = '" + oracle.server().toRealPath() + "/log'");
    assertThat(mode(oracle.server().resolve("log"))).isEqualTo("1777");
    assertThat(mode(programs())).isEqualTo("755");
    try (var files = Files.list(programs())) {
      assertThat(files).isNotEmpty().allMatch(file -> file.toString().endsWith(".sh"));
    }
  }

  private static String mode(Path file) throws IOException {
    return Integer.toOctalString((int) Files.getAttribute(file, "unix:mode") & 07777);
  }

  private Path programs() {
    return oracle.server().resolve("preprocessor");
  }

  /** SQL*Plus looks for the script that 05-verify.sql calls where it was started. */
  @Test
  void findsEveryScriptOfAnyTable() throws Exception {
    Path scripts = writeOwn("quoted");

    oracle.succeed("setup");
    oracle.install("sqlplus", "echo; echo '1000|65536'; echo '{\"rows\":1000}'");
    OracleStatisticsTest.writeGoodReadings(oracle.work().resolve("statistics"));
    oracle.succeed("verify");

    assertThat(oracle.scripts())
        .map(script -> scripts.toRealPath().relativize(script).toString())
        .containsSubsequence(
            "external-table/oracle/10-drop-directories.sql",
            "external-table/oracle/02-external-table.sql",
            "external-table/oracle/03-target.sql",
            "external-table/oracle/03-target-heap.sql",
            "external-table/oracle/05-verify.sql",
            "datasets/sql/fingerprint-quoted-oracle.sql");
  }

  @Test
  void hasTheHeaderTakenOffEachFile() throws Exception {
    writeOwn("quoted");

    assertThat(defined()).contains("DEFINE preprocessor = measured-read-direct.sh");
    Path file = Files.writeString(folder.resolve("with header"), "id;name\n1;a\n");
    Program read = Program.in(folder, programs() + "/measured-read-direct.sh", file.toString());
    assertThat(read.run().ok().out()).isEqualTo("1;a\n");
  }

  /** Writes the scripts of a table into a folder with a blank, and has the path use them. */
  private Path writeOwn(String name) throws Exception {
    Path scripts = folder.resolve("own scripts");
    new Scripts(Program.ROOT, OracleOwnTableTest.table(name)).write(Set.of(Target.ORACLE), scripts);
    oracle.variable("LOADPATH_SCRIPTS", scripts).variable("LOADPATH_TABLE", name);
    return scripts;
  }

  @Test
  void keepsTheUsersLanguageAndStartScriptsOutOfTheSession() throws Exception {
    FakeOracle.foreign(oracle);

    oracle.succeed("setup");

    oracle.requireNeutralLanguage();
  }

  @Test
  void namesTheMostFilesInOneVariable() throws Exception {
    String files = Files.readString(Program.ROOT.resolve(PATH + "/path.yaml"));
    int most =
        Integer.parseInt(files.replaceAll("(?s).*files: \\[cores, 1\\.\\.(\\d+)\\].*", "$1"));
    oracle.set("codec", "zstd-3").set("files", most); // no codec has a longer suffix
    for (int i = 0; i < 2; i++) {
      Files.delete(oracle.part(i));
    }
    for (int i = 0; i < most; i++) {
      Files.createFile(oracle.data().resolve("part-%05d.tbl.zst".formatted(i)));
    }

    assertThat(defined())
        .filteredOn(line -> line.startsWith("DEFINE locations = "))
        .singleElement(InstanceOfAssertFactories.STRING)
        .as("at most 240 characters between its double quotes")
        .hasSizeLessThan("DEFINE locations = \"\"".length() + 240);
  }

  @Test
  void definesEverySettingOnce() throws Exception {
    List<String> expected =
        SqlPlusScript.read(Program.ROOT.resolve("external-table/oracle/00-settings.sql"))
            .commands();
    assertThat(defined())
        .extracting(line -> line.split(" ")[1])
        .containsExactlyElementsOf(expected.stream().map(line -> line.split(" ")[1]).toList());
    assertThat(defined())
        .contains("DEFINE locations = \"'part-00000.tbl', 'part-00001.tbl'\"")
        .contains("DEFINE preprocessor = read-direct.sh", "DEFINE dop = 2")
        .as("the path's title says so")
        .contains("DEFINE logging = NOLOGGING");
  }

  @Test
  void limitsAndCountsByAScriptThatSaysSo() throws Exception {
    Path counter = oracle.server().resolve("count it");
    oracle.variable("LOADPATH_COUNT_CPU", counter.toString());
    oracle.set("codec", "gzip-3").set("ingest", "40MB/s");

    assertThat(defined()).contains("DEFINE preprocessor = measured-inflate-gzip.sh");
    assertThat(programs().resolve("measured-inflate-gzip.sh"))
        .isExecutable()
        .hasContent(
            "#!/bin/bash\nexec %s %s --rate 20000000 \"$1\""
                .formatted(
                    counter.toString().replace(" ", "\\ "), programs().resolve("inflate-gzip.sh")));
  }

  @ParameterizedTest
  @CsvSource({
    "heap, none, NOCOMPRESS",
    "partitioned, basic, ROW STORE COMPRESS BASIC",
  })
  void makesTheTargetInEachModel(String model, String compression, String words) throws Exception {
    oracle.set("model", model).set("compression", compression);

    assertThat(defined())
        .contains("DEFINE model = " + model, "DEFINE compression = '" + words + "'");
  }

  @Test
  void keepsPasswordsOffCommandLinesEnvironmentFilesAndOutput() throws Exception {
    String printed = oracle.succeed("setup").all() + oracle.program("run").run().all();

    String seen =
        Files.readString(oracle.notes("arguments"))
            + Files.readString(oracle.notes("environment"))
            + printed;
    assertThat(seen).contains("/nolog").doesNotContain("0wner").doesNotContain("dba-word");
    try (var files = Files.walk(oracle.work())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(file).content().doesNotContain("0wner").doesNotContain("dba-word");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:oracle:thin:@//dbhost:1521/pdb1, //dbhost:1521/pdb1",
    "jdbc:oracle:thin:@dbhost:1521/pdb1, //dbhost:1521/pdb1",
    "jdbc:oracle:thin:@dbhost:1521:ORCL, (DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=dbhost)(PORT=1521))(CONNECT_DATA=(SID=ORCL)))",
    "jdbc:oracle:thin:@cards, cards",
  })
  void connectsByTheUrlOfTheDriver(String url, String identifier) throws Exception {
    oracle.variable("ORACLE_URL", url);

    oracle.succeed("setup");

    assertThat(oracle.sessions().get(0))
        .contains("CONNECT system/\"dba-word\"@" + identifier + "\n");
  }

  @Test
  void refusesAUrlWithAPasswordInIt() throws Exception {
    oracle.variable("ORACLE_URL", "jdbc:oracle:thin:loader/word@//dbhost:1521/pdb1");

    assertThat(oracle.fail("setup")).contains("ORACLE_URL").doesNotContain("word@");
    assertThat(oracle.notes("arguments")).doesNotExist();
  }

  @Test
  void asksForADbaBeforeItDoesAnything() throws Exception {
    oracle.without("ORACLE_DBA_USER");

    assertThat(oracle.fail("setup")).contains("ORACLE_DBA_USER");
    oracle.succeed("teardown");
    assertThat(oracle.notes("arguments")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"exit 1", "echo 'SP2-0310: unable to open file'"})
  void failsWhenSqlPlusDoes(String last) throws Exception {
    oracle.succeed("setup");
    oracle.install("sqlplus", last);

    assertThat(oracle.fail("run")).contains("external-table-load-oracle run: SQL*Plus failed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"password-owner", "password-dba"})
  void refusesALineEndInAPasswordFileBeforeAnyLogIn(String name) throws Exception {
    Path file = folder.resolve(name);
    Files.writeString(file, Files.readString(file) + "\n");

    assertThat(oracle.fail(name.equals("password-dba") ? "setup" : "run"))
        .contains(file + " must hold only the password, without a line end");
    assertThat(oracle.notes("arguments")).doesNotExist();
  }

  @Test
  void removesEverythingAndMayBeRepeated() throws Exception {
    oracle.succeed("setup");
    oracle.program("run").run();

    oracle.succeed("teardown");
    oracle.succeed("teardown");

    assertThat(oracle.sessions().subList(3, 5))
        .satisfiesExactly(
            owner -> assertThat(owner).contains("CONNECT loader/", "@09-teardown.sql"),
            dba -> assertThat(dba).contains("CONNECT system/", "@10-drop-directories.sql"));
    assertThat(oracle.server()).isEmptyDirectory();
    assertThat(oracle.work()).isEmptyDirectory();
  }

  /** What the owner's session of setup begins with. */
  private List<String> defined() throws Exception {
    oracle.succeed("setup");
    return oracle.sessions().get(1).lines().filter(line -> line.startsWith("DEFINE ")).toList();
  }
}
