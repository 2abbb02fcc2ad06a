package io.loadpath.mapreduce.load;

import io.loadpath.loads.files.ChunkFiles;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.mapreduce.columnar.ColumnarFiles;
import io.loadpath.mapreduce.load.SampleReader.Read;
import io.loadpath.mapreduce.load.SampleReader.RowTaker;
import io.loadpath.rows.RowCopy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;

/**
 * The sample of a load.
 *
 * @param rows that a partition takes
 * @param rejected weight of the rows that are malformed, or that no partition takes
 * @param bytes that were read
 */
record Sampler(SamplePlaces places, List<SampledRow> rows, double rejected, long bytes) {
  /** Always the same, so that a plan can be repeated. */
  private static final long SEED = 29;

  /**
   * Reads the sample.
   *
   * @param plan its router is used by one thread, so each thread has a router of its own
   */
  static Sampler read(
      LoadPlan plan,
      TargetPartitions partitions,
      List<Piece> cut,
      List<Piece> whole,
      Configuration conf)
      throws IOException {
    Optional<ChunkFiles> columnar = ChunkFiles.of(conf);
    Read<Taker> read =
        columnar.isPresent()
            ? read(plan, partitions, (ColumnarFiles) columnar.get(), cut, conf)
            : read(plan, partitions, SamplePlaces.of(cut, whole, SEED), conf);
    List<SampledRow> rows = new ArrayList<>();
    double rejected = 0;
    for (Taker taker : read.takers()) {
      rows.addAll(taker.rows);
      rejected += taker.rejected;
    }
    return new Sampler(read.sample(), rows, rejected, read.bytes());
  }

  private static Read<Taker> read(
      LoadPlan plan, TargetPartitions partitions, SamplePlaces places, Configuration conf)
      throws IOException {
    return new SampleReader(plan.format(), plan.headerLines(), conf)
        .read(places, SEED, () -> new Taker(plan, new PartitionRouter(partitions), places));
  }

  private static Read<Taker> read(
      LoadPlan plan,
      TargetPartitions partitions,
      ColumnarFiles columnar,
      List<Piece> files,
      Configuration conf)
      throws IOException {
    Set<Integer> needed = partitions.keyColumns();
    needed.addAll(plan.sortBy());
    ColumnarSample sample = ColumnarSample.of(columnar, needed, files, SEED, conf);
    Configuration sampled = new Configuration(conf);
    sample.files().addTo(sampled);
    return read(plan, partitions, sample.places(), sampled);
  }

  /** Converts the rows of a thread as the mapper does. */
  private static final class Taker implements RowTaker {
    private final List<SampledRow> rows = new ArrayList<>();
    private final LoadRouter router;
    private final RowCopy copy;
    private final Tuple tuple;
    private final LoadKey key;
    private final List<Integer> files = new ArrayList<>();
    private final SamplePlaces places;
    private int place;
    private double weight;
    private double rejected;

    Taker(LoadPlan plan, LoadRouter router, SamplePlaces places) {
      this.router = router;
      this.places = places;
      copy =
          RowCopy.tuples(
              plan.copyColumns(),
              plan.format(),
              plan.dates(),
              malformed -> rejected += weight,
              this::route);
      tuple = new Tuple(plan.columns().size());
      key = new LoadKey(plan);
      for (SamplePlaces.Place each : places.places()) {
        files.add(plan.files().indexOf(each.piece().file()));
      }
    }

    @Override
    public void take(int nextPlace, byte[] bytes, int from, int to, double rowWeight)
        throws IOException {
      place = nextPlace;
      weight = rowWeight;
      copy.write(bytes, from, to);
      copy.endText();
    }

    private void route(byte[] bytes, int from, int to, long offset) {
      tuple.read(bytes, from);
      int partition = router.partition(tuple);
      if (partition == LoadRouter.NONE) {
        rejected += weight;
        return;
      }
      BytesWritable full =
          key.of(tuple, partition, files.get(place), places.places().get(place).piece().start());
      byte[] cutKey = Arrays.copyOfRange(full.getBytes(), LoadKey.HEAD_BYTES, key.endOfCut());
      rows.add(new SampledRow(place, partition, cutKey, weight));
    }
  }
}
