package io.loadpath.engines.postgres.cli;

import io.loadpath.engines.postgres.sql.Script;
import io.loadpath.engines.postgres.sql.SqlRun;
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
      usage: postgres sql [-v NAME=VALUE]... [-f FILE | -c SQL]... [--each NAME=VALUE,VALUE,...]

      Runs SQL as psql -X -q -A -t -v ON_ERROR_STOP=on does, and stops at the first error. Without -f and -c it reads
      the script from standard input. It connects by PGHOST, PGPORT, PGUSER, PGDATABASE and PGPASSFILE; without PGHOST
      to the bundled server.

        -v NAME=VALUE   set a variable: :NAME, :'NAME' (as a literal), :"NAME" (as an identifier)
        -f FILE         run the statements of a file
        -c SQL          run statements; COPY ... FROM STDIN in them reads standard input
        --each NAME=VALUE,VALUE,...
                        run all of it once for each value, each in a session of its own, at the same time

      Of psql's backslash commands \\set NAME VALUE and \\echo are there.
      """;

  private final List<Script> scripts = new ArrayList<>();
  private final Map<String, String> variables = new HashMap<>();
  private String each = "";
  private List<String> values = List.of();

  private SqlArguments() {}

  static SqlRun parse(List<String> words, InputStream in) {
    SqlArguments arguments = new SqlArguments();
    Iterator<String> rest = words.iterator();
    while (rest.hasNext()) {
      arguments.option(rest.next(), rest);
    }
    if (arguments.scripts.isEmpty()) {
      arguments.scripts.add(Script.input(in));
    }
    return new SqlRun(arguments.scripts, arguments.variables, arguments.each, arguments.values);
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
          throw new UsageException("--each can be given once");
        }
        String[] assignment = assignment(word, value(word, rest));
        each = assignment[0];
        values = List.of(assignment[1].split(",", -1));
      }
      default -> throw new UsageException("unknown argument " + word + " of sql");
    }
  }

  private static String value(String option, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new UsageException(option + " needs a value");
    }
    return rest.next();
  }

  private static String[] assignment(String option, String text) {
    String[] parts = text.split("=", 2);
    if (parts.length < 2 || !parts[0].matches("[\\p{L}\\p{N}_]+")) {
      throw new UsageException(option + " needs NAME=VALUE, found: " + text);
    }
    return parts;
  }
}
