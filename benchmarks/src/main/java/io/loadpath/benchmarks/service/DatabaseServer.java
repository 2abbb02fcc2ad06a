package io.loadpath.benchmarks.service;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.PostgresServer;
import io.loadpath.engines.service.ServiceException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;

/** A PostgreSQL server, which a run may start and stop if it is the bundled one. */
interface DatabaseServer extends AutoCloseable {
  /** Returns its name, for messages and for the clean-up after a killed run. */
  String name();

  boolean running();

  /** Whether it is the user's server. */
  default boolean ofUser() {
    return false;
  }

  /** Starts it if necessary, and returns the connection to it. */
  ConnectionInfo start();

  /** Makes the schema of a run, or takes the one that the user lends. */
  RunSchema makeSchema(Connection session) throws SQLException;

  /** Drops the schema of a run at its end, before {@link #close}. */
  void drop(RunSchema schema, Connection session) throws SQLException;

  /** Returns the application name that marks the sessions of the run's paths, if one does. */
  Optional<String> application();

  /** Returns its first process; empty if it is not visible. */
  Set<Long> processes();

  void stop();

  @Override
  void close();

  /** Whether the schema of the run is left after {@link #close}. */
  default boolean left() {
    return false;
  }

  /** The bundled server. */
  record Bundled(PostgresServer server) implements DatabaseServer {
    /** The beginning of the tokens of its own runs; a run of another state folder has none. */
    private static final String OWN = "own_";

    @Override
    public String name() {
      return "PostgreSQL";
    }

    @Override
    public boolean running() {
      return server.running();
    }

    @Override
    public ConnectionInfo start() {
      server.start();
      return server.connection();
    }

    @Override
    public RunSchema makeSchema(Connection session) throws SQLException {
      for (RunSchema left : RunSchema.all(session, OWN)) {
        // a state folder has one run at a time, so its run was killed
        SchemaDrop drop = new SchemaDrop(session, left);
        drop.endSessionsWithLocks();
        try {
          drop.run();
        } catch (SchemaDrop.BlockedException e) {
          throw new ServiceException(
              "the schema %s of a killed run is left in PostgreSQL, because %s"
                  .formatted(left.name(), e.getMessage()),
              e);
        }
      }
      return RunSchema.make(session, OWN + RunSchema.newToken());
    }

    @Override
    public void drop(RunSchema schema, Connection session) throws SQLException {
      new SchemaDrop(session, schema).run();
    }

    /** The processes of the clients are here, and mark their sessions. */
    @Override
    public Optional<String> application() {
      return Optional.empty();
    }

    @Override
    public Set<Long> processes() {
      return Set.of(server.postmasterPid());
    }

    @Override
    public void stop() {
      server.stop();
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
