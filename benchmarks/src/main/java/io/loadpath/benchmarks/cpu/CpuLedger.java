package io.loadpath.benchmarks.cpu;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Who used the CPU time of a run: its own processes, the preprocessors that a database backend
 * starts, the backends, the background of the database, and Hadoop's daemons. The instrument counts
 * the database's server as a whole; its background and its preprocessors, which are known by
 * themselves, are taken out of that. Of a database that is not the harness's own, only the
 * preprocessors are known.
 */
public final class CpuLedger {
  public static final String CLIENT = "client";
  public static final String PREPROCESSOR = "preprocessor";
  public static final String DATABASE = "database";
  public static final String BACKGROUND = "background";
  public static final String HADOOP = "hadoop";

  private final CheckedMeter meter;
  private final Optional<Server> server;
  private final Supplier<CpuTime> preprocessors;
  private final Optional<CpuStage> daemons;

  /**
   * @param meter the instrument
   * @param server the harness's own server, if the run works on it
   * @param preprocessors the CPU time that preprocessors have used so far
   * @param daemons pids of the Hadoop daemons that work for the run
   */
  public CpuLedger(
      CheckedMeter meter,
      Optional<Server> server,
      Supplier<CpuTime> preprocessors,
      Set<Long> daemons) {
    this.meter = meter;
    this.server = server;
    this.preprocessors = preprocessors;
    this.daemons =
        daemons.isEmpty() ? Optional.empty() : Optional.of(new ProcessTreeMeter.Servers(daemons));
  }

  /**
   * A database server.
   *
   * @param stage everything that runs in it
   * @param postmaster its first process
   */
  public record Server(CpuStage stage, long postmaster) {}

  /** What the ledger shows at one moment. */
  public record Moment(
      CpuReading client,
      CpuReading server,
      CpuReading background,
      CpuTime preprocessors,
      CpuReading daemons,
      CpuReading total) {}

  /**
   * What was used between two moments.
   *
   * @param stages by name, in the order in which data passes them
   * @param totalNanos the instrument's own reading over all of them; null when it has none
   */
  public record Entry(Map<String, CpuTime> stages, Long totalNanos) {

    /** Returns the sum of the stages. */
    public long sumNanos() {
      return stages.values().stream().mapToLong(CpuTime::totalNanos).sum();
    }
  }

  /**
   * Reads every clock.
   *
   * @throws java.io.UncheckedIOException if one cannot be read any more
   */
  public Moment read() {
    return new Moment(
        meter.client().read(),
        server.map(known -> known.stage().read()).orElse(null),
        server.map(known -> new PostgresBackground(known.postmaster()).read()).orElse(null),
        preprocessors.get(),
        daemons.map(CpuStage::read).orElse(null),
        meter.meter().total().orElse(null));
  }

  /** Returns what was used from {@code before} to {@code after}. */
  public Entry between(Moment before, Moment after) {
    Map<String, CpuTime> stages = new LinkedHashMap<>();
    stages.put(CLIENT, after.client().since(before.client()));
    CpuTime preprocessor = after.preprocessors().minus(before.preprocessors());
    if (preprocessor.totalNanos() > 0) {
      stages.put(PREPROCESSOR, preprocessor);
    }
    if (server.isPresent()) {
      CpuTime background = after.background().since(before.background());
      CpuTime whole = after.server().since(before.server());
      stages.put(DATABASE, whole.minus(preprocessor).minus(background));
      stages.put(BACKGROUND, background);
    }
    CpuTime hadoop = daemons.isPresent() ? after.daemons().since(before.daemons()) : CpuTime.ZERO;
    if (daemons.isPresent()) {
      stages.put(HADOOP, hadoop);
    }
    CpuTime notInTotal = server.isPresent() ? hadoop : hadoop.plus(preprocessor);
    Long total =
        after.total() == null
            ? null
            : (Long) (after.total().since(before.total()).totalNanos() + notInTotal.totalNanos());
    return new Entry(stages, total);
  }
}
