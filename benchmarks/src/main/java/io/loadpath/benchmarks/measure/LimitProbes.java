package io.loadpath.benchmarks.measure;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.statistics.Units;
import io.loadpath.benchmarks.suite.Measure;
import io.loadpath.engines.postgres.ConnectionInfo;
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
 * Probes what this machine and this database can do at most: the limits that bound the variants of
 * the run. A limit that cannot be probed is named and left out.
 */
public final class LimitProbes {
  private static final long LEAST_TEXT_BYTES = 1_000_000;

  private final Path folder;
  private final Optional<ConnectionInfo> server;
  private final Trials trials;
  private final PrintStream out;

  /** Finds the limit of a name. */
  record Probe(String name, Search search) {}

  /** A search that leaves nothing behind, also when it fails or the run is stopped. */
  interface Search {
    /**
     * Finds the limit.
     *
     * @throws IOException or SQLException if it cannot be found here and now; the run goes on
     */
    Limit run() throws IOException, SQLException;
  }

  /**
   * @param folder an empty folder on the disk that the run writes to, whose files the database
   *     server can read; the caller deletes it
   * @param server the run's PostgreSQL, if it has one
   * @param marker environment variables by which a later process finds those of a killed run
   * @param stopCheck throws what ends the run, once it is stopped
   * @param out for progress
   */
  public LimitProbes(
      Path folder,
      Optional<ConnectionInfo> server,
      Map<String, String> marker,
      Runnable stopCheck,
      PrintStream out) {
    this.folder = folder;
    this.server = server;
    this.trials = new Trials(Runtime.getRuntime().availableProcessors(), stopCheck, marker);
    this.out = out;
  }

  /**
   * Probes all limits that are of interest for {@code targets}; none when no target has a megabyte
   * of text, since then only the start of the tools is measured.
   */
  public List<Limit> run(List<ProbeTarget> targets) {
    try {
      if (server.isPresent()) {
        DatabaseCopy.drop(server.get()); // what a killed run left
      }
    } catch (IOException | SQLException e) {
      // the next run tries again; a server that does not answer is found out by the paths
    }
    boolean large = targets.stream().anyMatch(s -> s.manifest().logicalBytes() >= LEAST_TEXT_BYTES);
    return large ? runAll(probes(targets)) : List.of();
  }

  /** Returns the probes that {@code targets} need: one for the same rows, however they are cut. */
  List<Probe> probes(List<ProbeTarget> targets) {
    List<Probe> probes = new ArrayList<>();
    ProbeTarget read =
        targets.stream()
            .filter(target -> target.measures() == Measure.QUERY)
            .findFirst()
            .orElse(targets.get(0));
    probes.add(MachineProbes.pageCacheRead(trials, read));
    if (targets.stream().anyMatch(ProbeTarget::readsPostgres)) {
      probes.add(MachineProbes.loopback(trials));
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

  /** Runs {@code probes} one after the other, and says what each found. */
  List<Limit> runAll(List<Probe> probes) {
    out.println("probing the limits of this machine");
    List<Limit> limits = new ArrayList<>();
    for (Probe probe : probes) {
      trials.checkStopped();
      out.printf("  %-16s ", probe.name());
      out.flush();
      try {
        Limit limit = probe.search().run();
        out.printf(Locale.ROOT, "%6.2f GB/s%n", limit.bytesPerSecond() / Units.BYTES_PER_GB);
        limits.add(limit);
      } catch (IOException | SQLException e) {
        trials.checkStopped(); // then this is how the probe ends
        out.println("left out: " + e.getMessage());
      }
    }
    return limits;
  }
}
