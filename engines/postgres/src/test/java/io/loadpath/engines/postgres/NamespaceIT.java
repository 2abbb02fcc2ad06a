package io.loadpath.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One state folder in two PID namespaces, as two containers share it. */
class NamespaceIT {
  private static TestServer test;

  @BeforeAll
  static void start() throws IOException {
    test = TestServer.started();
  }

  @AfterAll
  static void delete() throws IOException {
    test.delete();
  }

  /** Runs a program in a new PID namespace. */
  private static Outcome elsewhere(String program, String... arguments) {
    Program unshare = Program.in(test.root, "unshare", "--pid", "--fork", "--mount-proc");
    if (Owner.caller() != 0) {
      unshare.with("--map-current-user");
    }
    return unshare.with("--", program).with(arguments).set("LOADPATH_STATE", test.state).run();
  }

  @Test
  void aServerInAnotherNamespaceIsLeftAlone() throws IOException {
    assumeThat(elsewhere("true").exitCode()).as("unshare --pid is permitted").isZero();
    Path pidFile = test.files().data().resolve("postmaster.pid");
    String before = Files.readString(pidFile);
    String postgres = test.root.resolve("bin/postgres").toString();

    Outcome start = elsewhere(postgres, "start");

    assertThat(start.exitCode()).isEqualTo(1);
    assertThat(start.err())
        .contains("in another container or on another host", test.files().data().toString());
    assertThat(elsewhere(postgres, "stop").out()).isEqualTo("PostgreSQL was not running\n");
    assertThat(pidFile).hasContent(before);
    assertThat(test.files().record()).exists();
    assertThat(test.sql("SELECT 1")).isEqualTo("1");
  }
}
