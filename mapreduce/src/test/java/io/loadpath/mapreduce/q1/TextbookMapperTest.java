package io.loadpath.mapreduce.q1;

import static io.loadpath.mapreduce.q1.TestLineitem.ROW;
import static io.loadpath.mapreduce.q1.TestLineitem.rowWith;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TextbookMapperTest {
  private static final String AMOUNTS =
      "17.00|21168.23|20321.5008|20727.930816|17.00|21168.23|0.04|1";
  private static final String TWICE =
      "34.00|42336.46|40643.0016|41455.861632|17.00|21168.23|0.04|2";

  private final MapDriver<LongWritable, Text, Text, Q1Totals> driver =
      MapDriver.newMapDriver(new TextbookMapper());

  @BeforeEach
  void readFromAFile() {
    driver.setMapInputPath(new Path("hdfs://cluster/lineitem.tbl"));
  }

  private void input(long offset, String line) {
    driver.addInput(new LongWritable(offset), new Text(line));
  }

  private List<String> output() throws IOException {
    return driver.run().stream()
        .map(record -> record.getFirst() + " " + record.getSecond())
        .toList();
  }

  private long count(Q1Counter counter) {
    return driver.getCounters().findCounter(counter).getValue();
  }

  @Test
  void sumsInMemoryAndSendsOneRecordPerGroup() throws IOException {
    driver.getConfiguration().set(Q1Options.AGGREGATION, "in-mapper");
    input(0, ROW);
    input(200, rowWith(LineitemColumn.L_RETURNFLAG, "A"));
    input(400, ROW);
    assertThat(output()).containsExactly("A|O " + AMOUNTS, "N|O " + TWICE);
  }

  @Test
  void sendsOneRecordPerRowForTheCombiner() throws IOException {
    input(0, ROW);
    input(200, ROW);
    assertThat(output()).containsExactly("N|O " + AMOUNTS, "N|O " + AMOUNTS);
  }

  @Test
  void keepsRowsUpToTheLastDayAndCountsAll() throws IOException {
    input(0, rowWith(LineitemColumn.L_SHIPDATE, "1998-09-02"));
    input(200, rowWith(LineitemColumn.L_SHIPDATE, "1998-09-03"));
    assertThat(output()).containsExactly("N|O " + AMOUNTS);
    assertThat(count(Q1Counter.ROWS_READ)).isEqualTo(2);
    assertThat(count(Q1Counter.ROWS_ACCEPTED)).isEqualTo(2);
    assertThat(count(Q1Counter.ROWS_KEPT)).isEqualTo(1);
    assertThat(count(Q1Counter.ROWS_MALFORMED)).isZero();
  }
}
