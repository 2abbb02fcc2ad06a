package io.loadpath.engines.hive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.hive.jdbc.HiveStatement;

/**
 * Runs statements on a HiveServer2. Rows go to standard output as Hive's command line prints them,
 * the server's messages to standard error.
 *
 * <p>{@code bin/hive -u jdbc:hive2://127.0.0.1:10000/default -f hive/q1.hql --hivevar delta=90}
 */
public final class JdbcClient {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int USAGE = 2;
  private static final long CONNECT_SECONDS = 30;

  /**
   * Statements of one place.
   *
   * @param name a file, or an option
   */
  record Source(String name, List<String> statements) {}

  /** A failure in words. */
  static final class Failure extends Exception {
    private static final long serialVersionUID = 1;

    Failure(String message) {
      super(message);
    }
  }

  private final JdbcArguments arguments;
  private final OutputStream out;

  private JdbcClient(JdbcArguments arguments, OutputStream out) {
    this.arguments = arguments;
    this.out = out;
  }

  public static void main(String[] args) {
    System.exit(run(args));
  }

  private static int run(String... args) {
    try (OutputStream out = new BufferedOutputStream(new RowOutput())) {
      new JdbcClient(JdbcArguments.parse(args), out).run();
      return OK;
    } catch (JdbcArguments.UsageException e) {
      System.err.println("hive: " + e.getMessage() + ": see 'hive --help'");
      return USAGE;
    } catch (Failure | IOException e) {
      System.err.println("hive: " + e.getMessage());
      return FAILED;
    }
  }

  private void run() throws Failure, IOException {
    List<Source> sources = sources(arguments);
    Connection connection = connected();
    try {
      for (Source source : sources) {
        for (String statement : source.statements()) {
          run(connection, source.name(), statement);
        }
      }
    } finally {
      close(connection);
    }
  }

  /** Ends the session. A failure of that says nothing of the statements. */
  static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      System.err.println("hive: the session did not end well: " + oneLine(e));
    }
  }

  /** Returns all statements, in their order. */
  static List<Source> sources(JdbcArguments arguments) throws Failure {
    List<Source> sources = new ArrayList<>();
    if (arguments.database() != null) {
      sources.add(new Source("--database", List.of("USE `" + arguments.database() + "`")));
    }
    for (String file : arguments.files()) {
      try {
        sources.add(new Source(file, Statements.of(Files.readString(Path.of(file), UTF_8))));
      } catch (IOException e) {
        throw new Failure("cannot read the file " + file + " (" + e + ")");
      }
    }
    sources.add(new Source("-e", Statements.of(arguments.query())));
    return sources;
  }

  /** Connects, or gives up after a while: the driver alone would wait for ever. */
  private Connection connected() throws Failure {
    Properties properties = arguments.properties();
    properties.put("user", arguments.user());
    try {
      if (arguments.passwordFile() != null) {
        properties.put("password", PasswordFile.read(arguments.passwordFile()));
      }
    } catch (IOException e) {
      throw new Failure(
          "cannot read the password file " + arguments.passwordFile() + " (" + e + ")");
    }
    try {
      return CompletableFuture.supplyAsync(
              () -> {
                try {
                  return DriverManager.getConnection(arguments.url(), properties);
                } catch (SQLException e) {
                  throw new CompletionException(e);
                }
              })
          .orTimeout(CONNECT_SECONDS, TimeUnit.SECONDS)
          .join();
    } catch (CompletionException e) {
      throw new Failure("cannot connect to " + arguments.server() + ": " + oneLine(cause(e)));
    }
  }

  private Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof java.util.concurrent.TimeoutException
        ? new IOException("no answer in " + CONNECT_SECONDS + " s")
        : cause;
  }

  private void run(Connection connection, String source, String text) throws Failure, IOException {
    try (HiveStatement statement = (HiveStatement) connection.createStatement()) {
      if (executed(statement, text)) {
        try (ResultSet rows = statement.getResultSet()) {
          Rows.print(rows, out);
        }
      }
      out.flush();
    } catch (SQLException e) {
      throw new Failure(source + ": " + oneLine(e));
    }
  }

  /** Returns whether it has rows. */
  private boolean executed(HiveStatement statement, String text) throws SQLException {
    ServerMessages messages = new ServerMessages(statement, arguments.silent());
    try {
      return statement.execute(text);
    } finally {
      messages.end();
    }
  }

  private static String oneLine(Throwable failure) {
    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    return message.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
