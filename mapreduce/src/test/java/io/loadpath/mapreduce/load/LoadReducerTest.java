package io.loadpath.mapreduce.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.rows.ColumnType;
import io.loadpath.rows.DateOrder;
import io.loadpath.rows.RowCopy;
import io.loadpath.rows.TextFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadReducerTest {
  private static final TextFormat FORMAT =
      TextFormat.plain('|', "", TextFormat.DelimiterAtEnd.NEVER);

  @TempDir private Path folder;

  /** The first column is the partition. */
  private record FirstColumn() implements LoadRouter {
    @Override
    public int partition(Tuple row) {
      return row.bytes()[row.start(0) + 1];
    }
  }

  private record OneWriter() implements LoadWriters {
    @Override
    public int count() {
      return 1;
    }

    @Override
    public int writer(int partition, byte[] keys, int from, int to) {
      return 0;
    }
  }

  private static LoadPlan plan(int uniqueColumns) {
    return new LoadPlan(
        List.of("a.tbl", "b.tbl.gz"),
        List.of(
            new LoadColumn("p", ColumnType.INT2, false),
            new LoadColumn("t", ColumnType.TEXT, false),
            new LoadColumn("n", ColumnType.INT4, false)),
        FORMAT,
        0,
        DateOrder.MDY,
        List.of(1, 2),
        uniqueColumns,
        new FirstColumn(),
        new OneWriter(),
        0);
  }

  /** Reduces rows, of which the second one is in the second file. */
  private void reduce(LoadPlan plan, String... rows) throws Exception {
    reduce(plan, 0, rows);
  }

  /**
   * @param lost rows of each partition that the summaries have, but not the reducer's input
   */
  private void reduce(LoadPlan plan, int lost, String... rows) throws Exception {
    Job job = Job.getInstance();
    plan.addTo(job, List.of(), FileReducer.class);
    var driver = ReduceDriver.newReduceDriver(new FileReducer());
    driver.getConfiguration().addResource(job.getConfiguration());
    driver.getConfiguration().set(FileReducer.FOLDER, folder.toString());
    SortedMap<BytesWritable, List<BytesWritable>> records = new TreeMap<>();
    LoadKey keys = new LoadKey(plan);
    Tuple tuple = new Tuple(plan.columns().size());
    for (int i = 0; i < rows.length; i++) {
      int file = i == 1 ? 1 : 0;
      RowCopy copy =
          RowCopy.tuples(
              plan.copyColumns(),
              FORMAT,
              DateOrder.MDY,
              row -> {
                throw row;
              },
              (bytes, from, to, offset) -> {
                tuple.read(bytes, from);
                int partition = plan.router().partition(tuple);
                BytesWritable key = keys.of(tuple, partition, file, 100);
                records
                    .computeIfAbsent(LoadKey.summary(LoadKey.head(key)), head -> new ArrayList<>())
                    .add(new RowSum(1, 0).toRecord());
                records.put(
                    new BytesWritable(key.copyBytes()),
                    List.of(new BytesWritable(Arrays.copyOfRange(bytes, from, to))));
              });
      byte[] text = rows[i].getBytes(UTF_8);
      copy.write(text, 0, text.length);
      copy.end();
    }
    records.forEach(
        (key, values) -> {
          if (lost > 0 && LoadKey.isSummary(key)) {
            values.add(new RowSum(lost, 0).toRecord());
          }
          driver.addInput(key, values);
        });
    driver.run();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1|a|1, 1|a|2, t",
    "1, 1|a|1, 1|a|, t",
    "2, 1|a|1, 1|a|1, 't, n'",
    "1, 1||1, 1||2, ''", // NULL
    "2, 1|a|, 1|a|, ''",
    "2, 1|a|1, 1|a|2, ''",
    "1, 1|a|1, 1|ab|1, ''",
    "1, 1|a|1, 2|a|1, ''",
    "0, 1|a|1, 1|a|1, ''"
  })
  void namesBothPlacesOfAUniqueKey(int uniqueColumns, String one, String other, String columns)
      throws Exception {
    LoadPlan plan = plan(uniqueColumns);
    if (columns.isEmpty()) {
      reduce(plan, one, other);
      assertThat(folder.resolve("rows-of-0")).hasContent("2");
      assertThat(folder.resolve(FileReducer.DISCARDED)).doesNotExist();
      return;
    }

    assertThatThrownBy(() -> reduce(plan, one, other))
        .hasMessageContaining(
            "two rows have the same unique key (%s): file a.tbl, byte 100, and file b.tbl.gz, byte 100 of the uncompressed text"
                .formatted(columns));
    assertThat(folder.resolve(FileReducer.DISCARDED)).exists();
    assertThat(Files.exists(folder.resolve("rows-of-0"))).isFalse();
  }

  @Test
  void requiresAllRowsThatTheMappersCounted() {
    assertThatThrownBy(() -> reduce(plan(0), 3, "1|a|1", "1|a|2"))
        .hasMessageContaining("the mappers sent 5 rows of partition 1, and 2 arrived");
    assertThat(folder.resolve(FileReducer.DISCARDED)).exists();
  }
}
