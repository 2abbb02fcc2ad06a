package io.loadpath.mapreduce.load.client;

import io.loadpath.loads.exports.ExportColumn;
import io.loadpath.loads.exports.ExportPlan;
import io.loadpath.loads.exports.Partition;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.mapreduce.load.partitions.MissingRow;
import io.loadpath.mapreduce.load.sample.Expected;
import io.loadpath.mapreduce.load.sample.KeyRange;
import io.loadpath.mapreduce.load.sample.SampleSize;
import io.loadpath.mapreduce.load.sample.Sampler;
import io.loadpath.mapreduce.load.sample.WriterShares;
import io.loadpath.mapreduce.load.sample.WriterShares.Estimate;
import io.loadpath.rows.Column;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The plan of a load, as text.
 *
 * @param columns of the files
 * @param plan of the export
 * @param target facts from the server
 * @param order within a partition
 * @param files that are loaded
 * @param sample of the rows; null if none was read
 * @param writers of the partitions; null if mappers write
 * @param tasks that write
 * @param sessions maximum number of tasks at a time, each with a session
 * @param ddl statements that make missing partitions
 */
record PlanText(
    LoadOptions options,
    List<Column> columns,
    ExportPlan plan,
    TargetFacts target,
    SortOrder order,
    List<Piece> files,
    Sampler sample,
    WriterShares writers,
    int tasks,
    int sessions,
    List<String> ddl) {
  private static final double PERCENT = 100;
  private static final int MOST_PARTITIONS = 40;
  private static final int SHORT_PARTITIONS = 20;
  private static final int MOST_WRITERS = 16;
  private static final int NAME_WIDTH = 32;

  /**
   * Describes the load.
   *
   * @param all whether to list all partitions, even if they are many
   */
  String before(boolean all) {
    TextLines text = new TextLines();
    addHead(text);
    addColumns(text);
    if (writers != null) {
      addPartitions(text, all);
      addWriters(text);
    }
    new PlanServer(this).addTo(text);
    if (sample != null) {
      new PlanWarnings(this).addTo(text);
    }
    return text.toString();
  }

  private void addHead(TextLines text) {
    text.item("Load", "into %s, PostgreSQL %s", options.into, target.version());
    String found =
        TextLines.format(
            "%,d, %s", files.size(), TextLines.bytes(files.stream().mapToLong(Piece::bytes).sum()));
    if (sample == null) {
      text.item("Files", "%s", found);
      text.item(
          "Sample",
          "none, because mappers share the files by their bytes; --plan reads one, to tell rows, WAL, disk and time");
      return;
    }
    Expected accepted = sample.accepted();
    double rows = accepted.rows();
    text.item(
        "Files",
        "%s; %s%,.0f rows of %.0f bytes",
        found,
        exact() ? "" : "about ",
        rounded(rows),
        accepted.textBytes() / Math.max(1, rows));
    text.item("Sample", "%s", sampled());
    sample.keys().ifPresent(keys -> addKeys(text, keys));
  }

  private static void addKeys(TextLines text, KeyRange keys) {
    text.item(
        "Key",
        "%s from %s to %s, by the files' footers",
        keys.column(),
        keys.least(),
        keys.greatest());
    for (MissingRow row : keys.missing()) {
      text.item(
          "",
          "no partition takes %s: at least one row is certain to be rejected",
          row.key().get(0));
    }
  }

  private boolean exact() {
    return sample.places().complete();
  }

  private String sampled() {
    SampleSize size = new SampleSize(tasks, options.overload, options.confidence);
    String read =
        TextLines.format(
            "%,d rows at %,d places, %s read in %.1f s",
            sample.rowsRead(),
            sample.placesRead(),
            TextLines.bytes(sample.bytes()),
            sample.seconds());
    if (exact()) {
      return TextLines.format(
          "all %,d rows, %s read in %.1f s",
          sample.rowsRead(), TextLines.bytes(sample.bytes()), sample.seconds());
    }
    if (!sample.places().bounded()) {
      return read
          + "; no bound, because files that cannot be cut are read only at their beginnings"
          + (tasks > sessions ? ": so there are more, smaller shares" : "");
    }
    String needed =
        TextLines.format(
            "%,d are needed so that no writer of %d has %s %% more than its share, with a confidence of %s %%",
            size.rows(), tasks, plain(options.overload), plain(options.confidence));
    boolean tooFew = sample.rowsRead() < size.rows();
    return read
        + "; "
        + needed
        + (tooFew ? ". The rows are too long for that: their intervals are wider" : "");
  }

  private static String plain(double part) {
    return TextLines.format("%.3f", PERCENT * part).replaceAll("\\.?0+$", "");
  }

  /** Rounds an estimated number to four digits. */
  double rounded(double rows) {
    if (exact() || rows < 1) {
      return Math.rint(rows);
    }
    double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(rows)) - 3));
    return Math.rint(rows / unit) * unit;
  }

  private void addColumns(TextLines text) {
    text.line("");
    text.line("%-28s %-26s %-26s %s", "Column", "in the files", "in the table", "COPY");
    for (ExportColumn column : plan.columns()) {
      String described =
          columns.stream()
              .filter(c -> c.name().equals(column.name()))
              .map(c -> c.type().toString())
              .findFirst()
              .orElse("");
      text.line(
          "%-28s %-26s %-26s %s",
          TextLines.cut(column.name(), 28),
          described,
          TextLines.cut(column.shownType(), 26),
          column.binary().isPresent() ? "binary" : "text");
    }
  }

  List<Estimate> estimates() {
    return WriterShares.estimatePartitions(
        sample.rows(), sample.places(), plan.partitions().size(), options.confidence);
  }

  /** Returns the way of a partition's rows. */
  static String way(Partition partition) {
    return partition.isExchanged() ? "exchange" : "insert";
  }

  private void addPartitions(TextLines text, boolean all) {
    List<Estimate> estimates = estimates();
    int count = estimates.size();
    boolean whole = all || count <= MOST_PARTITIONS;
    List<Integer> shown =
        IntStream.range(0, count)
            .boxed()
            .sorted(
                whole
                    ? Comparator.naturalOrder()
                    : Comparator.comparing(p -> -sample.partitions().get(p).rows()))
            .limit(whole ? count : SHORT_PARTITIONS)
            .toList();
    text.line("");
    text.line(
        "%-32s %13s %11s %12s %8s  %-8s %s",
        "Partition", "rows", "±", "text", "share", "way", "writers");
    for (int p : shown) {
      Expected rows = sample.partitions().get(p);
      Estimate estimate = estimates.get(p);
      text.line(
          "%-32s %,13.0f %11s %12s %6.2f %%  %-8s %s",
          TextLines.cut(plan.partitions().get(p).name(), NAME_WIDTH),
          rounded(rows.rows()),
          margin(rows, estimate),
          TextLines.bytes(rows.textBytes()),
          PERCENT * estimate.share(),
          way(plan.partitions().get(p)),
          TextLines.numbers(writers.writers(p)));
    }
    if (shown.size() < count) {
      Expected others =
          IntStream.range(0, count)
              .filter(p -> !shown.contains(p))
              .mapToObj(p -> sample.partitions().get(p))
              .reduce(Expected.NONE, Expected::plus);
      text.line(
          "%-32s %,13.0f %11s %12s           (--plan lists all)",
          TextLines.format("and %,d others", count - shown.size()),
          rounded(others.rows()),
          "",
          TextLines.bytes(others.textBytes()));
    }
  }

  /** Half the width of the interval, in rows. */
  private String margin(Expected rows, Estimate estimate) {
    if (exact()) {
      return "0";
    }
    if (Double.isNaN(estimate.margin())) {
      return "no bound";
    }
    Expected all = sample.accepted();
    double mean = estimate.share() > 0 ? rows.rows() / estimate.share() : all.rows();
    return TextLines.format("%,.0f", rounded(estimate.margin() * mean));
  }

  List<Estimate> shares() {
    return writers.estimateWriters(sample.rows(), sample.places(), options.confidence);
  }

  private void addWriters(TextLines text) {
    List<Estimate> shares = shares();
    List<Integer> heaviestFirst =
        IntStream.range(0, shares.size())
            .boxed()
            .sorted(Comparator.comparingDouble(w -> -shares.get(w).share()))
            .toList();
    text.line("");
    List<Integer> shown =
        shares.size() <= MOST_WRITERS
            ? IntStream.range(0, shares.size()).boxed().toList()
            : List.of(heaviestFirst.get(0), heaviestFirst.get(shares.size() - 1));
    text.item(
        "Writers",
        "%d reducers%s, with this %% of the bytes: %s",
        tasks,
        sessions < tasks ? TextLines.format(", %d at a time", sessions) : "",
        shown.stream().map(w -> writer(w, shares.get(w))).collect(Collectors.joining(", ")));
    text.item(
        "",
        "the heaviest has %.2f times its ideal share",
        shares.get(heaviestFirst.get(0)).share() * tasks);
    text.item("Order", "%s", orderText());
  }

  private static String writer(int number, Estimate share) {
    String margin =
        Double.isNaN(share.margin()) || share.margin() == 0
            ? ""
            : TextLines.format("±%.2f", PERCENT * share.margin());
    return TextLines.format("%d: %.2f%s", number, PERCENT * share.share(), margin);
  }

  private String orderText() {
    List<String> names = plan.columns().stream().map(ExportColumn::name).toList();
    String by =
        order.columns().isEmpty()
            ? "as in the files"
            : "by "
                + order.columns().stream().map(names::get).collect(Collectors.joining(", "))
                + ", then as in the files";
    String unique =
        order.uniqueColumns() == 0
            ? ""
            : "; two rows with the same "
                + order.columns().subList(0, order.uniqueColumns()).stream()
                    .map(names::get)
                    .collect(Collectors.joining(", "))
                + " are an error";
    String unlike =
        target.unlikeBytes().entrySet().stream()
            .map(
                e ->
                    TextLines.format(
                        "; %s is ordered by its bytes, unlike its collation %s",
                        e.getKey(), e.getValue()))
            .collect(Collectors.joining());
    return by + unique + unlike;
  }

  /** The expected seconds, if there is a sample and a record. */
  Optional<Double> seconds() {
    return sample == null
        ? Optional.empty()
        : Forecast.seconds(target.pastLoads(), sample.accepted().tupleBytes());
  }
}
