package io.loadpath.benchmarks.measure;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An instrument that counts the CPU time of groups of processes. */
public interface CpuMeter extends AutoCloseable {

  /** The processes of one stage of a run, such as the client or the database. */
  interface Stage {
    /** Returns the words to put before a command, so that its processes are counted here. */
    List<String> launcher();

    /** Returns the CPU time of the stage so far, of processes that have ended too. */
    CpuReading read();

    /** Returns the live processes of the stage, as far as the instrument knows them. */
    Set<Long> processes();
  }

  /** Returns the instrument's name in the record. */
  String name();

  /**
   * Returns a stage for the processes that are started with its {@link Stage#launcher()}.
   *
   * @param name the stage's name in the record, such as {@code client}
   * @throws java.io.UncheckedIOException if the instrument cannot be used here
   */
  Stage started(String name);

  /**
   * Returns a stage for a service that runs already, with all present and later children.
   *
   * @param name the stage's name in the record, such as {@code database}
   * @param roots its first processes
   * @throws java.io.UncheckedIOException if the instrument cannot be used for these processes
   */
  Stage running(String name, Set<Long> roots);

  /**
   * Returns one reading over all stages together that is not made from theirs, or nothing if the
   * instrument has none.
   */
  default Optional<CpuReading> total() {
    return Optional.empty();
  }

  /** Leaves no trace on the machine; processes that still run go on, uncounted. */
  @Override
  void close();
}
