package io.loadpath.mapreduce.load.sample;

import io.loadpath.mapreduce.load.LoadWriters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/** Divides the partitions between writers, so that all have about the same number of bytes. */
public final class WriterShares implements LoadWriters {
  /**
   * An estimated share of all bytes.
   *
   * @param margin half the width of the interval; NaN without a bound
   */
  public record Estimate(double share, double margin) {}

  /** A part of a partition, in the order of its sort key. */
  private record Part(int partition, double share) {}

  /** What a packed writer may have beyond its ideal share. The rest is for the sample's error. */
  private static final double PACKING_EXCESS = 0.01;

  private static final long serialVersionUID = 1;

  private final int writerCount;

  /** The writers of each partition, in the order of the sort key. */
  private final int[][] writers;

  /** {@code cuts[p][i]} is the first sort key of {@code writers[p][i + 1]}. */
  private final byte[][][] cuts;

  private WriterShares(int writerCount, int[][] writers, byte[][][] cuts) {
    this.writerCount = writerCount;
    this.writers = writers;
    this.cuts = cuts;
  }

  /**
   * Packs whole partitions, the largest first. If this leaves a writer with too much, partitions
   * are cut between several writers at quantiles of their sort keys: first those that are larger
   * than a share, and if this does not suffice, those at the end of each writer's share.
   *
   * @param mayCut whether a partition may have several writers
   */
  public static WriterShares of(
      List<SampledRow> rows, int partitions, int writerCount, boolean mayCut) {
    double[] shares = shares(rows, partitions, SampledRow::partition);
    Packing packing = new Packing(writerCount, partitions);
    packing.packWhole(parts(shares), 0);
    if (mayCut && packing.isTooHeavy()) {
      packing = new Packing(writerCount, partitions);
      packing.packAfterLargest(parts(shares));
    }
    if (mayCut && packing.isTooHeavy()) {
      packing = new Packing(writerCount, partitions);
      packing.fill(parts(shares));
    }
    packing.spreadUnseen();
    int[][] writers = packing.writers();
    byte[][][] cuts = new byte[partitions][][];
    for (int p = 0; p < partitions; p++) {
      cuts[p] = writers[p].length == 1 ? new byte[0][] : cut(rows, p, packing.parts.get(p));
    }
    return new WriterShares(writerCount, writers, cuts);
  }

  /** The shares that are not 0, largest first. */
  private static List<Part> parts(double[] shares) {
    List<Part> parts = new ArrayList<>();
    for (int p = 0; p < shares.length; p++) {
      if (shares[p] > 0) {
        parts.add(new Part(p, shares[p]));
      }
    }
    parts.sort(Comparator.comparingDouble(Part::share).reversed());
    return parts;
  }

  private static double[] shares(List<SampledRow> rows, int count, ToIntFunction<SampledRow> of) {
    double[] shares = new double[count];
    double total = 0;
    for (SampledRow row : rows) {
      shares[of.applyAsInt(row)] += row.weight();
      total += row.weight();
    }
    for (int i = 0; i < count && total > 0; i++) {
      shares[i] /= total;
    }
    return shares;
  }

  /** Cuts a partition where the sampled weight before a key is nearest to the parts' shares. */
  private static byte[][] cut(List<SampledRow> rows, int partition, List<Packing.Filled> parts) {
    List<SampledRow> sorted = new ArrayList<>();
    double left = 0;
    for (SampledRow row : rows) {
      if (row.partition() == partition) {
        sorted.add(row);
        left += row.weight();
      }
    }
    sorted.sort((a, b) -> Arrays.compareUnsigned(a.key(), b.key()));
    double scale = left / parts.stream().mapToDouble(Packing.Filled::share).sum();
    byte[][] cuts = new byte[parts.size() - 1][];
    double target = 0;
    double before = 0;
    int row = 0;
    for (int i = 0; i < cuts.length; i++) {
      target += parts.get(i).share() * scale;
      int next = row;
      double after = before;
      while (true) { // to the last key whose start is not beyond the target, or the one after it
        double group = after;
        int end = next;
        while (end < sorted.size()
            && Arrays.equals(sorted.get(end).key(), sorted.get(next).key())) {
          group += sorted.get(end++).weight();
        }
        if (end >= sorted.size() || group - target > target - after) {
          break;
        }
        next = end;
        after = group;
      }
      row = next;
      before = after;
      cuts[i] = sorted.get(row).key();
    }
    return cuts;
  }

  @Override
  public int count() {
    return writerCount;
  }

  /** Returns the writers of a partition, in the order of the sort key. */
  public List<Integer> writers(int partition) {
    return Arrays.stream(writers[partition]).boxed().toList();
  }

  /** Returns the number of writers of a partition. */
  public int writersOf(int partition) {
    return writers[partition].length;
  }

  @Override
  public int writer(int partition, byte[] bytes, int from, int to) {
    byte[][] first = cuts[partition];
    int low = 0;
    int high = first.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(first[middle], 0, first[middle].length, bytes, from, to) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return writers[partition][low];
  }

  private int writer(SampledRow row) {
    return writer(row.partition(), row.key(), 0, row.key().length);
  }

  /** Estimates the share of each writer. */
  public List<Estimate> estimateWriters(
      List<SampledRow> rows, SamplePlaces places, double confidence) {
    return estimate(rows, places, writerCount, this::writer, confidence);
  }

  /** Estimates the share of each partition. */
  public static List<Estimate> estimatePartitions(
      List<SampledRow> rows, SamplePlaces places, int partitions, double confidence) {
    return estimate(rows, places, partitions, SampledRow::partition, confidence);
  }

  /**
   * Estimates shares as ratios, with their variance between places, because rows of one place are
   * alike. Only neighbours are compared (successive differences, Wolter 1985): strata that follow
   * each other differ little where the files are in an order. What no place has may have the share
   * that k places miss with the confidence's probability: −ln(1−c)/k.
   *
   * @param confidence of the interval of one share
   */
  private static List<Estimate> estimate(
      List<SampledRow> rows,
      SamplePlaces places,
      int count,
      ToIntFunction<SampledRow> of,
      double confidence) {
    int k = places.places().size();
    double[] shares = shares(rows, count, of);
    double[] placeWeights = new double[k];
    List<List<SampledRow>> groups = new ArrayList<>();
    for (int g = 0; g < count; g++) {
      groups.add(new ArrayList<>());
    }
    double total = 0;
    for (SampledRow row : rows) {
      placeWeights[row.place()] += row.weight();
      groups.get(of.applyAsInt(row)).add(row);
      total += row.weight();
    }
    double allSquares = 0;
    for (int i = 1; i < k; i++) {
      allSquares += square(placeWeights[i] - placeWeights[i - 1]);
    }
    double z = SampleSize.quantile(1 - (1 - confidence) / 2);
    List<Estimate> estimates = new ArrayList<>();
    for (int g = 0; g < count; g++) {
      double squares = squares(groups.get(g), shares[g], placeWeights, allSquares);
      double variance = k * squares / (2 * (k - 1.0) * total * total);
      double margin = shares[g] > 0 ? z * Math.sqrt(variance) : -Math.log(1 - confidence) / k;
      margin = places.complete() ? 0 : margin;
      estimates.add(new Estimate(shares[g], places.bounded() ? margin : Double.NaN));
    }
    return estimates;
  }

  /**
   * Sums the squares of the differences between neighbours of wᵢ − s·Wᵢ, where w are the weights of
   * a group's rows at the places, and W those of all rows. Only places with rows of the group are
   * visited.
   */
  private static double squares(
      List<SampledRow> group, double share, double[] placeWeights, double allSquares) {
    NavigableMap<Integer, Double> weights = new TreeMap<>();
    group.forEach(row -> weights.merge(row.place(), row.weight(), Double::sum));
    double own = 0;
    double mixed = 0;
    for (Map.Entry<Integer, Double> entry : weights.entrySet()) {
      int place = entry.getKey();
      if (place > 0) {
        double step = entry.getValue() - weights.getOrDefault(place - 1, 0.0);
        own += square(step);
        mixed += step * (placeWeights[place] - placeWeights[place - 1]);
      }
      if (place + 1 < placeWeights.length && !weights.containsKey(place + 1)) {
        own += square(entry.getValue());
        mixed -= entry.getValue() * (placeWeights[place + 1] - placeWeights[place]);
      }
    }
    return Math.max(0, own - 2 * share * mixed + share * share * allSquares);
  }

  private static double square(double x) {
    return x * x;
  }

  /** Parts of partitions given to writers. */
  private static final class Packing {
    /** A part of a partition, and its writer. */
    record Filled(int writer, double share) {}

    final List<List<Filled>> parts = new ArrayList<>();
    private final double[] loads;
    private final double ideal;

    Packing(int writerCount, int partitions) {
      loads = new double[writerCount];
      ideal = 1.0 / writerCount;
      for (int p = 0; p < partitions; p++) {
        parts.add(new ArrayList<>());
      }
    }

    boolean isTooHeavy() {
      return Arrays.stream(loads).max().orElse(0) > ideal * (1 + PACKING_EXCESS);
    }

    private void give(int partition, int writer, double share) {
      parts.get(partition).add(new Filled(writer, share));
      loads[writer] += share;
    }

    /** Gives each part to the writer with the least, from a writer on. */
    void packWhole(List<Part> largestFirst, int firstWriter) {
      for (Part part : largestFirst) {
        int least = firstWriter;
        for (int w = firstWriter + 1; w < loads.length; w++) {
          least = loads[w] < loads[least] ? w : least;
        }
        give(part.partition(), least, part.share());
      }
    }

    /** Gives whole writers to partitions that are larger than a share, and packs what is left. */
    void packAfterLargest(List<Part> largestFirst) {
      List<Part> rest = new ArrayList<>();
      int writer = 0;
      for (Part part : largestFirst) {
        int full = (int) (part.share() * (1 + PACKING_EXCESS / 2) / ideal);
        double left = part.share() - full * ideal;
        boolean divides = left <= full * ideal * PACKING_EXCESS;
        for (int i = 0; i < full && writer < loads.length; i++) {
          give(part.partition(), writer++, divides ? part.share() / full : ideal);
        }
        if (!divides || full == 0) {
          rest.add(new Part(part.partition(), left));
        }
      }
      rest.sort(Comparator.comparingDouble(Part::share).reversed());
      packWhole(rest, Math.min(writer, loads.length - 1));
    }

    /**
     * Fills one writer after the other, and cuts the partition at the end of each share. The order
     * is that of the partitions: by their sampled shares, the partitions with more than the sample
     * shows would all meet in the last writer.
     */
    void fill(List<Part> parts) {
      List<Part> inOrder = new ArrayList<>(parts);
      inOrder.sort(Comparator.comparingInt(Part::partition));
      double crumb = ideal * PACKING_EXCESS / 2; // too small for another writer of a partition
      double filled = 0;
      int writer = 0;
      for (Part part : inOrder) {
        double left = part.share();
        while (left > 0) {
          boolean last = writer == loads.length - 1;
          double room = (writer + 1) * ideal - filled;
          double taken = last || left <= room + crumb ? left : room;
          give(part.partition(), writer, taken);
          left -= taken;
          filled += taken;
          if (!last && filled > (writer + 1) * ideal - crumb) {
            writer++;
          }
        }
      }
    }

    /** Gives the partitions that the sample does not have to all writers in turn. */
    void spreadUnseen() {
      int writer = 0;
      for (int p = 0; p < parts.size(); p++) {
        if (parts.get(p).isEmpty()) {
          give(p, writer++ % loads.length, 0);
        }
      }
    }

    int[][] writers() {
      return parts.stream()
          .map(of -> of.stream().mapToInt(Filled::writer).toArray())
          .toArray(int[][]::new);
    }
  }
}
