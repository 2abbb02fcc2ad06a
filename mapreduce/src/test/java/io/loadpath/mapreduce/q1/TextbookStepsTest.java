package io.loadpath.mapreduce.q1;

import static io.loadpath.mapreduce.q1.TestLineitem.ROW;
import static io.loadpath.mapreduce.q1.TestLineitem.rowWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mapper, combiner and reducer of the textbook's job, without a job. */
class TextbookStepsTest {

  @ParameterizedTest
  @ValueSource(strings = {"combiner", "in-mapper", "none"})
  void rowsUpToTheLastDayMakeAnAnswerRowForEachGroup(String aggregation) throws IOException {
    var driver = MapReduceDriver.newMapReduceDriver(new TextbookMapper(), new Q1Reducer());
    if (aggregation.equals("combiner")) {
      driver.setCombiner(new TextbookMapper.Combiner());
    }
    driver.getConfiguration().set(Q1Options.AGGREGATION, aggregation);
    driver.setMapInputPath(new Path("hdfs://cluster/lineitem.tbl"));
    List<String> rows =
        List.of(
            rowWith(LineitemColumn.L_SHIPDATE, "1998-09-02"),
            rowWith(LineitemColumn.L_RETURNFLAG, "A"),
            rowWith(LineitemColumn.L_SHIPDATE, "1998-09-03"),
            ROW);
    rows.forEach(row -> driver.addInput(new LongWritable(0), new Text(row)));

    driver.addOutput(
        NullWritable.get(),
        new Text("A|O|17.00|21168.23|20321.5008|20727.930816|17.00|21168.23|0.04|1"));
    driver.addOutput(
        NullWritable.get(),
        new Text("N|O|34.00|42336.46|40643.0016|41455.861632|17.00|21168.23|0.04|2"));
    driver.runTest();
    assertThat(driver.getCounters().findCounter(Q1Counter.ROWS_READ).getValue()).isEqualTo(4);
    assertThat(driver.getCounters().findCounter(Q1Counter.ROWS_KEPT).getValue()).isEqualTo(3);
  }

  /** Also where no group follows the notes. */
  @Test
  void malformedRowsOfAllTasksAreAddedUpBeforeAnyAnswerRow() throws IOException {
    Q1Totals two = new Q1Totals();
    two.addRowsOnly(2);
    for (int allowed : new int[] {3, 4}) {
      var driver = ReduceDriver.newReduceDriver(new Q1Reducer());
      driver.getConfiguration().setInt(Q1Options.REJECT_LIMIT, allowed);
      driver.addInput(Q1Key.malformedNote("file a, line 7"), List.of(two));
      driver.addInput(Q1Key.malformedNote("file b, line 1"), List.of(two));
      if (allowed == 4) {
        assertThat(driver.run()).isEmpty();
      } else {
        assertThatThrownBy(driver::run)
            .isInstanceOf(IOException.class)
            .hasMessageContainingAll("4 malformed rows", "allows 3; one of them: file a, line 7");
      }
    }
  }
}
