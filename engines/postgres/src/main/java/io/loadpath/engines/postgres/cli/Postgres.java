package io.loadpath.engines.postgres.cli;

import io.loadpath.engines.postgres.PostgresServer;
import io.loadpath.engines.postgres.sql.SqlClient;
import io.loadpath.engines.postgres.sql.SqlDatabase;
import io.loadpath.engines.service.ServiceException;
import io.loadpath.engines.service.ShellWord;
import io.loadpath.engines.service.StateFolder;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The bundled PostgreSQL on the command line. A timed load path starts this client, so it parses
 * its few arguments by hand: a library would double its start time.
 *
 * <pre>engines/bin/postgres start|stop|status|url|env|sql|copy</pre>
 */
public final class Postgres {
  static final int OK = 0;
  static final int FAILED = 1;
  static final int USAGE = 2;

  private static final String HELP =
      """
      usage: postgres COMMAND

      The bundled PostgreSQL server of this project.

        start    start it, unless it runs
        stop     stop it, if it runs
        status   show it; exit code 1 if it does not run
        url      print its address
        env      print the connection variables for psql, Sqoop and others: eval "$(engines/bin/postgres env)"
        sql      run SQL on it, or on the server that PGHOST names: postgres sql --help
        copy     send files to it, one session per file: postgres copy --help

      --debug before the command shows the stack trace of an error.
      """;

  /** Wrong arguments; exit code 2. */
  static final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  private final Map<String, String> environment;
  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;

  Postgres(Map<String, String> environment, InputStream in, PrintStream out, PrintStream err) {
    this.environment = environment;
    this.in = in;
    this.out = out;
    this.err = err;
  }

  /** Runs one command; the launcher sets LOADPATH_ROOT. */
  public static void main(String[] args) {
    StandardOutput out = StandardOutput.install();
    int code = new Postgres(System.getenv(), System.in, out, System.err).run(args);
    System.exit(out.exitCode("postgres", code));
  }

  int run(String... args) {
    List<String> words = new ArrayList<>(Arrays.asList(args));
    boolean debug = !words.isEmpty() && words.get(0).equals("--debug");
    if (debug) {
      words.remove(0);
    }
    try {
      return command(words);
    } catch (UsageException e) {
      err.println("postgres: " + e.getMessage());
      err.println("Try 'postgres --help', 'postgres sql --help' or 'postgres copy --help'.");
      return USAGE;
    } catch (SqlClient.OutputLostException e) {
      return FAILED; // main reports the reason
    } catch (RuntimeException e) {
      err.println(
          e instanceof ServiceException
              ? "postgres: " + e.getMessage()
              : "postgres: an error in the program; --debug shows where: " + e);
      if (debug) {
        e.printStackTrace(err);
      }
      return FAILED;
    }
  }

  private int command(List<String> words) {
    String command = words.isEmpty() ? "" : words.get(0);
    List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
    if (List.of("--help", "-h", "help").contains(command) || rest.contains("--help")) {
      out.print(
          switch (command) {
            case "sql" -> SqlArguments.HELP;
            case "copy" -> CopyArguments.HELP;
            default -> HELP;
          });
      return OK;
    }
    if (!List.of("", "sql", "copy").contains(command) && !rest.isEmpty()) {
      throw new UsageException(command + " takes no arguments, found: " + String.join(" ", rest));
    }
    return switch (command) {
      case "start" -> start();
      case "stop" -> print(server().stop() ? "PostgreSQL stopped" : "PostgreSQL was not running");
      case "status" -> status();
      case "url" -> print(server().connection().url());
      case "env" -> env();
      case "sql" -> onDatabase(in, new SqlArguments(rest, in)::run);
      case "copy" -> onDatabase(InputStream.nullInputStream(), CopyArguments.parse(rest)::on);
      default ->
          throw new UsageException(
              (command.isEmpty() ? "a command is missing" : "unknown command " + command)
                  + ": use start, stop, status, url, env, sql or copy");
    };
  }

  private int start() {
    PostgresServer server = server();
    StateFolder.warning(StateFolder.of(environment))
        .ifPresent(text -> err.println("warning: " + text));
    boolean started = server.start();
    String done = started ? "PostgreSQL %s started: %s" : "PostgreSQL %s runs already: %s";
    return print(done.formatted(PostgresServer.version(), server.connection().url()));
  }

  private int status() {
    PostgresServer server = server();
    if (!server.running()) {
      print("PostgreSQL is not running");
      return FAILED;
    }
    print("version  " + PostgresServer.version());
    print("pid      " + server.postmasterPid());
    print("port     " + server.connection().port());
    return print("data     " + server.dataFolder());
  }

  private int env() {
    server()
        .connection()
        .environment()
        .forEach((name, value) -> print("export " + name + "=" + ShellWord.quoted(value)));
    return OK;
  }

  /** Runs the arguments' work, on the server that PGHOST names or on the bundled one. */
  private int onDatabase(InputStream input, Function<SqlClient, List<String>> work) {
    SqlDatabase database =
        environment.getOrDefault("PGHOST", "").isEmpty()
            ? SqlDatabase.of(server().connection())
            : SqlDatabase.of(environment);
    try (SqlClient client = new SqlClient(database, input, out, err)) {
      List<String> failures = work.apply(client);
      failures.forEach(failure -> err.println("postgres: " + failure));
      return failures.isEmpty() ? OK : FAILED;
    }
  }

  private PostgresServer server() {
    String root = environment.getOrDefault("LOADPATH_ROOT", "");
    if (root.isEmpty()) {
      throw new ServiceException("LOADPATH_ROOT is not set: run engines/bin/postgres");
    }
    return PostgresServer.of(Path.of(root), StateFolder.of(environment));
  }

  private int print(String line) {
    out.println(line);
    return OK;
  }
}
