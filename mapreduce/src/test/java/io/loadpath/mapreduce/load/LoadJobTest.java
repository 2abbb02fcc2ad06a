package io.loadpath.mapreduce.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.generate.CardTransactions;
import io.loadpath.datasets.generate.TextBuffer;
import io.loadpath.loads.Share;
import io.loadpath.loads.files.EvenSplits;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.mapreduce.input.TestText;
import io.loadpath.rows.Column;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.DateOrder;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.FileFormat.DateForm;
import io.loadpath.rows.FileFormat.LineEnd;
import io.loadpath.rows.FileFormat.TimestampForm;
import io.loadpath.rows.KeyType;
import io.loadpath.rows.Kind;
import io.loadpath.rows.TextFormat;
import io.loadpath.rows.Type;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs over files of ALL_CARD_TRANS, in the local runner, into a file for each stream. */
class LoadJobTest {
  private static final int ROWS = 20_000;
  private static final TextFormat PLAIN =
      TextFormat.plain('|', "", TextFormat.DelimiterAtEnd.ALWAYS);
  private static final int TYPE = 1;
  private static final int DAY = 4;
  private static final int CITY = 6;
  private static final LocalDate FIRST = LocalDate.of(2007, 1, 1);
  private static final int PARTITIONS = 10;
  private static final int PARTITION_DAYS = 100;

  private static final List<LoadColumn> COLUMNS =
      Stream.of(
              "card_no TEXT",
              "card_type TEXT",
              "mcc INT4",
              "purchase_amt INT4",
              "purchase_dt DATE",
              "merchant_code INT4",
              "merchant_city TEXT",
              "merchant_state TEXT",
              "merchant_zip INT4")
          .map(word -> word.split(" "))
          .map(word -> new LoadColumn(word[0], ColumnType.valueOf(word[1]), false))
          .toList();

  /** The same files as a description with quotes sees them. */
  private static final TextFormat DESCRIBED =
      TextFormat.of(
          new FileFormat(
              '|',
              '"',
              '"',
              false,
              true,
              "",
              LineEnd.LF,
              UTF_8,
              DateForm.AMERICAN,
              TimestampForm.SPACE),
          COLUMNS.stream().map(LoadJobTest::described).toList());

  private static Column described(LoadColumn column) {
    Type type =
        switch (column.type()) {
          case INT4 -> Type.integer(9);
          case DATE -> Type.of(Kind.DATE);
          default -> Type.text(Type.UNLIMITED);
        };
    return new Column(column.name(), type, true);
  }

  /** A partition for 100 days each, of the first 1000 days of three years. */
  private record ByDay() implements LoadRouter {
    @Override
    public int partition(Tuple row) {
      int days = ByteBuffer.wrap(row.bytes()).getInt(row.start(DAY));
      int partition =
          (int) (days + WriterStreams.EPOCH.toEpochDay() - FIRST.toEpochDay()) / PARTITION_DAYS;
      return partition < PARTITIONS ? partition : NONE;
    }
  }

  /** Three writers, and the types of partition 4 from V on, NULL too, have another. */
  private record Writers() implements LoadWriters {
    @Override
    public int count() {
      return 4;
    }

    @Override
    public int writer(int partition, byte[] keys, int from, int to) {
      return partition == 4 && (keys[from] == 2 || keys[from + 1] >= 'V') ? 3 : partition % 3;
    }
  }

  /** Three writers. */
  private record ByPartition() implements LoadWriters {
    @Override
    public int count() {
      return 3;
    }

    @Override
    public int writer(int partition, byte[] keys, int from, int to) {
      return partition % 3;
    }
  }

  @TempDir private Path folder;
  private boolean proven = true;
  private final List<Path> files = new ArrayList<>();

  /** The fields of all rows, in the order of the files. */
  private final List<List<String>> rows = new ArrayList<>();

  @BeforeEach
  void writeFiles() throws IOException {
    CardTransactions source = new CardTransactions(ROWS, 29);
    String[] names = {"a.tbl", "b.tbl.gz", "c.tbl", "d.tbl"};
    for (int i = 0; i < names.length; i++) {
      TextBuffer text = new TextBuffer();
      source.write(source.partStart(i, names.length), source.partStart(i + 1, names.length), text);
      String lines = new String(text.bytes, 0, text.length, UTF_8);
      lines.lines().map(LoadJobTest::fields).forEach(rows::add);
      files.add(folder.resolve(names[i]));
      TestText.write(files.get(i), "card_no|and others\n" + lines);
    }
  }

  private static List<String> fields(String line) {
    String[] fields = line.split("\\|", -1);
    return Arrays.asList(fields).subList(0, COLUMNS.size());
  }

  private static LocalDate day(List<String> row) {
    return LocalDate.parse(row.get(DAY), WriterStreams.AMERICAN);
  }

  /** Returns a type whose order is that of PostgreSQL; NULL comes last. */
  private static String type(List<String> row) {
    return row.get(TYPE).isEmpty() ? "~" : row.get(TYPE);
  }

  private static boolean taken(List<String> row) {
    return day(row).isBefore(FIRST.plusDays(PARTITIONS * PARTITION_DAYS));
  }

  private LoadPlan plan(TextFormat format, long rejectLimit) {
    return new LoadPlan(
        files.stream().map(file -> file.toUri().toString()).toList(),
        COLUMNS,
        format,
        1,
        DateOrder.MDY,
        List.of(TYPE, DAY),
        0,
        new ByDay(),
        new Writers(),
        rejectLimit);
  }

  private Job job(LoadPlan plan, int mappers, Path out) throws Exception {
    Configuration conf = new Configuration();
    conf.setInt("mapreduce.client.completion.pollinterval", 5);
    conf.setInt("mapreduce.client.progressmonitor.pollinterval", 5);
    conf.setInt("mapreduce.local.map.tasks.maximum", 2);
    conf.setInt("mapreduce.task.io.sort.mb", 1); // several spills
    conf.set("hadoop.tmp.dir", Path.of("target", "hadoop-tmp").toAbsolutePath().toString());
    conf.set(FileReducer.FOLDER, Files.createDirectory(out).toString());
    Job job = Job.getInstance(conf);
    plan.addTo(job, shares(mappers), FileReducer.class);
    if (proven) {
      proof().addTo(job.getConfiguration());
    }
    job.setOutputFormatClass(NullOutputFormat.class);
    job.waitForCompletion(false);
    return job;
  }

  private static PartitionProof proof() {
    return new PartitionProof(
        COLUMNS.stream().map(LoadColumn::name).toList(),
        COLUMNS.stream().map(column -> new KeyType(column.type(), false, -1)).toList());
  }

  private List<Share> shares(int mappers) throws IOException {
    List<Piece> whole = new ArrayList<>();
    List<Piece> others = new ArrayList<>();
    for (Path file : files) {
      (file.toString().endsWith(".tbl") ? others : whole)
          .add(
              new Piece(
                  file.toUri().toString(),
                  Files.size(file),
                  Files.getLastModifiedTime(file).toMillis()));
    }
    return EvenSplits.of(whole, others, mappers).stream()
        .map(pieces -> new Share(pieces.toArray(Piece[]::new), 1, List.of()))
        .toList();
  }

  @Test
  void eachPartitionHasItsRowsOnceInTheirOrderWhateverTheMappers() throws Exception {
    Map<String, byte[]> first = null;
    for (int mappers : new int[] {1, 2, 7}) {
      Path out = folder.resolve("out" + mappers);
      Job job = job(plan(mappers == 2 ? DESCRIBED : PLAIN, ROWS), mappers, out);
      assertThat(job.isSuccessful()).isTrue();
      long taken = rows.stream().filter(LoadJobTest::taken).count();
      assertThat(count(job, LoadCounter.ROUTED_ROWS)).isEqualTo(taken);
      assertThat(count(job, LoadCounter.COPIED_ROWS)).isEqualTo(taken);
      assertThat(count(job, LoadCounter.REJECTED_ROWS)).isEqualTo(ROWS - taken).isPositive();
      Map<String, byte[]> streams = streams(out);
      if (first == null) {
        first = streams;
      }
      assertThat(streams).containsExactlyEntriesOf(first);
    }

    assertThat(first).hasSize(PARTITIONS + 1).containsKeys("1-4", "3-4");
    first.forEach(this::requireRowsInOrder);
  }

  private static long count(Job job, LoadCounter counter) throws IOException {
    return job.getCounters().findCounter(counter).getValue();
  }

  private Map<String, byte[]> streams(Path out) throws IOException {
    return WriterStreams.read(out, COLUMNS, proven ? proof().types() : null);
  }

  /** Rows with equal sort keys have the order of the files. */
  private void requireRowsInOrder(String name, byte[] stream) {
    int partition = Integer.parseInt(name.substring(2));
    List<List<String>> expected =
        rowsOf(partition)
            .filter(row -> partition != 4 || type(row).compareTo("V") < 0 == name.startsWith("1"))
            .sorted(
                Comparator.comparing(LoadJobTest::type)
                    .thenComparing(LoadJobTest::day)) // and stable
            .toList();
    assertThat(WriterStreams.rows(stream, COLUMNS)).as(name).isEqualTo(expected).isNotEmpty();
  }

  /** Returns the rows of a partition in the order of the files. */
  private Stream<List<String>> rowsOf(int partition) {
    LocalDate from = FIRST.plusDays(partition * PARTITION_DAYS);
    return rows.stream()
        .filter(row -> !day(row).isBefore(from))
        .filter(row -> day(row).isBefore(from.plusDays(PARTITION_DAYS)));
  }

  /** Hadoop's local runner would fail in any case. */
  @Test
  void aJobCannotSucceedWithoutAMapper() throws Exception {
    Job job = Job.getInstance(new Configuration(false));
    job.getConfiguration().setInt("mapreduce.map.failures.maxpercent", 50);

    plan(PLAIN, 0).addTo(job, List.of(), FileReducer.class);

    assertThat(job.getConfiguration().getInt("mapreduce.map.failures.maxpercent", -1)).isZero();
  }

  @Test
  void withoutASortColumnTheRowsOfAPartitionHaveTheOrderOfTheFiles() throws Exception {
    proven = false;
    LoadPlan plan = plan(PLAIN, ROWS);
    LoadPlan unsorted =
        new LoadPlan(
            plan.files(),
            plan.columns(),
            PLAIN,
            1,
            DateOrder.MDY,
            List.of(),
            0,
            plan.router(),
            new ByPartition(),
            ROWS);
    for (int mappers : new int[] {1, 3, 7}) {
      Path out = folder.resolve("out" + mappers);

      assertThat(job(unsorted, mappers, out).isSuccessful()).isTrue();
      Map<String, byte[]> streams = streams(out);
      assertThat(streams).hasSize(PARTITIONS);
      streams.forEach(
          (name, stream) ->
              assertThat(WriterStreams.rows(stream, COLUMNS))
                  .as(name)
                  .isEqualTo(rowsOf(Integer.parseInt(name.substring(2))).toList()));
    }
  }

  @Test
  void quotedFieldsMayHoldDelimitersAndLineEnds() throws Exception {
    StringBuilder text = new StringBuilder("card_no|\"and\nothers\"\n");
    for (List<String> row : rows) {
      row.set(CITY, row.get(CITY) + "|\n");
      List<String> quoted = new ArrayList<>(row);
      quoted.set(CITY, '"' + row.get(CITY) + '"');
      text.append(String.join("|", quoted)).append('\n');
    }
    files.clear();
    files.add(Files.writeString(folder.resolve("quoted.csv"), text));
    TextFormat format = TextFormat.sqoop('|', '\n', TextFormat.NONE, '"', "", "");
    Path out = folder.resolve("out");

    assertThat(job(plan(format, ROWS), 2, out).isSuccessful()).isTrue();
    Map<String, byte[]> streams = streams(out);
    assertThat(streams).hasSize(PARTITIONS + 1);
    streams.forEach(this::requireRowsInOrder);
  }

  @Test
  void moreRejectsThanTheLimitFailTheJob() throws Exception {
    Job job = job(plan(PLAIN, 3), 2, folder.resolve("out"));

    assertThat(job.isSuccessful()).isFalse();
  }
}
