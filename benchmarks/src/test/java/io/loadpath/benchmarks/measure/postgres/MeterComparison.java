package io.loadpath.benchmarks.measure.postgres;

import io.loadpath.benchmarks.measure.CgroupHierarchy;
import io.loadpath.benchmarks.measure.CgroupMeter;
import io.loadpath.benchmarks.measure.CpuMeter;
import io.loadpath.benchmarks.measure.CpuReading;
import io.loadpath.benchmarks.measure.DatabaseMeter;
import io.loadpath.benchmarks.measure.ProcessTreeMeter;
import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.service.Processes;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Prints the CPU time of loads by {@code /proc} through SQL, divided by that of the control group
 * (or of the process tree, where no group can be made). Each load makes and ends its own session.
 * No build runs it:
 *
 * <pre>mvn -pl benchmarks -am test -Dtest=MeterComparison -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 *
 * <p>The lines are in {@code target/surefire-reports/*MeterComparison-output.txt}.
 */
@ExtendWith(SharedServer.class)
class MeterComparison {
  private static final int ROUNDS = 10;
  private static final String LOAD =
      """
      CREATE TABLE loaded AS SELECT n, md5(n::text) AS text FROM generate_series(1, 1500000) AS g(n);
      CREATE INDEX ON loaded (text);
      DROP TABLE loaded""";

  @Test
  void printsTheRatioOfTheInstruments() throws Exception {
    ConnectionInfo info = SharedServer.test().server.connection();
    String password = Files.readString(info.passwordFile()).strip();
    DatabaseMeter.Sessions sessions =
        () -> DriverManager.getConnection(info.jdbcUrl(), info.user(), password);
    double[] ratios = new double[ROUNDS];
    try (CpuMeter other = groupMeter();
        DatabaseMeter sql = ServerSqlMeter.open(sessions)) {
      CpuMeter.Stage stage =
          other.running("database", Set.of(SharedServer.test().server.postmasterPid()));
      for (int round = 0; round < ROUNDS; round++) {
        CpuReading before = stage.read();
        DatabaseMeter.Reading sqlBefore = sql.read();
        try (Connection session = sessions.open();
            Statement statement = session.createStatement()) {
          statement.execute(LOAD);
          statement.execute("CHECKPOINT");
        }
        Processes.pause(50); // the session ends
        DatabaseMeter.Reading sqlAfter = sql.read();
        CpuReading after = stage.read();
        long reader = sqlAfter.ofReader().since(sqlBefore.ofReader()).totalNanos();
        double bySql = sqlAfter.all().since(sqlBefore.all()).totalNanos() / 1e9;
        // the group counts the session that reads, too
        double byOther = (after.since(before).totalNanos() - reader) / 1e9;
        ratios[round] = bySql / byOther;
        System.out.printf(
            "round %d: %s %.3f s, %s %.3f s, ratio %.4f%n",
            round + 1, sql.name(), bySql, other.name(), byOther, ratios[round]);
      }
    }
    Arrays.sort(ratios);
    System.out.printf("median ratio %.4f%n", ratios[ROUNDS / 2]);
  }

  private static CpuMeter groupMeter() {
    List<CgroupHierarchy> mounted = CgroupHierarchy.mounted();
    for (CgroupHierarchy hierarchy : mounted) {
      try {
        return new CgroupMeter(hierarchy, "loadpath-comparison-" + ProcessHandle.current().pid());
      } catch (UncheckedIOException e) {
        // this user may not make groups there: the next one
      }
    }
    return new ProcessTreeMeter(Set::of);
  }
}
