package io.loadpath.engines.postgres.cli;

import io.loadpath.engines.postgres.sql.FileCopy;
import io.loadpath.engines.postgres.sql.SqlScript;
import io.loadpath.rows.TextFormat;
import io.loadpath.rows.TextFormat.DelimiterAtEnd;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The arguments of {@code postgres copy}. */
final class CopyArguments {
  static final String HELP =
      """
      usage: postgres copy [-v NAME=VALUE]... [--before FILE]... -c SQL [--after FILE]...
                     [--to-binary CHAR [--delimiter-at-end] [--null TEXT] [--hex-bytes]
                                    [--skip-header-lines N]] DATAFILE...

      Sends data files to the server by COPY ... FROM STDIN in parallel, one session per file. The client inflates files
      that end in .gz, and skips a byte order mark. It connects and reads scripts like 'postgres sql'.

        -v NAME=VALUE   set a variable: :NAME, :'NAME' (as a literal), :"NAME" (as an identifier)
        --before FILE   run the statements of a file first
        -c SQL          the statements for each data file, in one transaction; one of them is COPY ... FROM STDIN.
                        :'file' is the file's name, and after COPY :rows its number of rows
        --after FILE    run the statements of a file after all data files were sent; not after a failure.
                        :files and :rows are the numbers of files and rows
        --to-binary CHAR
                        the data files are text without quotes and escapes; the client sends them to COPY ... FROM
                        STDIN (FORMAT binary), which costs the server less CPU time and the client more. Fields have
                        this character between them; an empty field is NULL (in "char": the byte 0); rows end with LF;
                        dates are YYYY-MM-DD, or with slashes in the order of DateStyle. Types: integers, numeric, float4,
                        float8, bool, date, timestamp, timestamptz with an offset, uuid, bytea as \\x00ff, text,
                        varchar, char
        --delimiter-at-end
                        with --to-binary: each row has a delimiter after its last field; a row without it, or with text
                        after it, is an error
        --null TEXT     with --to-binary: a field with this text is NULL, and an empty field is text
        --hex-bytes     with --to-binary: bytea fields are bare hex digits, such as 00ff
        --skip-header-lines N
                        with --to-binary: the first N lines of each file are not rows. Without --to-binary, let COPY
                        skip a line: HEADER true

      Each session commits its own file. For all or nothing, let COPY fill a staging table, and let --after replace the
      table by it in one transaction. --before and --after share one session, which stays open until the end.
      """;

  private final List<SqlScript> before = new ArrayList<>();
  private final List<SqlScript> after = new ArrayList<>();
  private final Map<String, String> variables = new HashMap<>();
  private final List<Path> files = new ArrayList<>();
  private Optional<Character> binaryFrom = Optional.empty();
  private DelimiterAtEnd delimiterAtEnd = DelimiterAtEnd.NEVER;
  private String nullText = "";
  private boolean hexBytes;
  private int headerLines;
  private final List<String> onlyToBinary = new ArrayList<>();
  private SqlScript copy;

  private CopyArguments() {}

  static FileCopy parse(List<String> words) {
    CopyArguments arguments = new CopyArguments();
    Iterator<String> rest = words.iterator();
    while (rest.hasNext()) {
      arguments.take(rest.next(), rest);
    }
    if (arguments.copy == null) {
      throw new Postgres.UsageException("copy needs -c 'COPY ... FROM STDIN'");
    }
    if (arguments.files.isEmpty()) {
      throw new Postgres.UsageException("copy needs a data file");
    }
    if (arguments.binaryFrom.isEmpty() && !arguments.onlyToBinary.isEmpty()) {
      throw new Postgres.UsageException(
          String.join(", ", arguments.onlyToBinary) + " needs --to-binary");
    }
    return new FileCopy(
        arguments.before,
        arguments.copy,
        arguments.after,
        arguments.variables,
        arguments.binaryFrom.map(
            c ->
                new FileCopy.BinaryFrom(
                    TextFormat.plain(c, arguments.nullText, arguments.delimiterAtEnd),
                    arguments.hexBytes,
                    arguments.headerLines)),
        arguments.files);
  }

  private void take(String word, Iterator<String> rest) {
    switch (word) {
      case "-v", "--variable" -> {
        String[] assignment = SqlArguments.assignment(word, SqlArguments.value(word, rest));
        variables.put(assignment[0], assignment[1]);
      }
      case "--before" -> before.add(SqlScript.file(SqlArguments.value(word, rest)));
      case "--after" -> after.add(SqlScript.file(SqlArguments.value(word, rest)));
      case "--to-binary" -> {
        if (binaryFrom.isPresent()) {
          throw new Postgres.UsageException(word + " is given twice");
        }
        binaryFrom = Optional.of(character(SqlArguments.value(word, rest)));
      }
      case "--null" -> {
        onlyToBinary.add(word);
        nullText = SqlArguments.value(word, rest);
      }
      case "--hex-bytes" -> {
        onlyToBinary.add(word);
        hexBytes = true;
      }
      case "--skip-header-lines" -> {
        onlyToBinary.add(word);
        headerLines = lines(word, SqlArguments.value(word, rest));
      }
      case "--delimiter-at-end" -> {
        onlyToBinary.add(word);
        delimiterAtEnd = DelimiterAtEnd.ALWAYS;
      }
      case "-c", "--command" -> {
        if (copy != null) {
          throw new Postgres.UsageException(word + " is given twice");
        }
        copy = SqlScript.command(SqlArguments.value(word, rest));
      }
      default -> {
        if (word.startsWith("-")) {
          throw new Postgres.UsageException("unknown argument " + word + " of copy");
        }
        files.add(Path.of(word));
      }
    }
  }

  private static int lines(String word, String value) {
    try {
      int lines = Integer.parseInt(value);
      if (lines >= 0) {
        return lines;
      }
    } catch (NumberFormatException e) {
      // the same message
    }
    throw new Postgres.UsageException(
        "%s needs a whole number from 0 to %d; found '%s'"
            .formatted(word, Integer.MAX_VALUE, value));
  }

  private static char character(String word) {
    if (word.length() != 1 || word.charAt(0) >= 128 || "\r\n".contains(word)) {
      throw new Postgres.UsageException(
          "--to-binary needs one ASCII character, neither CR nor LF; found '" + word + "'");
    }
    return word.charAt(0);
  }
}
