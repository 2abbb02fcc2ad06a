package io.loadpath.benchmarks.service;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.postgres.libpq.Target;
import java.util.Map;
import java.util.Optional;

/** A server as the user's: roles with few rights, and a database. */
public final class UserFixture {
  public static final String PASSWORD = "se:cr\\et";

  private static boolean made;

  private UserFixture() {}

  /** Returns the server with the database shop, which belongs to the role ann. */
  public static synchronized TestServer server() {
    TestServer test = SharedServer.test();
    if (!made) {
      test.sql("CREATE ROLE ann LOGIN PASSWORD E'se:cr\\\\et'");
      test.sql("CREATE DATABASE shop OWNER ann");
      made = true;
    }
    return test;
  }

  /** Returns a URI of a role and a database. */
  public static String uri(String user, String database) {
    return "postgresql://%s@127.0.0.1:%d/%s"
        .formatted(user, server().server.connection().port(), database);
  }

  static Target target(String user, String database) {
    return target(uri(user, database));
  }

  static Target target(String uri) {
    return Target.parse(uri, Optional.empty(), Map.of("PGPASSWORD", PASSWORD));
  }
}
