package io.loadpath.benchmarks.measure.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.measure.CpuReading;
import io.loadpath.benchmarks.measure.CpuTime;
import io.loadpath.benchmarks.measure.DatabaseMeter;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The instruments of a database that the harness did not start, against a burner. */
@Timeout(120)
class DatabaseMeterIT {
  private static final String HOST = "127.0.0.1";
  private static final List<CheckedDatabaseMeter.Candidate> SQL = List.of(CheckedDatabaseMeter.SQL);

  private static HiddenServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = new HiddenServer();
    server.makeRole("busy_role");
  }

  @AfterAll
  static void stopServer() throws Exception {
    server.close();
  }

  private static Offset<Double> threePercent(long nanos) {
    return within(nanos * 0.03);
  }

  private static DatabaseMeter sql() throws Exception {
    return ServerSqlMeter.open(server.sessions());
  }

  private static long nanos(DatabaseMeter.Reading before, DatabaseMeter.Reading after) {
    return after.all().since(before.all()).totalNanos();
  }

  @Test
  void countsThroughSqlAsTheKernelCountsTheSession() throws Exception {
    try (CheckedDatabaseMeter checked = CheckedDatabaseMeter.choose(server.sessions(), HOST, SQL);
        Connection burner = server.sessions().open()) {
      assertThat(checked.refusals()).isEmpty();
      assertThat(checked.name()).isEqualTo("proc-sql");
      assertThat(checked.here()).as("on this machine, by its boot id").isTrue();
      assertThat((double) checked.measuredNanos())
          .isCloseTo(checked.expectedNanos(), threePercent(checked.expectedNanos()));
      DatabaseMeter meter = checked.meter().orElseThrow();
      assertThat(meter.nanosPerReading()).isBetween(50_000L, 20_000_000L);

      DatabaseMeter.Reading before = meter.read();
      long expected = ServerBurner.burn(burner, 1500);
      DatabaseMeter.Reading after = meter.read();

      assertThat(expected).isGreaterThan(300_000_000);
      assertThat((double) nanos(before, after)).isCloseTo(expected, threePercent(expected));
      assertThat(after.traffic()).isPresent();
      assertThat(after.machine().orElseThrow().cores())
          .isEqualTo(Runtime.getRuntime().availableProcessors());
    }
  }

  @Test
  void findsVisibleProcessesByTheirNumberInTheirOwnNamespace() throws Exception {
    Process decoy =
        new ProcessBuilder(
                "bash", "-c", "read -r port; exec -a \"postgres: a b ($port) x\" sleep 99")
            .start();
    DatabaseMeter.Sessions sessions =
        () -> {
          Connection session = server.sessions().open();
          try (Statement statement = session.createStatement();
              ResultSet row = statement.executeQuery("SELECT inet_client_port()")) {
            row.next();
            decoy.outputWriter().write(row.getInt(1) + "\n");
            decoy.outputWriter().flush();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          Await.until(
              "the decoy has its title",
              () -> Processes.arguments(decoy.pid()).get(0).startsWith("postgres:"));
          return session;
        };
    try {
      DatabaseMeter meter = ServerTreeMeter.find(sessions).orElseThrow();

      assertThat(meter.processes())
          .allMatch(pid -> pid > server.launcher())
          .doesNotContain(decoy.pid());
      long postmaster = Long.parseLong(meter.read().postmaster().split(" ")[0]);
      assertThat(ProcessStat.read(postmaster).orElseThrow().parentPid())
          .isEqualTo(server.launcher());
    } finally {
      decoy.destroyForcibly();
    }
  }

  @Test
  void prefersTheProcessTreeWhereItIsVisible() throws Exception {
    try (CheckedDatabaseMeter checked = CheckedDatabaseMeter.choose(server.sessions(), HOST)) {
      assertThat(checked.name()).isEqualTo("proc-tree");
      assertThat((double) checked.measuredNanos())
          .isCloseTo(checked.expectedNanos(), threePercent(checked.expectedNanos()));
    }
  }

  private static List<DatabaseMeter> both() throws Exception {
    return List.of(sql(), ServerTreeMeter.find(server.sessions()).orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(strings = {"another role", "another database", "began before"})
  void leavesOutTheSessionsOfOthers(String kind) throws Exception {
    for (DatabaseMeter meter : both()) {
      try (meter;
          Connection other = foreign(kind).open()) {
        ServerBurner.burn(other, 100);
        DatabaseMeter.Reading before = meter.read();
        long foreign = ServerBurner.burn(other, 1500);
        try (Connection session = server.sessions().open();
            Connection later = foreign(kind).open()) {
          long own = ServerBurner.burn(session, 700);
          long late = kind.equals("began before") ? 0 : ServerBurner.burn(later, 400);
          DatabaseMeter.Reading after = meter.read();

          long counted = after.since(before).totalNanos();
          // two ticks of the account, and it takes some milliseconds to start a session
          assertThat(counted)
              .as(meter.name())
              .isBetween(own * 97 / 100 - 20_000_000, own + 50_000_000);
          assertThat((double) nanos(before, after) - counted)
              .as("foreign load by " + meter.name())
              .isCloseTo(foreign + late, within((foreign + late) * 0.03 + 20_000_000));
        }
      }
    }
  }

  private static DatabaseMeter.Sessions foreign(String kind) {
    return switch (kind) {
      case "another role" -> server.sessions("busy_role");
      case "another database" -> server.sessionsOf("template1");
      default -> server.sessions();
    };
  }

  @Test
  void leavesOutTheParallelWorkersOfASessionThatBeganBefore() throws Exception {
    HiddenServer.run(
        server.sessions(),
        """
        CREATE FUNCTION burn() RETURNS void LANGUAGE plpgsql PARALLEL SAFE AS $$
        DECLARE ends timestamptz := clock_timestamp() + interval '3 s';
        BEGIN WHILE clock_timestamp() < ends LOOP END LOOP; END $$""");
    for (DatabaseMeter meter : both()) {
      try (meter;
          Connection other = server.sessions().open();
          Statement statement = other.createStatement()) {
        statement.execute("SET debug_parallel_query = on");
        DatabaseMeter.Reading before = meter.read();
        Thread query =
            new Thread(
                () ->
                    assertThatCode(() -> statement.execute("SELECT burn()"))
                        .doesNotThrowAnyException());
        query.start();
        Processes.pause(1500);
        DatabaseMeter.Reading after = meter.read();
        query.join();

        assertThat(nanos(before, after)).as("its worker is busy").isGreaterThan(300_000_000);
        assertThat(after.since(before).totalNanos()).as(meter.name()).isLessThan(100_000_000);
      }
    }
  }

  @Test
  void isAccurateForAnyRoleOnABusyMachine() throws Exception {
    server.makeRole("weak_role");
    List<Process> busy = new ArrayList<>();
    try {
      for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
        busy.add(new ProcessBuilder("bash", "-c", "while :; do :; done").start());
      }
      try (CheckedDatabaseMeter checked =
          CheckedDatabaseMeter.choose(server.sessions("weak_role"), HOST)) {
        assertThat(checked.name()).as("%s", checked.refusals()).isEqualTo("proc-tree");
      }
    } finally {
      busy.forEach(Process::destroyForcibly);
    }
  }

  @Test
  void needsOnlyTwoGrants() throws Exception {
    server.makeRole("two_grants");
    HiddenServer.run(server.sessions(), "CREATE TABLE filled (n int)");
    HiddenServer.run(
        server.sessions(),
        "GRANT pg_read_server_files TO two_grants;"
            + " GRANT EXECUTE ON FUNCTION pg_read_file(text) TO two_grants");
    try (CheckedDatabaseMeter checked =
        CheckedDatabaseMeter.choose(server.sessions("two_grants"), HOST, SQL)) {
      assertThat(checked.refusals()).isEmpty();
      DatabaseMeter.Reading before = checked.meter().orElseThrow().read();
      HiddenServer.run(server.sessions(), "INSERT INTO filled SELECT generate_series(1, 2000000)");
      HiddenServer.run(server.sessions(), "CHECKPOINT");
      DatabaseMeter.Reading after = checked.meter().orElseThrow().read();
      CpuTime background = after.background().since(before.background());
      assertThat(background.totalNanos()).isPositive().isLessThan(nanos(before, after) / 2);
    }
  }

  @Test
  void aRoleWithoutRightsHasNoInstrument() throws Exception {
    server.makeRole("no_grant");
    try (CheckedDatabaseMeter checked =
        CheckedDatabaseMeter.choose(server.sessions("no_grant"), HOST, SQL)) {
      assertThat(checked.name()).isEqualTo("none");
      assertThat(checked.meter()).isEmpty();
      assertThat(checked.here()).as("its load is not foreign load").isTrue();
      assertThat(checked.refusals())
          .singleElement()
          .asString()
          .contains("permission denied for function pg_read_file");
    }
  }

  @Test
  void losesNoTimeOfShortSessions() throws Exception {
    try (DatabaseMeter meter = sql()) {
      DatabaseMeter.Reading before = meter.read();
      long expected = 0;
      for (int i = 0; i < 40; i++) {
        try (Connection session = server.sessions().open()) {
          expected += ServerBurner.burn(session, 50);
          meter.read(); // an end meanwhile loses nothing
        }
      }
      long measured = nanos(before, meter.read());
      // it takes some milliseconds to start and end a session
      assertThat(measured).isBetween(expected * 97 / 100, expected + 40 * 25_000_000L);
    }
  }

  @Test
  void isNotDisturbedBySessionsThatComeAndGo() throws Exception {
    Thread storm =
        new Thread(
            () -> {
              while (!Thread.interrupted()) {
                try {
                  server.sessions().open().close();
                } catch (SQLException e) {
                  throw new AssertionError(e);
                }
              }
            });
    try (DatabaseMeter meter = sql()) {
      storm.start();
      CpuReading last = meter.read().all();
      for (int i = 0; i < 200; i++) {
        CpuReading now = meter.read().all();
        assertThat(now.totalNanos()).isGreaterThanOrEqualTo(last.totalNanos() - 20_000_000);
        last = now;
      }
    } finally {
      storm.interrupt();
      storm.join();
    }
  }

  @Test
  void seesThePreprocessorOfASession() throws Exception {
    try (DatabaseMeter meter = sql();
        Connection session = server.sessions().open();
        Statement statement = session.createStatement()) {
      statement.execute("CREATE TEMP TABLE target (line text)");
      DatabaseMeter.Reading before = meter.read();
      statement.execute(
          "COPY target FROM PROGRAM $$bash -c 'i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; "
              + "times'$$");
      DatabaseMeter.Reading after = meter.read();
      // What the program says of itself: a second run of it may take 1.7 times as long.
      try (ResultSet times = statement.executeQuery("SELECT string_agg(line, ' ') FROM target")) {
        times.next();
        long expected = CpuTime.ofShell(times.getString(1)).totalNanos();
        assertThat((double) nanos(before, after)).isCloseTo(expected, within(expected * 0.3));
      }
    }
  }

  @Test
  void theSessionThatReadsIsNotInTheFigure() throws Exception {
    try (DatabaseMeter meter = sql()) {
      DatabaseMeter.Reading before = meter.read();
      for (int i = 0; i < 300; i++) {
        meter.read();
      }
      DatabaseMeter.Reading after = meter.read();
      long used = after.ofReader().since(before.ofReader()).totalNanos();
      assertThat(used).isGreaterThan(50_000_000);
      assertThat(nanos(before, after)).isLessThan(used / 2);
    }
  }

  @Test
  void aRestartLosesTheFigureAndNotTheNextOne() throws Exception {
    try (HiddenServer other = new HiddenServer();
        DatabaseMeter sql = ServerSqlMeter.open(other.sessions());
        DatabaseMeter tree = ServerTreeMeter.find(other.sessions()).orElseThrow()) {
      for (DatabaseMeter meter : List.of(sql, tree)) {
        DatabaseMeter.Reading before = meter.read();
        other.kill();
        assertThatThrownBy(meter::read)
            .hasMessageContaining("PostgreSQL's CPU time cannot be read");
        other.start();
        DatabaseMeter.Reading after = meter.read();
        assertThatThrownBy(() -> after.since(before))
            .hasMessageContaining("PostgreSQL was restarted while the step ran");
        assertThat(nanos(after, meter.read())).isLessThan(1_000_000_000);
      }
    }
  }

  @Test
  void aCutReaderLosesTheFigure() throws Exception {
    try (DatabaseMeter meter = sql()) {
      DatabaseMeter.Reading before = meter.read();
      HiddenServer.run(
          server.sessions(),
          "SELECT pg_terminate_backend(%s, 5000)".formatted(before.reader().split(" ")[0]));
      DatabaseMeter.Reading after = meter.read();
      assertThatThrownBy(() -> after.since(before)).hasMessageContaining("was cut");
      assertThat(nanos(after, meter.read())).isLessThan(1_000_000_000);
    }
  }
}
