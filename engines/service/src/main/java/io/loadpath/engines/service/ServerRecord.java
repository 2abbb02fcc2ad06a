package io.loadpath.engines.service;

import java.util.OptionalLong;

/**
 * The process of a running server.
 *
 * @param pid its first process
 * @param startTicks its start, in clock ticks since boot: distinguishes it from a later process
 *     with the same number
 */
public record ServerRecord(long pid, long startTicks) {
  /** Whether this very process still lives. */
  public boolean alive() {
    return Processes.startTicks(pid).equals(OptionalLong.of(startTicks));
  }
}
