package io.loadpath.loads.exports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.engines.net.Hosts;
import io.loadpath.engines.net.Lab;
import io.loadpath.engines.net.LabFile;
import io.loadpath.engines.net.LabNeeds;
import io.loadpath.engines.net.Link;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Await;
import io.loadpath.loads.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An export whose link to the database is cut while its rows are on their way. */
class ExportLinkIT {
  /** More than the buffers of both ends hold, so that rows are left to send. */
  private static final int ROWS = 40_000;

  private static final String TEXT = "x".repeat(1000);

  @TempDir private Path state;

  @Test
  void everyRowArrivesOnceThoughTheLinkIsCutMeanwhile() throws Exception {
    Optional<String> missing = LabNeeds.missing(List.of(Link.UNLIMITED));
    assumeTrue(missing.isEmpty(), () -> "no lab: " + missing.get());
    try (Lab lab =
        Lab.up(
            state, "cut", Map.of(Hosts.HADOOP, Link.UNLIMITED, Hosts.DATABASE, Link.UNLIMITED))) {
      Process export = inLab(lab);
      try (BufferedReader lines = export.inputReader(UTF_8)) {
        assertThat(lines.readLine()).isEqualTo("held");
        lab.cut(Hosts.HADOOP, Hosts.DATABASE);
        Await.until("a frame of the export vanishes", () -> lab.vanishedFrames() > 0);
        lab.heal();

        export.outputWriter().append('\n').flush();
        assertThat(lines.readLine()).isEqualTo(ROWS + "|" + ROWS);
        assertThat(export.waitFor()).isZero();
      } finally {
        export.destroyForcibly();
      }
    }
  }

  private static Process inLab(Lab lab) throws IOException {
    List<String> program =
        List.of(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-Xmx512m",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            InLab.class.getName());
    ProcessBuilder builder =
        new ProcessBuilder(lab.file().command(Hosts.HADOOP, program))
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put(LabFile.VARIABLE, lab.file().path().toString());
    return builder.start();
  }

  /**
   * On the host {@code hadoop}: exports into a server on the host {@code database}, which waits at
   * a row until a byte arrives on standard input.
   */
  static final class InLab {
    private InLab() {}

    public static void main(String[] arguments) throws Exception {
      TestServer test = TestServer.started();
      try (Connection gate = Sessions.open(test);
          Statement statement = gate.createStatement()) {
        statement.execute("SELECT pg_advisory_lock(1)");
        test.sql(
            """
            CREATE SCHEMA exports;
            CREATE FUNCTION exports.passes(id int) RETURNS boolean LANGUAGE plpgsql AS
              'BEGIN IF id = 0 THEN PERFORM pg_advisory_xact_lock_shared(1); END IF; RETURN true; END';
            CREATE DOMAIN exports.gated AS int CHECK (exports.passes(value));
            CREATE TABLE exports.t (id exports.gated, name text)""");
        TestExport export =
            new TestExport(test.newFolder(), "t", test.server.connection())
                .schema("exports")
                .set(Settings.SESSION_STATEMENTS, "SET lock_timeout = '5min'")
                .file("part-0", rows());
        CompletableFuture<Void> end =
            CompletableFuture.runAsync(
                () -> {
                  try {
                    export.run();
                  } catch (IOException e) {
                    throw new AssertionError(e);
                  }
                });
        test.await(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted", "1");
        assertThat(Thread.getAllStackTraces().keySet())
            .anyMatch(thread -> thread.getName().startsWith("loadpath watches"));
        System.out.println("held");
        System.in.read();
        statement.execute("SELECT pg_advisory_unlock(1)");
        end.get();
        System.out.println(test.sql("SELECT count(*), count(DISTINCT id) FROM exports.t"));
      } finally {
        test.delete();
      }
    }

    private static String rows() {
      StringBuilder rows = new StringBuilder();
      for (int i = 0; i < ROWS; i++) {
        rows.append(i).append('|').append(TEXT).append("|\n");
      }
      return rows.toString();
    }
  }
}
