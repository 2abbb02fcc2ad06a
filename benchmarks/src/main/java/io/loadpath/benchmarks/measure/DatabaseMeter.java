package io.loadpath.benchmarks.measure;

import static java.util.stream.Collectors.toMap;

import io.loadpath.engines.service.ProcessStat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An instrument that counts the CPU time of a PostgreSQL server that the harness did not start.
 *
 * <p>Foreign sessions are those of another role or database, and those that began before the first
 * reading. Their parallel workers belong to them. A session that ended before the second reading
 * cannot be told apart, and counts as the path's. So does one of the same role and database that
 * began between the readings.
 */
public interface DatabaseMeter extends AutoCloseable {

  /** Opens sessions on the server. */
  interface Sessions {
    Connection open() throws SQLException;
  }

  /**
   * A live session of a client, or a parallel worker of one.
   *
   * @param leader the session of a worker; a session leads itself
   * @param others whether it belongs to another role or database
   */
  record Session(ProcessStat process, ProcessStat leader, boolean others) {
    CpuReading used() {
      return ProcessTreeMeter.sum(List.of(process));
    }
  }

  /**
   * What the server has used so far.
   *
   * @param postmaster identifies the server's first process since its start
   * @param reader identifies the session that reads; empty if none is needed
   * @param all the CPU time of all processes, also of ended ones and of preprocessors; without the
   *     session that reads
   * @param background the part of live processes that work for all sessions
   * @param sessions all live sessions, without the one that reads
   * @param ofReader the CPU time of the session that reads
   * @param traffic bytes of all processes; empty if they are not visible
   * @param machine the server's machine
   */
  record Reading(
      String postmaster,
      String reader,
      CpuReading all,
      CpuReading background,
      List<Session> sessions,
      CpuReading ofReader,
      Optional<StorageTraffic> traffic,
      Optional<MachineCpu> machine) {
    private static final CpuReading NOTHING = CpuReading.ofTicks(0, 0);

    private void requireSame(Reading earlier) {
      if (!postmaster.equals(earlier.postmaster)) {
        throw lost("PostgreSQL was restarted while the step ran: its CPU time is lost", null);
      }
      if (!reader.equals(earlier.reader)) {
        throw lost(
            "the session that reads PostgreSQL's CPU time was cut while the step ran, and the figure is lost",
            null);
      }
    }

    /**
     * Returns the CPU time since an earlier reading, without that of foreign sessions.
     *
     * @throws UncheckedIOException if the server was restarted, or the reading session was replaced
     */
    public CpuTime since(Reading earlier) {
      requireSame(earlier);
      return all.since(earlier.all).minus(foreignSince(earlier));
    }

    private CpuTime foreignSince(Reading earlier) {
      Map<String, CpuReading> then =
          earlier.sessions.stream().collect(toMap(s -> s.process().id(), Session::used));
      return sessions.stream()
          .filter(s -> s.others() || then.containsKey(s.leader().id()))
          .map(s -> s.used().since(then.getOrDefault(s.process().id(), NOTHING)))
          .reduce(CpuTime.ZERO, CpuTime::plus);
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
