package io.loadpath.benchmarks.service;

import io.loadpath.benchmarks.measure.CpuLedger;
import io.loadpath.benchmarks.measure.ProbeServer;
import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.ConnectionSetting;
import io.loadpath.engines.postgres.PostgresServer;
import io.loadpath.engines.service.ClientSockets;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The PostgreSQL of a run: the bundled server, or the user's. */
final class PostgresService implements Service {
  private static final String NOT_ALLOWED = "42501";
  private static final int VALIDATION_SECONDS = 5;

  private final DatabaseServer server;
  private ConnectionInfo connection;
  private RunSchema schema;
  private Timestamp sampleBegan;
  private boolean mayCheckpoint = true;
  private boolean away;

  /** Kept, because connecting takes more CPU time than all its queries. */
  private Connection session;

  PostgresService(DatabaseServer server) {
    this.server = server;
  }

  /** Returns the server that a run at {@code place} uses. */
  static PostgresService of(RunPlace place) {
    return new PostgresService(
        place
            .database()
            .<DatabaseServer>map(users -> new UserServer(users, place))
            .orElseGet(
                () -> new DatabaseServer.Bundled(PostgresServer.of(place.root(), place.state()))));
  }

  @Override
  public String name() {
    return server.name();
  }

  @Override
  public boolean usedBy(Variant variant) {
    return Requirements.needsPostgres(variant.path());
  }

  @Override
  public boolean running() {
    return server.running();
  }

  @Override
  public void start() {
    connection = server.start();
    try {
      schema = server.makeSchema(session());
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  ConnectionInfo connection() {
    return connection;
  }

  ProbeServer probed() {
    return new ProbeServer(connection, schema.name(), server.ofUser());
  }

  @Override
  public Map<String, String> environment(Folders folders, Path data) {
    Map<String, String> variables = schema.environment(connection.environment());
    server
        .application()
        .ifPresent(
            name -> {
              variables.put(ConnectionSetting.APPLICATION_NAME.variable(), name);
              variables.computeIfPresent(
                  "LOADPATH_JDBC_URL",
                  (key, url) ->
                      url + "&" + ConnectionSetting.APPLICATION_NAME.property() + "=" + name);
            });
    return variables;
  }

  @Override
  public Set<String> secrets() {
    return Set.of(password());
  }

  @Override
  public String stage() {
    return CpuLedger.DATABASE;
  }

  @Override
  public Set<Long> processes() {
    return server.processes();
  }

  /** Makes a checkpoint. Most roles of a user's server may not; then its writes are not known. */
  @Override
  public boolean settle() {
    if (mayCheckpoint) {
      try (Statement statement = session().createStatement()) {
        statement.execute("CHECKPOINT");
      } catch (SQLException e) {
        if (!NOT_ALLOWED.equals(e.getSQLState())) {
          throw failed(e);
        }
        mayCheckpoint = false;
      }
    }
    return mayCheckpoint;
  }

  @Override
  public void beginSample(Folders folders, Map<String, String> jobSettings) {
    try (Statement statement = session().createStatement();
        ResultSet now = statement.executeQuery("SELECT clock_timestamp()")) {
      now.next();
      sampleBegan = now.getTimestamp(1);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /**
   * Ends the sessions that began in this sample and whose client is one of the sample's processes,
   * or has ended: an ended client may have left its statement running. A user's session has another
   * client, and stays. A server that does not answer has no session to end.
   *
   * <p>The clients of the user's server may not be visible here, so an application name marks their
   * sessions.
   */
  @Override
  public void endSessions(Set<Long> clients) {
    try {
      if (server.application().isPresent()) {
        SchemaDrop.endSessions(session(), server.application().get());
        return;
      }
      Map<Long, Integer> portOfSession = new LinkedHashMap<>();
      try (PreparedStatement began =
          session()
              .prepareStatement(
                  """
                  SELECT pid, client_port
                  FROM pg_stat_activity
                  WHERE backend_type = 'client backend'
                    AND backend_start >= ?
                    AND client_port > 0
                    AND pid <> pg_backend_pid()
                  """)) {
        began.setTimestamp(1, sampleBegan);
        try (ResultSet rows = began.executeQuery()) {
          while (rows.next()) {
            portOfSession.put(rows.getLong(1), rows.getInt(2));
          }
        }
      }
      // Read after the sessions: a client that is missing now has ended.
      Map<Integer, Long> sockets = ClientSockets.to(connection.port());
      Set<Long> ofSample = ClientSockets.heldBy(clients);
      portOfSession
          .values()
          .removeIf(p -> sockets.containsKey(p) && !ofSample.contains(sockets.get(p)));
      SchemaDrop.endSessions(
          session(),
          "pid = ANY (?) AND backend_start >= ?",
          session().createArrayOf("integer", portOfSession.keySet().toArray()),
          sampleBegan);
    } catch (SQLException | IOException e) {
      // the next path uses the same server, and reports its failure
    }
  }

  private Connection session() throws SQLException {
    if (session == null || !session.isValid(VALIDATION_SECONDS)) {
      session = connect();
    }
    return session;
  }

  /**
   * Connects. It waits for a user's server that is away, but only once. On it, the session has the
   * name of the paths' sessions, so that the clean-up after a kill also ends a statement of it.
   */
  private Connection connect() throws SQLException {
    boolean waits = server.ofUser() && !away;
    away = true;
    Connection opened =
        HarnessSession.open(
            connection::connect,
            waits ? HarnessSession.AWAY : HarnessSession.RESTARTING,
            server.application().orElse(HarnessSession.NAME));
    away = false;
    return opened;
  }

  private String password() {
    try {
      return Files.readString(connection.passwordFile());
    } catch (IOException e) {
      return "";
    }
  }

  private ServiceException failed(SQLException e) {
    return new ServiceException(server.name() + ": " + e.getMessage().strip(), e);
  }

  /**
   * Fails if the schema of the run is left after {@link #close}, which has printed why and the
   * command that drops it.
   */
  void requireSchemaDropped() {
    if (server.left()) {
      throw new ServiceException(
          "the run's schema is left on %s; the reason and the command are above"
              .formatted(server.name()));
    }
  }

  @Override
  public void stop() {
    server.stop();
  }

  @Override
  public void close() {
    try {
      boolean answers = session != null && session.isValid(VALIDATION_SECONDS);
      if (schema != null && (answers || !server.ofUser())) {
        server.drop(schema, session());
      }
      if (session != null) {
        session.close();
      }
    } catch (SQLException | SchemaDrop.BlockedException e) {
      // the bundled server has ended, and the next run drops the schema; for a user's, close does
    }
    server.close();
  }
}
