package io.loadpath.benchmarks.cpu;

import java.util.List;
import java.util.Set;

/** The processes of one stage of a run, such as the client or the database, and their CPU time. */
public interface CpuStage {

  /** Returns the words to put before a command, so that its processes are counted here. */
  List<String> launcher();

  /** Returns the CPU time of the stage so far, of processes that have ended too. */
  CpuReading read();

  /** Returns the live processes of the stage, as far as the instrument knows them. */
  Set<Long> processes();
}
