package io.loadpath.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.SystemProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.DriverManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a program gets that asks for passwords on the port of a server that has ended. */
class StolenPortIT {
  private TestServer test;
  private ConnectionInfo before;
  private String password;
  private PortThief thief;

  @BeforeEach
  void steal() throws IOException {
    test = TestServer.started();
    before = test.server.connection();
    password = Files.readString(before.passwordFile());
    test.server.stop();
    thief = new PortThief(before.port());
  }

  @AfterEach
  void delete() throws IOException {
    thief.close();
    test.delete();
  }

  /** A program in a shell that had the server's variables. */
  private Program inStaleShell(String program, String... arguments) {
    return Program.in(test.state, program, arguments)
        .set(before.environment())
        .set("LOADPATH_STATE", test.state);
  }

  private void connect(String url) {
    assertThatThrownBy(() -> DriverManager.getConnection(url, before.user(), password));
  }

  @Test
  void aDriverGivesThePasswordButNotToOurUrls() throws Exception {
    connect(before.jdbcUrl().replaceFirst("[?].*", ""));
    assertThat(thief.stolen()).as("the thief can steal").isEqualTo(password);
    for (String url : new String[] {before.jdbcUrl(), before.jdbcUrl("other")}) {
      connect(url);
      assertThat(thief.stolen()).isEmpty();
    }
  }

  @Test
  void ourOwnClientGivesNone() throws Exception {
    Program client = inStaleShell("bin/postgres", "sql", "-c", "SELECT 1");

    assertThat(client.set("PGPASSWORD", password).run().err()).contains("PGREQUIREAUTH");
    assertThat(thief.stolen()).isEmpty();
  }

  /** Before version 16, psql does not know the variable, but finds no password either. */
  @Test
  void psqlGivesNone() throws Exception {
    assumeThat(SystemProgram.find("psql")).as("psql").isPresent();
    Program psql = inStaleShell("psql", "-w", "-c", "SELECT 1");
    psql.run();
    assertThat(thief.stolen()).isEmpty();

    String version = Program.in(test.state, "psql", "--version").run().out();
    assumeThat(Integer.parseInt(version.replaceFirst(".*?(\\d+)(?s:.*)", "$1")))
        .as(version)
        .isGreaterThanOrEqualTo(16);
    psql.set("PGPASSWORD", password).run();
    assertThat(thief.stolen()).isEmpty();
  }
}
