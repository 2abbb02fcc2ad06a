package io.loadpath.engines.postgres.cli;

import io.loadpath.engines.postgres.sql.SqlClient;
import io.loadpath.engines.postgres.sql.SqlScript;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** The arguments of {@code postgres sql}. */
final class SqlArguments {
  static final String HELP =
      """
      usage: postgres sql [-v NAME=VALUE]... [-f FILE | -c SQL]... [--each NAME=VALUE,VALUE,...] [--then ...]

      Runs SQL like psql -X -q -A -t -v ON_ERROR_STOP=on, and stops at the first error. Without -f and -c it reads the
      script from standard input. It connects by PGHOST, PGPORT, PGUSER, PGDATABASE and PGPASSFILE; without PGHOST to
      the bundled server.

        -v NAME=VALUE   set a variable: :NAME, :'NAME' (as a literal), :"NAME" (as an identifier)
        -f FILE         run the statements of a file
        -c SQL          run statements; COPY ... FROM STDIN in them reads standard input
        --each NAME=VALUE,VALUE,...
                        run everything for all values in parallel, one session per value
        --then          after this stage has succeeded, run the next one, with its own -f, -c and --each

      Everything without --each shares one session, which stays open until the end.
      It knows four of psql's backslash commands: \\set NAME VALUE, \\gset, \\echo and \\ir FILE.
      """;

  private final Map<String, String> variables = new HashMap<>();
  private final List<Stage> stages = new ArrayList<>();
  private List<SqlScript> scripts = new ArrayList<>();
  private String each = "";
  private List<String> values = List.of();

  /**
   * A stage, which runs after the previous one has succeeded.
   *
   * @param each the variable that differs from session to session, or empty
   * @param values its value in each session
   */
  private record Stage(List<SqlScript> scripts, String each, List<String> values) {}

  SqlArguments(List<String> words, InputStream in) {
    Iterator<String> rest = words.iterator();
    while (rest.hasNext()) {
      option(rest.next(), rest);
    }
    if (scripts.isEmpty() && stages.isEmpty()) {
      scripts.add(SqlScript.input(in));
    }
    endStage();
  }

  /** Runs the stages until one fails; returns its failures. */
  List<String> run(SqlClient client) {
    for (Stage stage : stages) {
      List<String> failures =
          stage.each.isEmpty()
              ? client.run(stage.scripts, variables)
              : client.runEach(stage.scripts, variables, stage.each, stage.values);
      if (!failures.isEmpty()) {
        return failures;
      }
    }
    return List.of();
  }

  private void endStage() {
    if (scripts.isEmpty()) {
      throw new Postgres.UsageException("--then must be between -f or -c and another -f or -c");
    }
    stages.add(new Stage(scripts, each, values));
    scripts = new ArrayList<>();
    each = "";
    values = List.of();
  }

  private void option(String word, Iterator<String> rest) {
    switch (word) {
      case "-v", "--variable" -> {
        String[] assignment = assignment(word, value(word, rest));
        variables.put(assignment[0], assignment[1]);
      }
      case "-f", "--file" -> scripts.add(SqlScript.file(value(word, rest)));
      case "-c", "--command" -> scripts.add(SqlScript.command(value(word, rest)));
      case "--each" -> {
        if (!each.isEmpty()) {
          throw new Postgres.UsageException(
              "--each can be given once, or once before and after --then");
        }
        String[] assignment = assignment(word, value(word, rest));
        each = assignment[0];
        values = List.of(assignment[1].split(",", -1));
      }
      case "--then" -> endStage();
      default -> throw new Postgres.UsageException("unknown argument " + word + " of sql");
    }
  }

  static String value(String option, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new Postgres.UsageException(option + " needs a value");
    }
    return rest.next();
  }

  static String[] assignment(String option, String text) {
    String[] parts = text.split("=", 2);
    if (parts.length < 2 || !parts[0].matches("[\\p{L}\\p{N}_]+")) {
      throw new Postgres.UsageException(option + " needs NAME=VALUE, found: " + text);
    }
    return parts;
  }
}
