package io.loadpath.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/**
 * An instrument that counts the CPU time of a PostgreSQL server that the harness did not start. It
 * counts all sessions of the server, those of other users too.
 */
public interface DatabaseMeter extends AutoCloseable {

  /** Opens sessions on the server. */
  interface Sessions {
    Connection open() throws SQLException;
  }

  /**
   * What the server has used so far.
   *
   * @param postmaster identifies the server's first process since its start
   * @param reader identifies the session that reads; empty if none is needed
   * @param all the CPU time of all processes, also of ended ones and of preprocessors; without the
   *     session that reads
   * @param background the part of live processes that work for all sessions
   * @param ofReader the CPU time of the session that reads
   * @param traffic bytes of all processes; empty if they are not visible
   * @param machine the server's machine
   */
  record Reading(
      String postmaster,
      String reader,
      CpuReading all,
      CpuReading background,
      CpuReading ofReader,
      Optional<StorageTraffic> traffic,
      Optional<MachineCpu> machine) {

    /**
     * Fails if this reading cannot be compared with an earlier one.
     *
     * @throws UncheckedIOException if the server was restarted, or the reading session was replaced
     */
    public void requireSame(Reading earlier) {
      if (!postmaster.equals(earlier.postmaster)) {
        throw lost("PostgreSQL was restarted while the step ran: its CPU time is lost", null);
      }
      if (!reader.equals(earlier.reader)) {
        throw lost(
            "the session that reads PostgreSQL's CPU time was cut while the step ran, and the figure is lost",
            null);
      }
    }
  }

  /** Returns the failure of a sample whose figures are lost. */
  static UncheckedIOException lost(String what, Exception cause) {
    return new UncheckedIOException(what + "; run it again", new IOException(cause));
  }

  /** Returns the instrument's name in the record. */
  String name();

  /**
   * Reads the counts.
   *
   * @throws UncheckedIOException if they cannot be read
   */
  Reading read();

  /** Returns the server's live processes, if they are visible on this machine. */
  Set<Long> processes();

  /** Returns the CPU time that one reading costs the server. */
  default long nanosPerReading() {
    return 0;
  }

  @Override
  void close();
}
