package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.externaltable.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the Oracle path tells SQL*Plus. In SQL*Plus's place stands a program that notes its
 * arguments, its environment and its input; nothing here shows that Oracle accepts it.
 */
class OraclePathTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path STEPS = ROOT.resolve("external-table/paths/external-table-oracle");

  @TempDir Path folder;
  private Path notes;
  private Map<String, String> environment;

  @BeforeEach
  void prepare() throws IOException {
    notes = Files.createDirectory(folder.resolve("notes"));
    Path tools = Files.createDirectory(folder.resolve("tools"));
    fakeSqlPlus(tools, "");
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.writeString(data.resolve("part-00000.tbl.gz"), "x");
    Files.writeString(data.resolve("part-00001.tbl.gz"), "x");
    environment =
        new HashMap<>(
            Map.of(
                "PATH", tools + ":/usr/bin:/bin",
                "LOADPATH_ROOT", ROOT.toString(),
                "LOADPATH_DATA", data.toString(),
                "LOADPATH_WORK", Files.createDirectory(folder.resolve("work")).toString(),
                "LOADPATH_SERVER_DIR", Files.createDirectory(folder.resolve("server")).toString(),
                "LOADPATH_PARAM_FILES", "2",
                "LOADPATH_PARAM_CODEC", "gzip-3"));
    environment.put("ORACLE_URL", "jdbc:oracle:thin:@//dbhost:1521/pdb1");
    environment.put("ORACLE_USER", "loader");
    environment.put("ORACLE_PASSWORD_FILE", secret("owner", "0wner&@/ word"));
    environment.put("ORACLE_DBA_USER", "system");
    environment.put("ORACLE_DBA_PASSWORD_FILE", secret("dba", "dba-word"));
  }

  @Test
  void makesTheDirectoriesAsDbaAndTheTablesAsOwner() throws Exception {
    Outcome outcome = step("setup");

    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    List<String> sessions = sessions();
    assertThat(sessions).hasSize(2);
    assertThat(sessions.get(0))
        .contains("CONNECT system/\"dba-word\"@//dbhost:1521/pdb1\n")
        .containsSubsequence("oracle/10-drop-directories.sql", "oracle/01-directories.sql");
    assertThat(sessions.get(1))
        .contains(
            "SET DEFINE OFF\nCONNECT loader/\"0wner&@/ word\"@//dbhost:1521/pdb1\nSET DEFINE ON")
        .containsSubsequence(
            "oracle/09-teardown.sql", "oracle/02-external-table.sql", "oracle/03-target.sql")
        .endsWith("EXIT SUCCESS\n");
    assertThat(folder.resolve("server/preprocessor")).isDirectoryContaining("glob:**.sh");
  }

  @Test
  void definesEverySettingOnce() throws Exception {
    step("setup");

    List<String> defined =
        sessions().get(1).lines().filter(line -> line.startsWith("DEFINE ")).toList();
    List<String> expected =
        SqlPlusScript.read(ROOT.resolve("external-table/oracle/00-settings.sql")).commands();
    assertThat(defined)
        .extracting(line -> line.split(" ")[1])
        .containsExactlyElementsOf(expected.stream().map(line -> line.split(" ")[1]).toList());
    assertThat(defined)
        .contains("DEFINE locations = \"'part-00000.tbl.gz', 'part-00001.tbl.gz'\"")
        .contains("DEFINE preprocessor = inflate-gzip.sh")
        .contains("DEFINE dop = 2");
  }

  @Test
  void keepsPasswordsOffCommandLinesEnvironmentFilesAndOutput() throws Exception {
    Outcome setup = step("setup");
    Outcome run = step("run");

    String seen =
        Files.readString(notes.resolve("arguments"))
            + Files.readString(notes.resolve("environment"))
            + setup.text()
            + setup.err()
            + run.text()
            + run.err();
    assertThat(seen).contains("/nolog").doesNotContain("0wner").doesNotContain("dba-word");
    try (var files = Files.walk(folder.resolve("work"))) {
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
    environment.put("ORACLE_URL", url);

    step("setup");

    assertThat(sessions().get(0)).contains("CONNECT system/\"dba-word\"@" + identifier + "\n");
  }

  @Test
  void refusesAUrlWithAPasswordInIt() throws Exception {
    environment.put("ORACLE_URL", "jdbc:oracle:thin:loader/word@//dbhost:1521/pdb1");

    Outcome outcome = step("setup");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("ORACLE_URL").doesNotContain("word@");
    assertThat(notes.resolve("arguments")).doesNotExist();
  }

  @Test
  void asksForADbaBeforeItDoesAnything() throws Exception {
    environment.remove("ORACLE_DBA_USER");

    Outcome setup = step("setup");
    Outcome teardown = step("teardown");

    assertThat(setup.exitCode()).isEqualTo(1);
    assertThat(setup.err()).contains("ORACLE_DBA_USER");
    assertThat(teardown.exitCode()).isZero();
    assertThat(notes.resolve("arguments")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"exit 1", "echo 'SP2-0310: unable to open file'"})
  void failsWhenSqlPlusDoes(String last) throws Exception {
    step("setup");
    fakeSqlPlus(folder.resolve("tools"), last);

    Outcome outcome = step("run");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("external-table-oracle run: SQL*Plus failed");
  }

  @Test
  void printsTheProofAsOneObject() throws Exception {
    step("setup");
    fakeSqlPlus(folder.resolve("tools"), "echo; echo '1000|65536'; echo '{\"rows\":1000}'");

    Outcome outcome = step("verify");

    assertThat(outcome.text())
        .isEqualTo("{\"fingerprint\": {\"rows\":1000}, \"storedBytes\": 65536}\n");
  }

  @Test
  void removesEverythingAndMayBeRepeated() throws Exception {
    step("setup");

    assertThat(step("teardown").exitCode()).isZero();
    assertThat(step("teardown").exitCode()).isZero();

    assertThat(sessions().subList(2, 4))
        .satisfiesExactly(
            owner -> assertThat(owner).contains("CONNECT loader/", "oracle/09-teardown.sql"),
            dba -> assertThat(dba).contains("CONNECT system/", "oracle/10-drop-directories.sql"));
    assertThat(folder.resolve("server")).isEmptyDirectory();
    assertThat(folder.resolve("work")).isEmptyDirectory();
  }

  private Outcome step(String name) throws IOException, InterruptedException {
    Path work = folder.resolve("work");
    return new Program(List.of(STEPS.resolve(name).toString()), environment, work).run();
  }

  /** What each session was told, in order. */
  private List<String> sessions() throws IOException {
    String all = Files.readString(notes.resolve("input"));
    return List.of(all.split("(?<=EXIT SUCCESS\n)"));
  }

  private void fakeSqlPlus(Path tools, String last) throws IOException {
    Path program = tools.resolve("sqlplus");
    Files.writeString(
        program,
        """
        #!/bin/bash
        cat >>'%1$s/input'
        printf '%%s\\n' "$*" >>'%1$s/arguments'
        env >>'%1$s/environment'
        %2$s
        """
            .formatted(notes, last));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private String secret(String name, String word) throws IOException {
    return Files.writeString(folder.resolve("password-" + name), word).toString();
  }
}
