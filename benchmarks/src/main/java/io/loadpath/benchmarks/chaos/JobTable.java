package io.loadpath.benchmarks.chaos;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The table of one job on a server, in a schema that goes with the job. */
final class JobTable {
  private final Server server;
  private final Plan plan;
  private final TableSpec spec;
  private final TableState state;
  private String definition;

  JobTable(Server server, Plan plan) {
    this.server = server;
    this.plan = plan;
    this.spec = plan.table();
    this.state = new TableState(spec);
  }

  /** Makes the table with its rows, which are returned. */
  RowBag make() throws SQLException {
    server.run(
        "CREATE SCHEMA %s AUTHORIZATION %s"
            .formatted(TableSpec.quoted(spec.schema()), Server.OWNER));
    if (onSmallDisk()) {
      server.run("ALTER ROLE %s SET default_tablespace = %s".formatted(Server.OWNER, Server.SMALL));
    }
    if (!plan.roleSetting().isEmpty()) {
      server.run("ALTER ROLE %s SET %s".formatted(Server.OWNER, plan.roleSetting()));
    }
    create();
    List<List<String>> rows = plan.rowsBefore().values(spec);
    try (Connection session = server.connect()) {
      state.insert(session, rows);
    }
    return RowBag.of(rows);
  }

  /** Makes the table without rows. */
  void create() throws SQLException {
    asOwner(spec.create());
    if (spec.published() != TableSpec.Published.NOT) {
      boolean one = spec.published() == TableSpec.Published.TABLE;
      server.run("DROP PUBLICATION IF EXISTS " + publication());
      server.run(
          "CREATE PUBLICATION %s FOR %s"
              .formatted(publication(), one ? "TABLE " + spec.sql() : "ALL TABLES"));
    }
    noteDefinition();
  }

  private String publication() {
    return TableSpec.quoted("chaos " + plan.job());
  }

  /** Widens a column, as the owner does. */
  void alter() throws SQLException {
    asOwner(List.of(spec.alter()));
    noteDefinition();
  }

  private void noteDefinition() throws SQLException {
    try (Connection session = server.connect()) {
      definition = state.definition(session);
    }
  }

  /** Notes what the owner's last change has made of the table; null changes nothing. */
  void setDefinition(String changed) {
    definition = changed == null ? definition : changed;
  }

  void asOwner(List<String> statements) throws SQLException {
    try (Connection session = server.connect()) {
      Server.run(session, "SET SESSION AUTHORIZATION " + Server.OWNER);
      if (onSmallDisk()) {
        Server.run(session, "SET default_tablespace = " + Server.SMALL);
      }
      for (String statement : statements) {
        Server.run(session, statement);
      }
    }
  }

  private boolean onSmallDisk() {
    return server.smallDisk().isThere()
        && plan.harms().stream().anyMatch(harm -> harm.what() == Harm.What.FULL_DISK);
  }

  RowBag rows() throws SQLException {
    try (Connection session = server.connect()) {
      return state.rows(session);
    }
  }

  /** Returns what the connector has left, in words; "" if nothing. */
  String leftovers() throws SQLException {
    try (Connection session = server.connect()) {
      return state.leftovers(session).replace("\n", ", ");
    }
  }

  /** Returns how the table's definition differs from its owner's; "" if it does not. */
  String changes() throws SQLException {
    try (Connection session = server.connect()) {
      List<String> was = definition.lines().toList();
      List<String> is = state.definition(session).lines().toList();
      return was.equals(is)
          ? ""
          : "was %s, is %s"
              .formatted(
                  was.stream().filter(line -> !is.contains(line)).toList(),
                  is.stream().filter(line -> !was.contains(line)).toList());
    }
  }

  /** Whether the ledger has an export of which a condition holds. */
  boolean ledgerHas(String condition) throws SQLException {
    try {
      return plan.kind().exports()
          && !server
              .rows(
                  "SELECT 1 FROM %s.loadpath_exports WHERE %s"
                      .formatted(TableSpec.quoted(spec.schema()), condition))
              .isEmpty();
    } catch (SQLException e) {
      if (Server.NO_TABLE.equals(e.getSQLState())) {
        return false; // the ledger was not made
      }
      throw e;
    }
  }

  /** Removes all that the job has on the server. */
  void drop() throws SQLException {
    try (Connection session = server.connect()) {
      for (List<String> gid : Server.rows(session, "SELECT gid FROM pg_prepared_xacts")) {
        Server.run(session, "ROLLBACK PREPARED '%s'".formatted(gid.get(0)));
      }
      Server.run(session, "DROP PUBLICATION IF EXISTS " + publication());
      Server.run(
          session, "SELECT pg_terminate_backend(pid) FROM (%s) s".formatted(TableState.SESSIONS));
      Server.run(session, "DROP OWNED BY " + Server.OWNER + " CASCADE");
      Server.run(session, "ALTER ROLE " + Server.OWNER + " RESET ALL");
    }
    server.grant();
  }
}
