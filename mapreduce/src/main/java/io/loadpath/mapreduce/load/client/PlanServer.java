package io.loadpath.mapreduce.load.client;

import io.loadpath.loads.exports.ExportPlan;
import io.loadpath.loads.exports.ExportPlan.Way;
import io.loadpath.loads.exports.Partition;
import io.loadpath.loads.exports.PastLoad;
import io.loadpath.mapreduce.load.client.TargetFacts.Index;
import io.loadpath.mapreduce.load.sample.Expected;
import io.loadpath.mapreduce.load.sample.Sampler;
import io.loadpath.mapreduce.load.sample.WriterShares;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The part of a plan about the server: sessions, locks, log, disk and time. */
final class PlanServer {
  private static final double LOCKS_LEFT = 0.8;

  private final PlanText whole;
  private final ExportPlan plan;
  private final TargetFacts target;
  private final Sampler sample;
  private final WriterShares writers;

  PlanServer(PlanText whole) {
    this.whole = whole;
    plan = whole.plan();
    target = whole.target();
    sample = whole.sample();
    writers = whole.writers();
  }

  /** Adds the lines about the server. */
  void addTo(TextLines text) {
    int free = target.freeSessions();
    if (writers == null) {
      text.line("");
    }
    text.item(
        "Sessions",
        "%d: one for each of %d %s%s, one for this client; the server has %d free%s",
        whole.sessions() + 1,
        whole.sessions(),
        writers == null ? "mappers" : "writers",
        whole.sessions() < whole.tasks() ? " at a time" : "",
        free,
        free < whole.sessions() + 1 ? ", too few: set --max-sessions" : "");
    long locks = target.locks();
    text.item(
        "Locks",
        "about %,d in the commit; the server has slots for %,d%s",
        locks,
        target.lockSlots(),
        locks > LOCKS_LEFT * target.lockSlots() ? ": raise max_locks_per_transaction" : "");
    text.item("Ways", "%s", ways());
    text.item("Indexes", "%s", indexes());
    if (sample != null) {
      addForecast(text);
    }
  }

  private void addForecast(TextLines text) {
    Expected rows = sample.accepted();
    double heap = Forecast.heapBytes(rows, plan.columns().size());
    double index = Forecast.indexBytes(rows.rows(), target.indexes());
    double inserted = inserted();
    text.item(
        "WAL",
        "about %s%s",
        TextLines.bytes(
            Forecast.logBytes(plan.way(), target.logsNewTables(), heap, index, inserted)),
        target.logsNewTables() ? "" : "; with wal_level=minimal, new tables need none");
    double staged = plan.way() == Way.TWO_PHASE ? 0 : inserted * heap;
    text.item(
        "Disk",
        "server: about %s of rows, %s of indexes%s%s",
        TextLines.bytes(heap),
        TextLines.bytes(index),
        staged == 0 ? "" : TextLines.format(", and %s until the commit", TextLines.bytes(staged)),
        writers == null
            ? ""
            : TextLines.format("; cluster: about %s", TextLines.bytes(Forecast.spillBytes(rows))));
    text.item("Time", "%s", time());
  }

  /** The part of the rows that are inserted after their COPY. */
  private double inserted() {
    if (plan.way() != Way.ATTACH) {
      return 1;
    }
    double inserted = 0;
    for (int p = 0; p < plan.partitions().size(); p++) {
      boolean attached = plan.partitions().get(p).isExchanged();
      double parts = writers.writersOf(p);
      inserted += sample.partitions().get(p).rows() * (attached ? (parts - 1) / parts : 1);
    }
    return inserted / Math.max(1, sample.accepted().rows());
  }

  private String ways() {
    if (plan.way() == Way.TWO_PHASE) {
      return "two-phase: each mapper copies into the table, and prepares its transaction";
    }
    if (plan.way() != Way.ATTACH) {
      return "insert: each mapper copies into a staging table; the commit inserts all rows";
    }
    List<String> ways = new ArrayList<>();
    List<Partition> parts = plan.partitions();
    if (!parts.stream().allMatch(Partition::isExchanged)) {
      ways.add("insert: rows are copied into a staging table; the commit inserts them");
    }
    if (parts.stream().anyMatch(Partition::isExchanged)) {
      ways.add(
          "exchange: rows are copied frozen into a new table, which the commit attaches in place of the empty one; transactions that began earlier see them, too");
    }
    long empty =
        IntStream.range(0, parts.size())
            .filter(p -> sample.partitions().get(p).rows() > 0)
            .filter(p -> !parts.get(p).isExchanged())
            .filter(p -> target.bytes().getOrDefault(parts.get(p).oid(), 1L) == 0)
            .count();
    if (empty > 0 && !whole.options().exchangeEmpty) {
      ways.add(
          TextLines.format(
              "empty partitions among them: %,d; --exchange-empty attaches new tables in their place",
              empty));
    }
    target.obstacles().values().stream()
        .collect(Collectors.groupingBy(why -> why, TreeMap::new, Collectors.counting()))
        .forEach(
            (why, count) ->
                ways.add(TextLines.format("%,d inserted, not exchanged: %s", count, why)));
    return String.join(". ", ways);
  }

  private String indexes() {
    if (target.indexes().isEmpty()) {
      return "none";
    }
    String names =
        target.indexes().stream().map(Index::definition).collect(Collectors.joining(", "));
    boolean some = plan.partitions().stream().anyMatch(Partition::isExchanged);
    return names
        + (some
            ? "; made on each new table before the commit"
            : "; the commit adds the rows to them");
  }

  private String time() {
    List<PastLoad> past = target.pastLoads();
    Optional<Double> seconds = whole.seconds();
    return seconds.isEmpty()
        ? "no record: the schema's ledger has no earlier load of this way with at least 1/20 of the bytes. Load some of the files first, and plan again"
        : TextLines.format(
            "about %s minutes, by the ledger's %d earlier loads of this way, last %s into %s (%,d rows in %s minutes by %d tasks)",
            TextLines.minutes(seconds.get()),
            past.size(),
            past.get(0).day(),
            past.get(0).target(),
            past.get(0).rows(),
            TextLines.minutes(past.get(0).seconds()),
            past.get(0).tasks());
  }
}
