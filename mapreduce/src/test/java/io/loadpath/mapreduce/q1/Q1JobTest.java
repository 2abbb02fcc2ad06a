package io.loadpath.mapreduce.q1;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.mapreduce.input.TestText;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.WriterAppender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole jobs over LINEITEM at scale factor 0.01: nothing but DELTA changes a byte of the answer.
 */
class Q1JobTest {
  @TempDir Path folder;

  @ParameterizedTest(name = "{0} files{2}, splits of {1} bytes, {3}, {4} reducers")
  @CsvSource({
    "1, 499979,  '',   '',        1, \\n",
    "2, 700001,  '',   '',        9, \\r\\n",
    "3, 500000,  .gz,  '',        2, \\n",
    "1, 300007,  .bz2, '',        1, \\r\\n",
    "2, 0,       .deflate, '',    1, \\n",
    "2, 700001,  '',   in-mapper, 9, \\r\\n",
    "1, 1000003, '',   combiner,  2, \\n",
    "3, 500000,  .gz,  none,      3, \\n"
  })
  void givesTheOfficialAnswer(
      int files, long splitBytes, String suffix, String aggregation, int reducers, String lineEnd)
      throws Exception {
    String end = lineEnd.replace("\\r", "\r").replace("\\n", "\n");
    TestLineitem.write(folder.resolve("in"), TestLineitem.ROWS, files, suffix, end);
    var conf = Q1Run.localConf();
    if (splitBytes > 0) {
      conf.setLong("mapreduce.input.fileinputformat.split.maxsize", splitBytes);
    }
    conf.setInt("mapreduce.job.reduces", reducers);
    String program = Q1Run.program(aggregation, conf);

    Path out = folder.resolve("out");
    Q1Run run =
        Q1Run.of(program, conf, folder.resolve("in").toUri().toString(), out.toUri().toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(Q1Run.answer(out)).isEqualTo(TestLineitem.ANSWER);
    assertThat(out.resolve("_SUCCESS")).exists();
    assertThat(run.count(Q1Counter.ROWS_READ)).isEqualTo(60175);
    assertThat(run.count(Q1Counter.ROWS_ACCEPTED)).isEqualTo(60175);
    assertThat(run.count(Q1Counter.ROWS_KEPT)).isEqualTo(14876 + 348 + 29181 + 14902);
    assertThat(run.count(Q1Counter.ROWS_MALFORMED)).isZero();
  }

  @Test
  void commitsTheAnswerByItsOwnCommitter() throws Exception {
    Files.writeString(folder.resolve("in"), "");
    Logger runner = Logger.getLogger("org.apache.hadoop.mapred.LocalJobRunner");
    Level before = runner.getLevel();
    StringWriter log = new StringWriter();
    WriterAppender appender = new WriterAppender(new PatternLayout("%m%n"), log);
    runner.addAppender(appender);
    runner.setLevel(Level.INFO);
    try {
      Q1Run.of(folder.resolve("in").toString(), folder.resolve("out").toString());
    } finally {
      runner.setLevel(before);
      runner.removeAppender(appender);
    }

    assertThat(log.toString())
        .contains("OutputCommitter is " + AnswerOutputFormat.AnswerCommitter.class.getName());
  }

  @ParameterizedTest
  @CsvSource({"'', 4, 4", "in-mapper, 4, 4", "combiner, 59307, 4", "none, 59307, 59307"})
  void aggregationDecidesHowManyRecordsAreMadeAndShuffled(
      String aggregation, long made, long shuffled) throws Exception {
    TestLineitem.write(folder.resolve("in"), TestLineitem.ROWS, 1, "", "\n");
    var conf = Q1Run.localConf();
    Q1Run run =
        Q1Run.of(
            Q1Run.program(aggregation, conf),
            conf,
            "-Dmapreduce.task.io.sort.mb=32",
            folder.resolve("in").toString(),
            folder.resolve("out").toString());
    assertThat(Q1Run.answer(folder.resolve("out"))).isEqualTo(TestLineitem.ANSWER);
    assertThat(run.counters().findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue())
        .isEqualTo(made);
    assertThat(run.counters().findCounter(TaskCounter.REDUCE_INPUT_RECORDS).getValue())
        .isEqualTo(shuffled);
    assertThat(run.counters().getGroup(Q1Counter.class.getName()).getDisplayName())
        .isEqualTo("Loadpath Q1");
  }

  @ParameterizedTest
  @CsvSource({"q1, 0", "q1, 112", "q1, 2556", "q1-textbook, 112"})
  void deltaMovesTheLastDay(String program, int deltaDays) throws Exception {
    TestLineitem.write(folder.resolve("in"), TestLineitem.ROWS, 2, "", "\n");
    Path out = folder.resolve("out");
    Q1Run run =
        Q1Run.ofProgram(
            program,
            "-D",
            "loadpath.q1.delta-days=" + deltaDays,
            folder.resolve("in") + "/*",
            out + "");
    assertThat(run.exitCode()).isZero();
    assertThat(Q1Run.answer(out))
        .extracting(row -> row.replaceAll("^(.\\|.)\\|.*\\|", "$1|"))
        .isEqualTo(TestLineitem.groupsAndCounts(deltaDays));
  }

  @Test
  void severalInputsOfEveryKindMakeOneAnswer() throws Exception {
    List<String> rows = TestLineitem.ROWS;
    TestLineitem.write(folder.resolve("a"), rows.subList(0, 10_000), 2, "", "\n");
    TestLineitem.write(folder.resolve("b"), rows.subList(10_000, 30_000), 3, ".gz", "\n");
    TestText.write(
        folder.resolve("c, with a comma.bz2"), String.join("\n", rows.subList(30_000, 32_000)));
    TestText.write(
        folder.resolve("last row without newline"),
        String.join("\r\n", rows.subList(32_000, rows.size())));
    Path out = folder.resolve("out");
    Q1Run run =
        Q1Run.of(
            folder.resolve("a").toString(),
            folder.resolve("b") + "/part-0000{0,1,2}.tbl.gz",
            folder.resolve("c, with a comma.bz2").toUri().toString().replace("%20", " "),
            folder + "/last*",
            out.toString());
    assertThat(run.err()).isEmpty();
    assertThat(Q1Run.answer(out)).isEqualTo(TestLineitem.ANSWER);
    assertThat(run.out())
        .isEqualTo("q1: 60175 rows read, 59307 kept, 0 malformed; the answer is in " + out + "\n");
    assertThat(out.resolve("_counts.json"))
        .as("a map task for each of seven files, and the reducer")
        .content()
        .matches("\\{\"jobs\": 1, \"tasks\": 8, \"shuffledBytes\": [1-9][0-9]+}\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"q1", "q1-textbook"})
  void emptyFilesGiveAnEmptyAnswer(String program) throws Exception {
    Files.createDirectories(folder.resolve("in"));
    Files.createFile(folder.resolve("in/empty.tbl"));
    TestText.write(folder.resolve("in/empty.tbl.gz"), "");
    TestText.write(folder.resolve("in/empty.tbl.bz2"), "");
    Q1Run run =
        Q1Run.ofProgram(program, folder.resolve("in").toString(), folder.resolve("out").toString());
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(folder.resolve("out/part-r-00000")).isEmptyFile();
  }

  @Test
  void flagsOutsideTheStandardMakeGroups() throws Exception {
    String strange = TestLineitem.rowWith(LineitemColumn.L_RETURNFLAG, "x");
    TestText.write(folder.resolve("in.tbl"), strange + "\n" + TestLineitem.ROW + "\n");
    Path out = folder.resolve("out");
    Q1Run.of("-Dmapreduce.job.reduces=4", folder.resolve("in.tbl").toString(), out.toString());
    String amounts = "17.00|21168.23|20321.5008|20727.930816|17.00|21168.23|0.04|1";
    assertThat(Q1Run.answer(out)).containsExactly("N|O|" + amounts, "x|O|" + amounts);
  }
}
