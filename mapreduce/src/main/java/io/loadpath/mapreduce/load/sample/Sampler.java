package io.loadpath.mapreduce.load.sample;

import io.loadpath.loads.files.ChunkFiles;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.mapreduce.columnar.ColumnarFiles;
import io.loadpath.mapreduce.load.LoadKey;
import io.loadpath.mapreduce.load.LoadPlan;
import io.loadpath.mapreduce.load.LoadRouter;
import io.loadpath.mapreduce.load.Tuple;
import io.loadpath.mapreduce.load.partitions.MissingRow;
import io.loadpath.mapreduce.load.partitions.PartitionRouter;
import io.loadpath.mapreduce.load.partitions.TargetPartitions;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.KeyColumn;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Level;
import io.loadpath.mapreduce.load.sample.SampleReader.Read;
import io.loadpath.mapreduce.load.sample.SampleReader.RowTaker;
import io.loadpath.rows.FieldText;
import io.loadpath.rows.RowCopy;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;

/**
 * The sample of a load.
 *
 * @param rows that a partition takes: a part of those that were read, whose weights stand for all
 * @param partitions what is expected of each partition
 * @param malformed what is expected of malformed rows
 * @param unrouted what is expected of rows that no partition takes
 * @param missing the partition keys of those rows
 * @param keys the range of the partition key in all files; empty if footers do not tell it
 * @param rowsRead number of rows that were read
 * @param placesRead number of places that were read
 * @param bytes of the files that were read
 * @param seconds that this took
 */
public record Sampler(
    SamplePlaces places,
    List<SampledRow> rows,
    List<Expected> partitions,
    Expected malformed,
    Expected unrouted,
    List<MissingRow> missing,
    Optional<KeyRange> keys,
    long rowsRead,
    int placesRead,
    long bytes,
    double seconds) {
  /** Always the same, so that a plan can be repeated. */
  private static final long SEED = 29;

  /** Minimum number of rows whose keys are kept, if the sample has them. */
  private static final int LEAST_KEPT = 100_000;

  private static final int MOST_MISSING_KEYS = 10_000;
  private static final double NANOS = 1e9;

  /** Returns the numbers of all rows that a partition takes. */
  public Expected accepted() {
    return partitions.stream().reduce(Expected.NONE, Expected::plus);
  }

  /**
   * Reads the sample.
   *
   * @param plan its router is for one thread, so each thread makes another
   * @param size its rows are the minimum number of rows that are kept, if the sample has them
   * @param zone of the session
   */
  public static Sampler read(
      LoadPlan plan,
      TargetPartitions partitions,
      SampleSize size,
      List<Piece> cut,
      List<Piece> whole,
      ZoneId zone,
      Configuration conf)
      throws IOException {
    long start = System.nanoTime();
    Configuration sampled = new Configuration(conf);
    Optional<ColumnarSample> columnar = columnar(plan, partitions, cut, conf);
    if (columnar.isPresent()) {
      columnar.get().files().addTo(sampled);
    }
    SampleReader reader = new SampleReader(plan.format(), plan.headerLines(), sampled);
    RowLengths lengths = columnar.isPresent() ? RowLengths.NONE : RowLengths.of(reader, cut);
    SamplePlaces places =
        columnar.isPresent()
            ? columnar.get().places()
            : SamplePlaces.of(
                cut, whole, SampleSize.PLACES, lengths.blockBytes(size.rowsOfPlace()), SEED);
    int leaves = partitions.leaves().size();
    long kept = Math.max(LEAST_KEPT, size.rows()) / Math.max(1, places.places().size()) + 1;
    double rowsOfByte = columnar.map(sample -> rowsOfByte(sample, cut)).orElse(Double.NaN);
    Supplier<Taker> taker = () -> new Taker(plan, partitions, places, kept, rowsOfByte, zone);
    Read<Taker> read = reader.read(places, SEED, taker);
    List<SampledRow> rows = new ArrayList<>();
    List<Expected> sums = new ArrayList<>();
    Map<List<Object>, MissingRow> missing = new LinkedHashMap<>();
    for (int i = 0; i < leaves + 2; i++) {
      sums.add(Expected.NONE);
    }
    long rowsRead = 0;
    for (Taker one : read.takers()) {
      one.endPlace();
      rows.addAll(one.rows);
      rowsRead += one.rowsRead;
      one.missing.forEach((key, row) -> missing.merge(key, row, MissingRow::plus));
      for (int i = 0; i < sums.size(); i++) {
        sums.set(i, sums.get(i).plus(one.expected(i)));
      }
    }
    double scale = scale(sums, read.sample(), cut);
    sums.replaceAll(sum -> sum.times(scale));
    Optional<KeyRange> keys =
        columnar.flatMap(ColumnarSample::range).map(range -> KeyRange.of(partitions, range));
    if (keys.isPresent() && !read.sample().complete()) {
      double more = keys.get().addTo(missing);
      sums.set(leaves + 1, sums.get(leaves + 1).plus(new Expected(more, 0, 0, 0)));
    }
    return new Sampler(
        read.sample(),
        rows,
        List.copyOf(sums.subList(0, leaves)),
        sums.get(leaves),
        sums.get(leaves + 1),
        List.copyOf(missing.values()),
        keys,
        rowsRead,
        read.places(),
        lengths.bytesRead() + read.bytes(),
        (System.nanoTime() - start) / NANOS);
  }

  /** Places have a few bytes more or less than they stand for. Shares are exacter than sums. */
  private static double scale(List<Expected> sums, SamplePlaces places, List<Piece> cut) {
    double sampled = sums.stream().mapToDouble(Expected::textBytes).sum();
    double bytes = cut.stream().mapToLong(Piece::bytes).sum();
    return places.bounded() && !places.complete() && sampled > 0 ? bytes / sampled : 1;
  }

  /** Returns the sample of ORC, Parquet or Avro files; empty for files of text. */
  private static Optional<ColumnarSample> columnar(
      LoadPlan plan, TargetPartitions partitions, List<Piece> files, Configuration conf)
      throws IOException {
    Optional<ChunkFiles> columnar = ChunkFiles.of(conf);
    if (columnar.isEmpty()) {
      return Optional.empty();
    }
    Set<Integer> needed = partitions.keyColumns();
    needed.addAll(plan.sortBy());
    if (needed.isEmpty()) {
      needed.add(0); // to count rows
    }
    int key = KeyRange.level(partitions).map(level -> level.columns().get(0).index()).orElse(-1);
    return Optional.of(
        ColumnarSample.of((ColumnarFiles) columnar.get(), needed, key, files, SEED, conf));
  }

  /** Footers know the number of rows. Without it, a row has about the bytes of its text. */
  private static double rowsOfByte(ColumnarSample sample, List<Piece> files) {
    double bytes = files.stream().mapToLong(Piece::bytes).sum();
    return sample.rows().isPresent() ? sample.rows().getAsLong() / bytes : Double.NaN;
  }

  /** Converts the rows of a thread as the mapper does. */
  private static final class Taker implements RowTaker {
    private static final int NUMBERS = 4;

    private final List<SampledRow> rows = new ArrayList<>();
    private final List<SampledRow> placeRows = new ArrayList<>();
    private final Map<List<Object>, MissingRow> missing = new LinkedHashMap<>();
    private final PartitionRouter router;
    private final int leaves;
    private final long keptOfPlace;
    private final double rowsOfByte;
    private final ZoneId zone;
    private final RowCopy copy;
    private final Tuple tuple;
    private final LoadKey key;
    private final List<Integer> files = new ArrayList<>();
    private final SamplePlaces places;

    /** Of each leaf, of malformed rows, and of rows that no leaf takes. */
    private final double[][] numbers;

    private int place = -1;
    private double weight;
    private double rowsOfRow;
    private long rowsRead;

    Taker(
        LoadPlan plan,
        TargetPartitions partitions,
        SamplePlaces places,
        long keptOfPlace,
        double rowsOfByte,
        ZoneId zone) {
      router = new PartitionRouter(partitions);
      leaves = partitions.leaves().size();
      this.rowsOfByte = rowsOfByte;
      this.places = places;
      this.keptOfPlace = keptOfPlace;
      this.zone = zone;
      numbers = new double[leaves + 2][NUMBERS];
      copy =
          RowCopy.tuples(
              plan.copyColumns(),
              plan.format(),
              plan.dates(),
              malformed -> add(leaves, 0, 0),
              this::route);
      tuple = new Tuple(plan.columns().size());
      key = new LoadKey(plan);
      Map<String, Integer> numbersOfFiles = new TreeMap<>();
      for (int i = 0; i < plan.files().size(); i++) {
        numbersOfFiles.put(plan.files().get(i), i);
      }
      places.places().forEach(each -> files.add(numbersOfFiles.get(each.piece().file())));
    }

    Expected expected(int i) {
      double[] n = numbers[i];
      return new Expected(n[0], n[1], n[2], n[3]);
    }

    @Override
    public void take(int nextPlace, byte[] bytes, int from, int to, double rowWeight)
        throws IOException {
      if (nextPlace != place) {
        endPlace();
        place = nextPlace;
      }
      weight = rowWeight;
      rowsOfRow = Double.isNaN(rowsOfByte) ? rowWeight / (to - from) : rowWeight * rowsOfByte;
      rowsRead++;
      copy.write(bytes, from, to);
      copy.endText();
    }

    private void add(int group, int tupleBytes, int keyBytes) {
      double[] sums = numbers[group];
      sums[0] += rowsOfRow;
      sums[1] += weight;
      sums[2] += rowsOfRow * tupleBytes;
      sums[3] += rowsOfRow * keyBytes;
    }

    private void route(byte[] bytes, int from, int to, long offset) {
      tuple.read(bytes, from);
      int partition = router.partition(tuple);
      if (partition == LoadRouter.NONE) {
        add(leaves + 1, to - from, 0);
        miss(router.levelWithout(tuple));
        return;
      }
      long start = places.places().get(place).piece().start() + placeRows.size();
      BytesWritable full = key.of(tuple, partition, files.get(place), start);
      add(partition, to - from, full.getLength());
      byte[] cutKey = Arrays.copyOfRange(full.getBytes(), LoadKey.HEAD_BYTES, key.endOfCut());
      placeRows.add(new SampledRow(place, partition, cutKey, weight));
    }

    private void miss(Level level) {
      List<String> texts = new ArrayList<>();
      for (KeyColumn column : level.columns()) {
        int i = column.index();
        texts.add(
            FieldText.of(
                column.type().type(), tuple.bytes(), tuple.start(i), tuple.length(i), zone));
      }
      List<Object> name = Arrays.asList(level.oid(), texts);
      if (missing.size() < MOST_MISSING_KEYS || missing.containsKey(name)) {
        missing.merge(name, new MissingRow(level, texts, rowsOfRow), MissingRow::plus);
      }
    }

    /**
     * Keeps a part of the place's rows, at least one for each partition. Those stand for the others
     * of their partition.
     */
    void endPlace() {
      int every = (int) Math.max(1, placeRows.size() / keptOfPlace);
      Map<Integer, List<SampledRow>> groups = new TreeMap<>();
      placeRows.forEach(
          row -> groups.computeIfAbsent(row.partition(), p -> new ArrayList<>()).add(row));
      for (List<SampledRow> group : groups.values()) {
        double all = 0;
        double some = 0;
        int first = (every - 1) / 2 % group.size();
        for (int i = 0; i < group.size(); i++) {
          all += group.get(i).weight();
          some += i % every == first ? group.get(i).weight() : 0;
        }
        for (int i = first; i < group.size(); i += every) {
          SampledRow row = group.get(i);
          rows.add(
              new SampledRow(row.place(), row.partition(), row.key(), row.weight() * all / some));
        }
      }
      placeRows.clear();
    }
  }
}
