package io.loadpath.benchmarks.measure;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.statistics.Units;
import io.loadpath.benchmarks.suite.Measure;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Probes the limits of this machine and database, which no variant of the run can exceed. If a
 * probe fails, its limit is left out with a message.
 */
public final class LimitProbes {
  private static final long LEAST_TEXT_BYTES = 1_000_000;
  private static final double SLOW = 0.1;

  private final Path folder;
  private final Optional<ProbeServer> server;
  private final Trials trials;
  private final PrintStream out;

  /** A probe for the limit {@code name}. */
  record Probe(String name, Search search) {}

  /** A search that leaves nothing behind, even if it fails or the run is stopped. */
  interface Search {
    /**
     * Finds the limit.
     *
     * @throws IOException or SQLException if it cannot be found; the run goes on
     */
    Limit run() throws IOException, SQLException;
  }

  /**
   * @param folder an empty folder on the run's disk, whose files the database server can read; the
   *     caller deletes it
   * @param server the run's PostgreSQL, if it has one
   * @param marker environment variables that mark the run's processes, for clean-up after a kill
   * @param stopCheck throws an exception once the run is stopped
   * @param out for progress
   */
  public LimitProbes(
      Path folder,
      Optional<ProbeServer> server,
      Map<String, String> marker,
      Runnable stopCheck,
      PrintStream out) {
    this.folder = folder;
    this.server = server;
    this.trials = new Trials(Runtime.getRuntime().availableProcessors(), stopCheck, marker);
    this.out = out;
  }

  /**
   * Probes the limits of {@code targets}; none if every target has less than a megabyte of text,
   * because a probe would then measure only the start of the tools.
   */
  public List<Limit> run(List<ProbeTarget> targets) {
    boolean large = targets.stream().anyMatch(s -> s.manifest().logicalBytes() >= LEAST_TEXT_BYTES);
    return large ? runAll(probes(targets)) : List.of();
  }

  /**
   * Returns the probes for {@code targets}: one for the same rows, whatever the number of files.
   */
  List<Probe> probes(List<ProbeTarget> targets) {
    List<Probe> probes = new ArrayList<>();
    ProbeTarget read =
        targets.stream()
            .filter(target -> target.measures() == Measure.QUERY)
            .findFirst()
            .orElse(targets.get(0));
    probes.add(MachineProbes.pageCacheRead(trials, read));
    Optional<LinkProbes> link =
        server.filter(ProbeServer::users).map(users -> new LinkProbes(trials, users));
    if (targets.stream().anyMatch(ProbeTarget::readsPostgres)) {
      probes.add(link.map(LinkProbes::receive).orElseGet(() -> MachineProbes.loopback(trials)));
    }
    if (targets.stream().anyMatch(ProbeTarget::fillsPostgres)) {
      link.map(LinkProbes::send).ifPresent(probes::add);
    }
    Map<String, ProbeTarget> gzip = new LinkedHashMap<>();
    Map<String, ProbeTarget> toFill = new LinkedHashMap<>();
    for (ProbeTarget target : targets) {
      if (target.gzip()) {
        gzip.putIfAbsent(target.rows() + target.manifest().codec(), target);
      }
      if (server.isPresent() && target.fillsPostgres() && target.readable()) {
        toFill.putIfAbsent(target.rows(), target);
      }
    }
    gzip.values().forEach(target -> probes.addAll(Inflate.each(trials, folder, target)));
    for (ProbeTarget target : toFill.values()) {
      DatabaseCopy copy = new DatabaseCopy(trials, server.get(), folder, target);
      probes.add(new Probe(DatabaseCopy.NAME, copy::run));
    }
    return probes;
  }

  /** Runs {@code probes} one after the other, and prints each result. */
  List<Limit> runAll(List<Probe> probes) {
    out.println("probing the limits of this machine");
    List<Limit> limits = new ArrayList<>();
    for (Probe probe : probes) {
      trials.checkStopped();
      out.printf("  %-16s ", probe.name());
      out.flush();
      try {
        Limit limit = probe.search().run();
        out.println(rate(limit));
        limits.add(limit);
      } catch (IOException | SQLException e) {
        trials.checkStopped(); // a stop ends the probe with an error
        out.println("left out: " + e.getMessage());
      }
    }
    return limits;
  }

  private static String rate(Limit limit) {
    double gigabytes = limit.bytesPerSecond() / Units.BYTES_PER_GB;
    return gigabytes < SLOW
        ? String.format(Locale.ROOT, "%6.2f MB/s", limit.bytesPerSecond() / 1e6)
        : String.format(Locale.ROOT, "%6.2f GB/s", gigabytes);
  }
}
