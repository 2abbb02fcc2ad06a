package io.loadpath.engines.postgres.sql;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The session of a command's scripts, except those that run once for each value or file. Its first
 * script opens it, and it stays open until the end. So an advisory lock that a script takes covers
 * the whole command, and ends with the client.
 */
public final class LeadSession implements AutoCloseable {
  private final Target target;
  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;
  private SqlSession session;

  /** Makes a session without opening it. */
  public LeadSession(Target target, InputStream in, PrintStream out, PrintStream err) {
    this.target = target;
    this.in = in;
    this.out = out;
    this.err = err;
  }

  Target target() {
    return target;
  }

  void run(List<Script> scripts, Map<String, String> variables) {
    if (session == null) {
      session = new SqlSession(target.connect(), Optional.of(in), new Output(out), err);
    }
    run(session, scripts, variables);
  }

  /** Runs scripts in another session, and closes it. */
  void runBeside(List<Script> scripts, Map<String, String> variables) {
    try (SqlSession other =
        new SqlSession(target.connect(), Optional.empty(), new Output(out), err)) {
      run(other, scripts, variables);
    }
  }

  private static void run(SqlSession session, List<Script> scripts, Map<String, String> values) {
    Variables variables = new Variables(values);
    scripts.forEach(script -> session.run(script, variables));
    session.requireNoOpenTransaction(scripts.get(scripts.size() - 1));
  }

  @Override
  public void close() {
    if (session != null) {
      session.close();
    }
  }
}
