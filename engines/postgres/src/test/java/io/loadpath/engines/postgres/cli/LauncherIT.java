package io.loadpath.engines.postgres.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.TestServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** bin/postgres as a user runs it. */
class LauncherIT {
  private static TestServer test;
  private static Path errors;

  @BeforeAll
  static void make() throws IOException {
    test = new TestServer();
    errors = test.state.resolve("stderr");
  }

  @AfterAll
  static void delete() throws IOException {
    test.delete();
  }

  private record Result(int code, String out, String err) {}

  private Result run(Map<String, String> more, String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).directory(test.root.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    builder.environment().put("LOADPATH_ROOT", test.root.toString());
    builder.environment().put("LOADPATH_STATE", test.state.toString());
    builder.environment().putAll(more);
    builder.redirectInput(new File("/dev/null")).redirectError(errors.toFile());
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes()).strip();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return new Result(process.exitValue(), out, Files.readString(errors));
  }

  private Result postgres(String... args) throws Exception {
    String[] command = new String[args.length + 1];
    command[0] = test.root.resolve("bin/postgres").toString();
    System.arraycopy(args, 0, command, 1, args.length);
    return run(Map.of(), command);
  }

  @Test
  void leadsThroughTheLifeOfAServer() throws Exception {
    postgres("stop"); // what another test started
    assertThat(postgres("status").code).isEqualTo(1);
    Result unreachable = postgres("sql", "-c", "SELECT 1");
    assertThat(unreachable.code).isEqualTo(1);
    assertThat(unreachable.err).contains("bin/postgres start");

    assertThat(postgres("start")).satisfies(r -> assertThat(r.out).contains(" started: "));
    Result again = postgres("start");
    assertThat(again.out).contains(" runs already: ");
    assertThat(again.code).isZero();

    String port = Integer.toString(test.server.connection().port());
    assertThat(postgres("url").out)
        .isEqualTo("postgresql://loadpath@127.0.0.1:" + port + "/loadpath");
    Result status = postgres("status");
    assertThat(status.code).isZero();
    assertThat(status.out.lines())
        .contains("pid      " + test.server.postmasterPid(), "port     " + port)
        .contains("data     " + test.state.resolve("postgres/data"));

    assertThat(postgres("sql", "-c", "SELECT 1, '09/14/2009'::date, current_setting('timezone')"))
        .isEqualTo(new Result(0, "1|2009-09-14|UTC", ""));

    assertThat(postgres("stop").out).isEqualTo("PostgreSQL stopped");
    assertThat(postgres("stop")).isEqualTo(new Result(0, "PostgreSQL was not running", ""));
    assertThat(postgres("status").code).isEqualTo(1);
  }

  @Test
  void envLetsOtherProgramsConnect() throws Exception {
    assertThat(postgres("start").code).isZero();
    String script =
        "eval \"$(bin/postgres env)\"; unset LOADPATH_STATE; exec bin/postgres sql -c 'SELECT 7'";

    assertThat(run(Map.of(), "/bin/bash", "-c", script)).isEqualTo(new Result(0, "7", ""));
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
  void aFullDiskFailsTheCommand(String command) throws Exception {
    assertThat(postgres("start").code).isZero();

    Result result = run(Map.of(), "/bin/bash", "-c", "bin/postgres " + command + " >/dev/full");

    assertThat(result.err)
        .startsWith("postgres: cannot write to standard output: No space left on device; ")
        .hasLineCount(1);
    assertThat(result.code).isEqualTo(1);
  }

  @Test
  void aReaderThatHasEnoughEndsTheSessionQuietly() throws Exception {
    assertThat(postgres("start").code).isZero();
    String endless = "COPY (SELECT generate_series(1, 1000000000)) TO STDOUT";
    String script = "bin/postgres sql -c '" + endless + "' | head -1; exit ${PIPESTATUS[0]}";

    assertThat(run(Map.of(), "/bin/bash", "-c", script)).isEqualTo(new Result(141, "1", ""));
  }

  @Test
  void wrongUsageIsCode2() throws Exception {
    assertThat(List.of(postgres("strat").code, postgres().code)).containsOnly(2);
  }
}
