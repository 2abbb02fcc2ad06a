package io.loadpath.mapreduce.q1;

import static io.loadpath.mapreduce.q1.TestLineitem.ANSWER;
import static io.loadpath.mapreduce.q1.TestLineitem.ROW;
import static io.loadpath.mapreduce.q1.TestLineitem.ROWS;
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

  /** Runs q1, or with a way of aggregation the textbook's job. */
  private Q1Run run(String aggregation, String... options) throws Exception {
    String[] all = List.of(options).toArray(new String[options.length + 1]);
    all[options.length] = "-Dloadpath.q1.aggregation=" + aggregation;
    return aggregation.isEmpty()
        ? Q1Run.in(folder, "q1", options)
        : Q1Run.in(folder, "q1-textbook", all);
  }

  @ParameterizedTest(name = "{0} files{2}, splits of {1} bytes, {3}, {4} reducers")
  @CsvSource({
    "1, 499979,  '',   '',        1, \\n",
    "2, 700001,  '',   '',        9, \\r\\n",
    "3, 500000,  .gz,  '',        2, \\n",
    "1, 300007,  .bz2, '',        1, \\r\\n",
    "2, 99999999, .deflate, '',   1, \\n",
    "2, 700001,  '',   in-mapper, 9, \\r\\n",
    "1, 1000003, '',   combiner,  2, \\n",
    "3, 500000,  .gz,  none,      3, \\n"
  })
  void givesTheOfficialAnswer(
      int files, long splitBytes, String suffix, String aggregation, int reducers, String lineEnd)
      throws Exception {
    String end = lineEnd.replace("\\r", "\r").replace("\\n", "\n");
    TestLineitem.write(folder.resolve("in"), ROWS, files, suffix, end);
    Q1Run run =
        run(
            aggregation,
            "-Dmapreduce.input.fileinputformat.split.maxsize=" + splitBytes,
            "-Dmapreduce.job.reduces=" + reducers);

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(Q1Run.answer(folder)).isEqualTo(ANSWER);
    assertThat(folder.resolve("out/_SUCCESS")).exists();
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
      run("");
    } finally {
      runner.setLevel(before);
      runner.removeAppender(appender);
    }

    assertThat(log.toString()).contains(AnswerOutputFormat.AnswerCommitter.class.getName());
  }

  @ParameterizedTest
  @CsvSource({"'', 4, 4", "in-mapper, 4, 4", "combiner, 59307, 4", "none, 59307, 59307"})
  void aggregationDecidesHowManyRecordsAreMadeAndShuffled(
      String aggregation, long made, long shuffled) throws Exception {
    TestLineitem.write(folder.resolve("in"), ROWS, 1, "", "\n");
    Q1Run run = run(aggregation, "-Dmapreduce.task.io.sort.mb=32");

    assertThat(run.count(TaskCounter.MAP_OUTPUT_RECORDS)).isEqualTo(made);
    assertThat(run.count(TaskCounter.REDUCE_INPUT_RECORDS)).isEqualTo(shuffled);
    assertThat(run.counters().getGroup(Q1Counter.class.getName()).getDisplayName())
        .isEqualTo("Loadpath Q1");
  }

  @ParameterizedTest
  @CsvSource({"'', 0", "'', 112", "'', 2556", "combiner, 112"})
  void deltaMovesTheLastDay(String aggregation, int deltaDays) throws Exception {
    TestLineitem.write(folder.resolve("in"), ROWS, 2, "", "\n");
    run(aggregation, "-D", "loadpath.q1.delta-days=" + deltaDays);

    assertThat(Q1Run.answer(folder))
        .extracting(row -> row.replaceAll("^(.\\|.)\\|.*\\|", "$1|"))
        .isEqualTo(TestLineitem.groupsAndCounts(deltaDays));
  }

  @Test
  void severalInputsOfEveryKindMakeOneAnswer() throws Exception {
    TestLineitem.write(folder.resolve("in"), ROWS.subList(0, 10_000), 2, "", "\n");
    TestLineitem.write(folder.resolve("b"), ROWS.subList(10_000, 30_000), 3, ".gz", "\n");
    Path comma = folder.resolve("c, with a comma.bz2");
    TestText.write(comma, String.join("\n", ROWS.subList(30_000, 32_000)));
    TestText.write(
        folder.resolve("last row without newline"),
        String.join("\r\n", ROWS.subList(32_000, ROWS.size())));
    Q1Run run =
        run(
            "",
            folder.resolve("b") + "/part-0000{0,1,2}.tbl.gz",
            comma.toUri().toString().replace("%20", " "),
            folder + "/last*");

    assertThat(run.err()).isEmpty();
    assertThat(Q1Run.answer(folder)).isEqualTo(ANSWER);
    assertThat(run.out())
        .isEqualTo(
            "q1: 60175 rows read, 59307 kept, 0 malformed; the answer is in %s\n",
            folder.resolve("out"));
    assertThat(folder.resolve("out/_counts.json"))
        .as("a map task for each of seven files, and the reducer")
        .content()
        .matches("\\{\"jobs\": 1, \"tasks\": 8, \"shuffledBytes\": [1-9][0-9]+}\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "combiner"})
  void emptyFilesGiveAnEmptyAnswer(String aggregation) throws Exception {
    for (String name : List.of("in/empty.tbl", "in/empty.tbl.gz", "in/empty.tbl.bz2")) {
      TestText.write(folder.resolve(name), "");
    }
    assertThat(run(aggregation).err()).isEmpty();
    assertThat(folder.resolve("out/part-r-00000")).isEmptyFile();
  }

  @Test
  void flagsOutsideTheStandardMakeGroups() throws Exception {
    String strange = TestLineitem.rowWith(LineitemColumn.L_RETURNFLAG, "x");
    TestText.write(folder.resolve("in"), strange + "\n" + ROW + "\n");
    run("", "-Dmapreduce.job.reduces=4");
    String amounts = "17.00|21168.23|20321.5008|20727.930816|17.00|21168.23|0.04|1";
    assertThat(Q1Run.answer(folder)).containsExactly("N|O|" + amounts, "x|O|" + amounts);
  }
}
