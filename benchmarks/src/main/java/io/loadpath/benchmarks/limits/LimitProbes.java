package io.loadpath.benchmarks.limits;

import io.loadpath.benchmarks.record.Limit;
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
  private static final double BYTES_PER_GB = 1e9;
  private static final long LEAST_TEXT_BYTES = 1_000_000;

  private final Path folder;
  private final Optional<ConnectionInfo> server;
  private final ProbeThreads threads;
  private final ToolRun tools;
  private final PrintStream out;

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
    this.threads = new ProbeThreads(Runtime.getRuntime().availableProcessors(), stopCheck);
    this.tools = new ToolRun(folder, marker, threads);
    this.out = out;
  }

  /**
   * Probes all limits that are of interest for {@code targets}; none when no target has a megabyte
   * of text, since then only the start of the tools is measured.
   */
  public List<Limit> run(List<ProbeTarget> targets) {
    server.ifPresent(LimitProbes::dropLeft);
    boolean large = targets.stream().anyMatch(s -> s.manifest().logicalBytes() >= LEAST_TEXT_BYTES);
    return large ? runAll(probes(targets)) : List.of();
  }

  /** Drops what a killed run left; a server that does not answer is found out by the paths. */
  private static void dropLeft(ConnectionInfo server) {
    try {
      new ProbeSchema(server).drop();
    } catch (IOException | SQLException e) {
      // the next run tries again
    }
  }

  /** Returns the probes that {@code targets} need. */
  List<Probe> probes(List<ProbeTarget> targets) {
    List<Probe> probes = new ArrayList<>();
    probes.add(new PageCacheRead(threads, forQueries(targets)));
    if (targets.stream().anyMatch(ProbeTarget::readsPostgres)) {
      probes.add(new Loopback(threads));
    }
    Map<String, ProbeTarget> gzip = new LinkedHashMap<>();
    Map<String, ProbeTarget> toFill = new LinkedHashMap<>();
    for (ProbeTarget target : targets) {
      String rows = target.rows();
      if (target.gzip()) {
        gzip.putIfAbsent(rows + target.manifest().codec(), target);
      }
      if (target.fillsPostgres() && target.readable()) {
        toFill.putIfAbsent(rows, target);
      }
    }
    gzip.values().forEach(target -> probes.addAll(Inflate.each(threads, tools, folder, target)));
    server
        .map(ProbeSchema::new)
        .ifPresent(
            schema ->
                toFill
                    .values()
                    .forEach(
                        target -> probes.add(new DatabaseCopy(threads, schema, folder, target))));
    return probes;
  }

  private static ProbeTarget forQueries(List<ProbeTarget> targets) {
    return targets.stream()
        .filter(target -> target.measures() == Measure.QUERY)
        .findFirst()
        .orElse(targets.get(0));
  }

  /** Runs {@code probes} one after the other, and says what each found. */
  List<Limit> runAll(List<Probe> probes) {
    out.println("probing the limits of this machine");
    List<Limit> limits = new ArrayList<>();
    for (Probe probe : probes) {
      threads.checkStopped();
      out.printf("  %-16s ", probe.name());
      out.flush();
      try {
        Limit limit = probe.run();
        out.printf(Locale.ROOT, "%6.2f GB/s%n", limit.bytesPerSecond() / BYTES_PER_GB);
        limits.add(limit);
      } catch (IOException | SQLException e) {
        threads.checkStopped(); // then this is how the probe ends
        out.println("left out: " + e.getMessage());
      }
    }
    return limits;
  }
}
