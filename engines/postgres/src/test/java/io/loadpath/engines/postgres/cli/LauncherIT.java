package io.loadpath.engines.postgres.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** engines/bin/postgres as a user runs it. */
@ExtendWith(SharedServer.class)
class LauncherIT {
  private static final int MANY_FILES = 600;
  private final TestServer test = SharedServer.test();

  private Outcome run(String program, String... arguments) {
    return Program.in(test.root, program, arguments)
        .set("LOADPATH_ROOT", test.root)
        .set("LOADPATH_STATE", test.state)
        .run();
  }

  private Outcome postgres(String... arguments) {
    return run("engines/bin/postgres", arguments);
  }

  private Outcome bash(String script) {
    return run("/bin/bash", "-c", script);
  }

  @Test
  void leadsThroughTheLifeOfAServer() {
    postgres("stop"); // what another test started
    assertThat(postgres("strat").exitCode()).isEqualTo(2);
    assertThat(postgres("status").exitCode()).isEqualTo(1);
    Outcome unreachable = postgres("sql", "-c", "SELECT 1");
    assertThat(unreachable.exitCode()).isEqualTo(1);
    assertThat(unreachable.err()).contains("engines/bin/postgres start");

    assertThat(postgres("start").ok().out()).contains(" started: ");
    assertThat(postgres("start").ok().out()).contains(" runs already: ");
    String port = Integer.toString(test.server.connection().port());
    assertThat(postgres("url").out())
        .isEqualTo("postgresql://loadpath@127.0.0.1:" + port + "/loadpath\n");
    assertThat(postgres("status").ok().out().lines())
        .contains("pid      " + test.server.postmasterPid(), "port     " + port)
        .contains("data     " + test.state.resolve("postgres/data"));

    assertThat(postgres("sql", "-c", "SELECT 1, '09/14/2009'::date, current_setting('timezone')"))
        .isEqualTo(new Outcome(0, "1|2009-09-14|UTC\n", ""));

    assertThat(postgres("stop").out()).isEqualTo("PostgreSQL stopped\n");
    assertThat(postgres("stop")).isEqualTo(new Outcome(0, "PostgreSQL was not running\n", ""));
    assertThat(postgres("status").exitCode()).isEqualTo(1);
  }

  /** A file in the place of the server's folder ends the start early. */
  @Test
  void aStartWarnsOfAFolderAboveThatOthersCanWriteTo() throws IOException {
    Path open = test.newFolder();
    Owner.mode(open, "rwxrwxrwx");
    Path state = Files.createDirectory(open.resolve("state"));
    Files.createFile(state.resolve(StateFolder.MARKER));
    Files.createFile(state.resolve("postgres"));

    Program start =
        Program.in(test.root, "engines/bin/postgres", "start").set("LOADPATH_STATE", state);
    assertThat(start.run().err())
        .hasLineCount(2)
        .startsWith("warning: every user can write to " + open + ", above the state folder ");
  }

  @Test
  void envLetsOtherProgramsConnect() throws IOException {
    test.server.start();
    String script =
        "eval \"$(engines/bin/postgres env)\"; LOADPATH_STATE=%s exec engines/bin/postgres sql -c 'SELECT 7'";

    assertThat(bash(script.formatted(test.newFolder()))).isEqualTo(new Outcome(0, "7\n", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "url",
        "sql -c 'COPY (SELECT generate_series(1, 100000)) TO STDOUT'",
        "sql -c 'SELECT 1'",
        "sql -v n=1 --each n=1,2 -c 'SELECT 1'"
      })
  void aFullDiskFailsTheCommand(String command) {
    test.server.start();

    Outcome result = bash("engines/bin/postgres " + command + " >/dev/full");

    assertThat(result.err())
        .startsWith("postgres: cannot write to standard output: No space left on device; ")
        .hasLineCount(1);
    assertThat(result.exitCode()).isEqualTo(1);
  }

  @Test
  void aReaderThatHasEnoughEndsTheSessionQuietly() {
    test.server.start();
    String endless = "COPY (SELECT generate_series(1, 1000000000)) TO STDOUT";
    String script =
        "engines/bin/postgres sql -c '" + endless + "' | head -1; exit ${PIPESTATUS[0]}";

    assertThat(bash(script)).isEqualTo(new Outcome(141, "1\n", ""));
  }

  /** At the same time; each takes more than 200 kB of the client's heap. */
  @Test
  void hundredsOfCompressedFilesFitIntoTheHeap() throws IOException {
    test.server.start();
    test.sql("DROP TABLE IF EXISTS many; CREATE UNLOGGED TABLE many (n int)");
    Path file = test.newFolder().resolve("rows.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("123456\n".repeat(20_000).getBytes(US_ASCII));
    }
    String copy =
        "engines/bin/postgres copy --to-binary '|' -c 'COPY many FROM STDIN (FORMAT binary)'";
    assertThat(bash(copy + (" " + file).repeat(MANY_FILES)).err()).isEmpty();
    assertThat(test.sql("SELECT count(*) / 20000 FROM many"))
        .isEqualTo(Integer.toString(MANY_FILES));
  }
}
