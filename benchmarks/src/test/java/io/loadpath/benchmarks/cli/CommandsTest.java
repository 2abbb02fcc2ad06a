package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Command;

class CommandsTest {
  @RegisterExtension final Printed printed = new Printed();

  /** The place where a command that needs the state folder would make it in these tests. */
  private static final Path STATE = Path.of(".loadpath");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reprt a.json | unknown command 'reprt'; did you mean 'report'?",
        "cluster strat | unknown command 'strat'; did you mean 'start'?",
        "generate sales.yaml --for postgresql --out x | --for: unknown tool 'postgresql'; did you"
            + " mean 'postgres'? (known: postgres, sqoop, hive, oracle)",
        "run --ronds 3 | Unknown option: '--ronds'; did you mean --rounds",
        "run --rounds 0 | --rounds: 0 is not from 1 to 1000",
        "run --warmups -1 | --warmups: -1 is not from 0 to 1000",
        "run --rounds x | Invalid value for option '--rounds'",
        "run --scale -1 | --scale: -1.0 is not between",
        "run --on nowhere | --on: 'nowhere' is not a folder: give local, cluster, or the"
            + " HADOOP_CONF_DIR",
        "run quick slow.csv | files, --parts and --suite need a table",
        "run --step-limit 1800 | --step-limit: '1800' is not a time such as 90s, 3m or 1h",
        "run --budget 3 | --budget: '3' is not a time such as 90s, 3m or 1h",
        "report | Missing required parameter: 'RECORD'",
        "report a.json b.json | one record makes a report; two need --compare",
        "report --compare a.json | --compare needs two records",
        "report a.json --format pdf | Invalid value for option '--format'",
        "compare A.json | Missing required parameter: 'B'",
        "compare A.json B.json --fail-if faster | Invalid value for option '--fail-if'",
        "check | Missing required parameter: 'TABLE.yaml'",
        "chaos --budget 480 | --budget: '480' is not a time such as 90s, 3m or 1h",
        "plan | --goal is missing, for example --goal 1TiB/h",
        "plan --goal 1TiB/h | --ingest is missing, for example --ingest 2x1GbE",
        "plan --goal fast --ingest 2x1GbE | --goal: 'fast' is not a rate",
        "plan --goal 1TiB/h --ingest 2xE | --ingest: '2xE' is not a rate",
        "plan --goal 1TiB/h --ingest 2x1GbE --cores 0 | --cores: 0 is not from 1 to 100000",
        "plan --goal 1TiB/h --ingest 2x1GbE --check | --check needs --record",
        "faults --on local | --on is 'local': give cluster; faults breaks only the bundled cluster",
        "faults --fault mastr | --fault: unknown fault 'mastr'; did you mean 'master'?",
        "faults --rows 0 | --rows: 0 is not between",
        "faults --format html | Invalid value for option '--format'",
        "data | name the dataset to make",
        "cluster | name what to do: start, stop, status, logs or env",
        "cluster start --workers 0 | --workers is 0, not 1 to 16",
        "cluster start --workers 17 | --workers is 17, not 1 to 16",
        "net | name what to do: up, down, list, exec or probe",
        "net up --link 1Gb | link '1Gb' is not one of: unlimited, 100Mbit",
        "net up --link host=1GbE | --link host=1GbE: there is no host 'host', only files,"
            + " database, hadoop",
        "net up --workers 17 | --workers is 17, not 0 to 16",
        "net exec files | Missing required parameter: 'COMMAND'",
        "'' | name a command",
      })
  void wrongUsageIsTwoLinesOnStderrAndExitCode2(String arguments, String message) {
    int exitCode = Commands.execute(arguments.isEmpty() ? new String[0] : arguments.split(" "));

    assertThat(exitCode).isEqualTo(2);
    assertThat(printed.out()).isEmpty();
    assertThat(printed.err())
        .startsWith("loadpath: " + message)
        .contains("--help' explains")
        .hasLineCount(2);
    assertThat(STATE).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "--help",
    "run --help",
    "check --help",
    "completion --help",
    "plan --help",
    "report --help",
    "compare --help",
    "faults --help",
    "list -h",
    "cluster --help",
    "cluster start --help",
    "net --help",
    "net up --help",
    "data lineitem --help"
  })
  void helpIsOnStdoutAndExitCode0(String arguments) {
    assertThat(Commands.execute(arguments.split(" "))).isZero();

    assertThat(printed.err()).isEmpty();
    assertThat(printed.out()).startsWith("Usage: bin/loadpath");
    assertThat(STATE).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "chop cards.tbl --files 4 | 'chop' is called 'split' now: bin/loadpath split FILE --parts"
            + " N",
        "scripts sales.yaml | 'scripts' is called 'generate' now: bin/loadpath generate TABLE.yaml"
            + " --for TOOL --out DIR",
        "dissect q1 | 'dissect q1' is called 'run q1-jobs' now: bin/loadpath run q1-jobs",
        "run own --table sales.yaml | '--table' is the first argument now: bin/loadpath run"
            + " TABLE.yaml [FILE...]",
        "run mine.yaml --table=sales.yaml | '--table' is the first argument now: bin/loadpath run"
            + " TABLE.yaml [FILE...]",
        "--debug describe --check sales.yaml | 'describe --check' is called 'check' now:"
            + " bin/loadpath check TABLE.yaml",
        "split cards.tbl --files 4 | '--files' is called '--parts' now: bin/loadpath split FILE"
            + " --parts N",
        "chaos --seconds 480 | '--seconds' is called '--budget' now: bin/loadpath chaos --budget"
            + " 8m",
      })
  void anOldNameIsAnsweredWithTheNewOneInOneLine(String arguments, String answer) {
    assertThat(Commands.execute(arguments.split(" "))).isEqualTo(2);

    assertThat(printed.out()).isEmpty();
    assertThat(printed.err()).isEqualTo("loadpath: " + answer + "\n");
  }

  @Test
  void anOldNameOfASuiteIsAnsweredLikewise() {
    Map<String, String> project = Map.of("LOADPATH_ROOT", Path.of("..").toString());

    assertThat(Commands.execute(project, "run", "aa")).isEqualTo(2);

    assertThat(printed.err()).isEqualTo("loadpath: unknown suite 'aa': it is called 'noise' now\n");
  }

  @Test
  void theHelpShowsEachCommandInAGroup() {
    assertThat(Commands.execute("--help")).isZero();

    assertThat(printed.out())
        .containsSubsequence("\nMeasure:\n", "\nYour data:\n", "\nSet up:\n", "\nExamples:\n")
        .doesNotContain("Commands:");
    assertThat(Commands.class.getAnnotation(Command.class).subcommands())
        .extracting(type -> type.getAnnotation(Command.class).name())
        .allSatisfy(name -> assertThat(printed.out()).contains("\n  " + name + " "));
  }

  @Test
  void versionIsThatOfTheBuild() {
    assertThat(Commands.execute("--version")).isZero();
    assertThat(printed.out()).matches("loadpath \\d+\\.\\d+\\.\\d+.*\\R");
  }
}
