package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the path sqlldr-load-oracle tells SQL*Loader and SQL*Plus. In their places stand programs
 * that note it; nothing here shows that SQL*Loader accepts it.
 */
@Timeout(60)
class SqlLoaderPathTest {
  /** Reads its data file as SQL*Loader does, named in its arguments. */
  private static final String READ =
      """
      for word in "$@"; do
        if [[ $word == data=* ]]; then cat "${word#data=}" >"$notes/${word#data=}"; fi
      done
      """;

  private static final String NO_PARALLEL =
      "echo 'option|Parallel execution|FALSE'; echo 'option|Parallel load|FALSE'";

  /** Takes the password as a connect string is taken: what stands in quotes is one word. */
  private static final String READ_PASSWORD =
      """
      word=$(cat "$input")
      if [[ $word =~ ^\\"([^\\"]*)\\"$ ]]; then word=${BASH_REMATCH[1]}; else word=${word%%[@/]*}; fi
      printf '%s\\n' "$word" >>"$notes/password"
      """;

  @TempDir Path folder;
  private FakeOracle oracle;

  @BeforeEach
  void prepare() throws IOException {
    LoadPath.mode(folder, "rwxr-xr-x"); // root's inflaters run as another user
    oracle = new FakeOracle(folder, "sqlldr-load-oracle");
    oracle.set("way", "direct");
    oracle.install("sqlplus", "printf 'sysstat|CPU used by this session|%s\\n' \"$(date +%s)\"");
    oracle.install("sqlldr", READ);
  }

  @ParameterizedTest
  @ValueSource(strings = {"direct", "conventional"})
  void loadsEachFileInASessionOfItsOwn(String way) throws Exception {
    oracle.set("way", way);

    oracle.succeed("setup");
    oracle.succeed("run");

    assertThat(oracle.sessions().get(0))
        .containsSubsequence(
            "@07-options.sql", "@09-teardown.sql", "@06-statistics.sql", "@03-target.sql");
    String parallel = way.equals("direct") ? " parallel=true" : "";
    assertThat(Files.readAllLines(oracle.notes("arguments")))
        .contains(
            "sqlldr userid=loader parfile=sqlldr-%s.par data=0.tbl log=0.log bad=0.bad%s"
                .formatted(way, parallel),
            "sqlldr userid=loader parfile=sqlldr-%s.par data=1.tbl log=1.log bad=1.bad%s"
                .formatted(way, parallel));
    assertThat(oracle.notes("0.tbl")).hasContent("first\n");
    assertThat(oracle.notes("1.tbl")).hasContent("second\n");
    assertThat(oracle.work().resolve("sqlldr-" + way + ".par")).exists();
    assertThat(oracle.work().resolve("all-card-trans.ctl"))
        .content()
        .contains("\nINTO TABLE sqlldr_oracle\n")
        .doesNotContain("INTO TABLE all_card_trans");
  }

  /** Free, Express and Standard Edition may refuse parallel=true even for one session. */
  @Test
  void asksForNoParallelLoadOfOneFile() throws Exception {
    Files.delete(oracle.part(1));
    oracle.set("files", 1);
    oracle.install("sqlplus", NO_PARALLEL);
    oracle.install("sqlldr", "[[ $* != *parallel* ]] || exit 1\n" + READ);

    oracle.succeed("setup");
    oracle.succeed("run");

    assertThat(oracle.notes("0.tbl")).hasContent("first\n");
  }

  @ParameterizedTest
  @CsvSource({"direct, 1", "conventional, 0"})
  void refusesSeveralFilesOfDirectPathWhereTheEditionHasNoParallelLoad(String way, int code)
      throws Exception {
    oracle.set("way", way);
    oracle.install("sqlplus", NO_PARALLEL);

    Program.Outcome setup = oracle.program("setup").run();

    assertThat(setup.exitCode()).isEqualTo(code);
    assertThat(setup.err().contains("this edition of Oracle has no parallel load by direct path"))
        .isEqualTo(way.equals("direct"));
    oracle.succeed("teardown");
    assertThat(oracle.work()).isEmptyDirectory();
  }

  @Test
  void keepsTheUsersLanguageOutOfBothPrograms() throws Exception {
    FakeOracle.foreign(oracle);

    oracle.succeed("setup");
    oracle.succeed("run");

    assertThat(Files.readAllLines(oracle.notes("arguments")))
        .anyMatch(line -> line.startsWith("sqlplus "))
        .anyMatch(line -> line.startsWith("sqlldr "));
    oracle.requireNeutralLanguage();
  }

  /** At its prompt, SQL*Loader takes a part after @ for the database, unless it is in quotes. */
  @ParameterizedTest
  @ValueSource(strings = {"tiger_7", "t@ger/x", "tïger 7"})
  void sendsAnyPasswordWhole(String word) throws Exception {
    oracle.succeed("setup");
    Files.writeString(folder.resolve("password-owner"), word);
    oracle.install("sqlldr", READ_PASSWORD);

    oracle.succeed("run");

    assertThat(Files.readString(oracle.notes("password")).lines()).hasSize(2).containsOnly(word);
  }

  @Test
  void inflatersAreNotRoot() throws Exception {
    compress();
    oracle.succeed("setup");
    Path inflater = oracle.server().resolve("inflate-gzip.sh");
    LoadPath.mode(Files.writeString(inflater, "#!/bin/bash\nid -u; id -G\n"), "rwxr-xr-x");

    oracle.succeed("run");

    assertThat(Files.readAllLines(oracle.notes("0.tbl"))).hasSize(2).doesNotContain("0");
  }

  @Test
  void failsWhenAnInflaterDoes() throws Exception {
    compress();
    Path damaged = oracle.part(1);
    byte[] bytes = Files.readAllBytes(damaged);
    Files.write(damaged, Arrays.copyOf(bytes, bytes.length - 9));
    oracle.succeed("setup");

    assertThat(oracle.fail("run"))
        .contains(
            "sqlldr-load-oracle run: part-00001.tbl.gz: its rows are incomplete:"
                + " inflate-gzip.sh ended with 1");
  }

  @Test
  void failsWhenSqlLoaderDoesAndNeverReadsThePipe() throws Exception {
    compress();
    oracle.succeed("setup");
    oracle.install("sqlldr", "echo 'ORA-12541: TNS:no listener' >\"${4#log=}\"; exit 1");

    assertThat(oracle.fail("run"))
        .contains("part-00000.tbl.gz: SQL*Loader ended with 1: ORA-12541: TNS:no listener");
  }

  @Test
  void takesRejectedRowsForAFailure() throws Exception {
    oracle.succeed("setup");
    oracle.install("sqlldr", READ + "exit 2");

    assertThat(oracle.fail("run")).contains("SQL*Loader ended with 2");
  }

  @Test
  void readsThePasswordOnItsInputAndTheDatabaseInTheEnvironment() throws Exception {
    String printed = oracle.succeed("setup").all() + oracle.succeed("run").all();

    assertThat(Files.readAllLines(oracle.notes("input"))).contains("\"0wner&@/ word\"");
    assertThat(Files.readAllLines(oracle.notes("environment")))
        .contains("TWO_TASK=//dbhost:1521/pdb1")
        .noneMatch(line -> line.contains("0wner"));
    assertThat(Files.readString(oracle.notes("arguments")) + printed).doesNotContain("0wner");
  }

  /** Its notes are made as those of {@link OracleStatisticsTest}. */
  @Test
  void printsTheProofWithTheStatisticsOfAllSessions() throws Exception {
    oracle.succeed("setup");
    oracle.succeed("run");
    Files.writeString(
        oracle.work().resolve("statistics"),
        """
        sysstat|CPU used by this session|5
        sysstat|redo size|0
        sysstat|physical writes direct|0
        mystat|CPU used by this session|1
        block size|tablespace|8192
        sysstat|CPU used by this session|12
        sysstat|redo size|5000
        sysstat|physical writes direct|0
        mystat|CPU used by this session|1
        force logging|database|NO
        """);
    oracle.install("sqlplus", "echo; echo '1000|65536'; echo '{\"rows\":1000}'");

    JsonNode proof = new ObjectMapper().readTree(oracle.succeed("verify").out());

    assertThat(proof.get("databaseCpu").toString())
        .isEqualTo("{\"nanos\":70000000,\"source\":\"v$sysstat\"}");
    assertThat(proof.get("notes"))
        .singleElement()
        .asString()
        .contains("not direct-path: no block was written past the buffer cache");
  }

  @Test
  void refusesALineEndInThePasswordFileBeforeAnyLogIn() throws Exception {
    oracle.succeed("setup");
    Files.delete(oracle.notes("arguments"));
    Files.writeString(folder.resolve("password-owner"), "0wner\n");

    assertThat(oracle.fail("run")).contains("must hold only the password, without a line end");
    assertThat(oracle.notes("arguments")).doesNotExist();
  }

  @Test
  void sendsCompressedFilesThroughAPipeAndRemovesEverything() throws Exception {
    compress();
    oracle.succeed("setup");
    oracle.succeed("run");
    assertThat(oracle.notes("0.tbl")).hasContent("first\n");
    assertThat(oracle.notes("1.tbl")).hasContent("second\n");

    oracle.succeed("teardown");
    oracle.succeed("teardown");

    assertThat(oracle.work()).isEmptyDirectory();
    assertThat(oracle.part(0)).exists();
  }

  private void compress() throws IOException {
    oracle.set("codec", "gzip-3");
    Program.in(oracle.data(), "gzip", "part-00000.tbl", "part-00001.tbl").run().ok();
  }
}
