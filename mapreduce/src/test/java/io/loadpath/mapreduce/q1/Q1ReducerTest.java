package io.loadpath.mapreduce.q1;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.junit.jupiter.api.Test;

/** The reducer and the combiner, which add the same totals. */
class Q1ReducerTest {

  private static Q1Totals totals(int rows) {
    LineitemRow row = new LineitemRow();
    row.quantityHundredths = 100;
    row.extendedPriceCents = 1000;
    row.discountHundredths = 5;
    row.taxHundredths = 10;
    Q1Totals totals = new Q1Totals();
    for (int i = 0; i < rows; i++) {
      totals.add(row);
    }
    return totals;
  }

  private static Q1Totals malformed(long rows) {
    Q1Totals totals = new Q1Totals();
    totals.addRowsOnly(rows);
    return totals;
  }

  private static ReduceDriver<Text, Q1Totals, NullWritable, Text> reducer() {
    return ReduceDriver.newReduceDriver(new Q1Reducer());
  }

  @Test
  void writesOneAnswerRowPerGroup() throws IOException {
    reducer()
        .withInput(new Text("A|F"), List.of(totals(1), totals(2)))
        .withInput(new Text("N|O"), List.of(totals(1)))
        .withOutput(
            NullWritable.get(), new Text("A|F|3.00|30.00|28.5000|31.350000|1.00|10.00|0.05|3"))
        .withOutput(
            NullWritable.get(), new Text("N|O|1.00|10.00|9.5000|10.450000|1.00|10.00|0.05|1"))
        .runTest();
  }

  @Test
  void theCombinerAddsTotalsOfOneKey() throws IOException {
    ReduceDriver.newReduceDriver(new TextbookMapper.Combiner())
        .withInput(new Text("A|F"), List.of(totals(1), totals(2)))
        .withInput(new Text("N|O"), List.of(totals(1)))
        .withInput(Q1Key.malformedNote("line 7"), List.of(malformed(3)))
        .withOutput(new Text("A|F"), totals(3))
        .withOutput(new Text("N|O"), totals(1))
        .withOutput(Q1Key.malformedNote("line 7"), malformed(3))
        .runTest();
  }

  @Test
  void leavesAllowedMalformedRowsOutOfTheAnswer() throws IOException {
    var driver = reducer();
    driver.getConfiguration().setInt(Q1Options.MAX_MALFORMED, 5);
    assertThat(
            driver
                .withInput(Q1Key.malformedNote("file a, line 7"), List.of(malformed(2)))
                .withInput(Q1Key.malformedNote("file b, line 1"), List.of(malformed(3)))
                .withInput(new Text("A|F"), List.of(totals(1)))
                .run())
        .singleElement()
        .hasToString("((null), A|F|1.00|10.00|9.5000|10.450000|1.00|10.00|0.05|1)");
  }
}
