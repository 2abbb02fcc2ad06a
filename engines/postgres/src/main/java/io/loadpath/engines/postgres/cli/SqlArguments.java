package io.loadpath.engines.postgres.cli;

import io.loadpath.engines.postgres.sql.Script;
import io.loadpath.engines.postgres.sql.SqlRun;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** The arguments of {@code postgres sql}: variables of all stages, and the stages. */
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
                        run all of it for all values at the same time, one session per value
        --then          after all of this has succeeded, run the next stage, with its own -f, -c and --each

      Everything without --each shares one session, which stays open until the end.
      It knows three of psql's backslash commands: \\set NAME VALUE, \\echo and \\ir FILE.
      """;

  private final Map<String, String> variables = new HashMap<>();
  private final List<SqlRun> stages = new ArrayList<>();
  private List<Script> scripts = new ArrayList<>();
  private String each = "";
  private List<String> values = List.of();

  private SqlArguments() {}

  /** Returns the stages in the order of their runs. */
  static List<SqlRun> parse(List<String> words, InputStream in) {
    SqlArguments arguments = new SqlArguments();
    Iterator<String> rest = words.iterator();
    while (rest.hasNext()) {
      arguments.option(rest.next(), rest);
    }
    if (arguments.scripts.isEmpty() && arguments.stages.isEmpty()) {
      arguments.scripts.add(Script.input(in));
    }
    arguments.endStage();
    return arguments.stages;
  }

  private void endStage() {
    if (scripts.isEmpty()) {
      throw new UsageException("--then must be between -f or -c and another -f or -c");
    }
    stages.add(new SqlRun(scripts, variables, each, values));
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
      case "-f", "--file" -> scripts.add(Script.file(value(word, rest)));
      case "-c", "--command" -> scripts.add(Script.command(value(word, rest)));
      case "--each" -> {
        if (!each.isEmpty()) {
          throw new UsageException("--each can be given once, or once before and after --then");
        }
        String[] assignment = assignment(word, value(word, rest));
        each = assignment[0];
        values = List.of(assignment[1].split(",", -1));
      }
      case "--then" -> endStage();
      default -> throw new UsageException("unknown argument " + word + " of sql");
    }
  }

  static String value(String option, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new UsageException(option + " needs a value");
    }
    return rest.next();
  }

  static String[] assignment(String option, String text) {
    String[] parts = text.split("=", 2);
    if (parts.length < 2 || !parts[0].matches("[\\p{L}\\p{N}_]+")) {
      throw new UsageException(option + " needs NAME=VALUE, found: " + text);
    }
    return parts;
  }
}
