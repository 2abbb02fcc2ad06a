package io.loadpath.externaltable;

import io.loadpath.externaltable.SqlLoaderTokens.SyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * For the tests of all modules: the grammar of SQL*Loader's control files and parameter files, as
 * far as tables of scalar columns need it. Neither ANTLR's grammars-v4 nor a Maven artifact has
 * one.
 *
 * <p>Source: Oracle Database Utilities. Each method has the name of its diagram in the appendix
 * "SQL*Loader Syntax Diagrams" (19c, and for CSV and table-level NULLIF the into_table_clause of
 * 12.2). The form {@code PARTITION (name)} is that of "Direct Path Load of a Single Partition or
 * Subpartition"; two rules about CSV are those of "Specifying CSV Format Files"; the parameters are
 * those of "SQL*Loader Command-Line Reference". It knows no Oracle: what it takes may still be
 * refused, for instance because a file or a column is missing.
 */
public final class SqlLoaderGrammar {
  private static final String BOOLEAN = "TRUE|FALSE";
  private static final String NUMBER = "\\d+";
  private static final String FILE = "'[^']+'|\"[^\"]+\"|[\\w./$#%*?-]+";
  private static final String WORDS = "HEADER|FEEDBACK|ERRORS|DISCARDS|PARTITIONS|ALL";

  /** The parameters that the OPTIONS clause takes, too. */
  private static final Map<String, String> OPTIONS =
      Map.ofEntries(
          Map.entry("BINDSIZE", NUMBER),
          Map.entry("COLUMNARRAYROWS", NUMBER),
          Map.entry("DATE_CACHE", NUMBER),
          Map.entry("DEGREE_OF_PARALLELISM", NUMBER + "|DEFAULT|AUTO|NONE"),
          Map.entry("DIRECT", BOOLEAN),
          Map.entry("EMPTY_LOBS_ARE_NULL", BOOLEAN),
          Map.entry("ERRORS", NUMBER),
          Map.entry("EXTERNAL_TABLE", "NOT_USED|GENERATE_ONLY|EXECUTE"),
          Map.entry("FILE", FILE),
          Map.entry("LOAD", NUMBER),
          Map.entry("MULTITHREADING", BOOLEAN),
          Map.entry("PARALLEL", BOOLEAN),
          Map.entry("READSIZE", NUMBER),
          Map.entry("RESUMABLE", BOOLEAN),
          Map.entry("RESUMABLE_NAME", "'[^']+'"),
          Map.entry("RESUMABLE_TIMEOUT", NUMBER),
          Map.entry("ROWS", NUMBER),
          Map.entry("SILENT", "(?:%1$s)|\\((?:%1$s)(?:,(?:%1$s))*\\)".formatted(WORDS)),
          Map.entry("SKIP", NUMBER),
          Map.entry("SKIP_INDEX_MAINTENANCE", BOOLEAN),
          Map.entry("SKIP_UNUSABLE_INDEXES", BOOLEAN),
          Map.entry("STREAMSIZE", NUMBER),
          Map.entry("TRIM", "LRTRIM|NOTRIM|LTRIM|RTRIM|LDRTRIM"));

  /** The parameters that only the command line and a parameter file take. */
  private static final Map<String, String> PARAMETERS =
      Map.of(
          "BAD", FILE,
          "CONTROL", FILE,
          "DATA", FILE,
          "DISCARD", FILE,
          "DISCARDMAX", NUMBER,
          "LOG", FILE,
          "NO_INDEX_ERRORS", BOOLEAN,
          "USERID", "[^/]+");

  private static final Set<String> METHODS = Set.of("INSERT", "APPEND", "REPLACE", "TRUNCATE");

  private final SqlLoaderTokens tokens;
  private boolean csv;

  private SqlLoaderGrammar(String text) {
    tokens = new SqlLoaderTokens(text);
  }

  /** Returns the first error of a control file, with its line; none if the grammar accepts it. */
  public static List<String> errors(String control) {
    try {
      new SqlLoaderGrammar(control).controlFile();
      return List.of();
    } catch (SyntaxException e) {
      return List.of(e.getMessage());
    }
  }

  /** Returns the lines of a parameter file that are not a known keyword with a value for it. */
  public static List<String> parameterErrors(String parameters) {
    return parameters.lines().filter(line -> !isParameter(line, true)).toList();
  }

  private static boolean isParameter(String text, boolean file) {
    String[] sides = text.split("=", 2);
    String keyword = sides[0].toUpperCase(Locale.ROOT);
    String values = OPTIONS.getOrDefault(keyword, file ? PARAMETERS.get(keyword) : null);
    return sides.length == 2 && values != null && sides[1].matches("(?i:" + values + ")");
  }

  private void controlFile() {
    if (tokens.accept("OPTIONS")) {
      options();
    }
    loadStatement();
    tokens.expectEnd();
  }

  private void options() {
    tokens.expect("(");
    do {
      String option = tokens.takeOption();
      tokens.require(isParameter(option, false), "an option, not " + option);
    } while (tokens.accept(","));
    tokens.expect(")");
  }

  private void loadStatement() {
    tokens.acceptOne(Set.of("UNRECOVERABLE", "RECOVERABLE"));
    tokens.expectOne(Set.of("LOAD", "CONTINUE_LOAD"));
    tokens.accept("DATA");
    if (tokens.accept("CHARACTERSET")) {
      tokens.name();
    }
    if (tokens.accept("LENGTH")) {
      tokens.accept("SEMANTICS");
      tokens.expectOne(Set.of("BYTE", "CHAR", "CHARACTER"));
    }
    if (tokens.accept("BYTEORDER")) {
      tokens.expectOne(Set.of("BIG", "LITTLE"));
      tokens.accept("ENDIAN");
    }
    while (tokens.accept("INFILE")) {
      infileClause();
    }
    tokens.acceptOne(METHODS);
    if (tokens.accept("PRESERVE")) {
      tokens.expect("BLANKS");
    }
    tokens.expect("INTO");
    do {
      intoTableClause();
    } while (tokens.accept("INTO"));
  }

  private void infileClause() {
    if (!tokens.accept("*")) {
      tokens.fileName();
    }
    if (tokens.atString('"')) {
      String processing = tokens.string('"');
      tokens.require(
          processing.matches("(?i)(var|fix) \\d+|str( ('.+'|X'([0-9A-F]{2})+'))?"),
          "\"str '…'\", \"fix n\" or \"var n\"");
    }
    for (String file : List.of("BADFILE", "DISCARDFILE")) {
      if (tokens.accept(file)) {
        tokens.fileName();
      }
    }
    if (tokens.acceptOne(Set.of("DISCARDS", "DISCARDMAX"))) {
      tokens.number();
    }
  }

  private void intoTableClause() {
    tokens.expect("TABLE");
    tokens.name();
    if (tokens.accept(".")) {
      tokens.name();
    }
    if (tokens.acceptOne(Set.of("PARTITION", "SUBPARTITION"))) {
      tokens.expect("(");
      tokens.name();
      tokens.expect(")");
    }
    tokens.acceptOne(METHODS);
    if (tokens.accept("EVALUATE")) {
      tokens.expect("CHECK_CONSTRAINTS");
    }
    if (tokens.accept("REENABLE")) {
      tokens.accept("DISABLED_CONSTRAINTS");
    }
    if (tokens.accept("WHEN")) {
      fieldCondition();
    }
    fieldsClause();
    if (tokens.accept("TRAILING")) {
      tokens.accept("NULLCOLS");
    }
    while (tokens.acceptOne(Set.of("DATE", "TIMESTAMP"))) {
      tokens.expect("FORMAT");
      tokens.string('"');
    }
    if (tokens.accept("NULLIF")) {
      comparison();
    }
    fieldList();
  }

  private void fieldsClause() {
    csv = false;
    if (!tokens.accept("FIELDS")) {
      return;
    }
    csv = tokens.accept("CSV");
    if (csv && tokens.acceptOne(Set.of("WITH", "WITHOUT"))) {
      tokens.expect("EMBEDDED");
    }
    delimSpec();
  }

  /** Nothing, or termination_spec and enclosure_spec. */
  private void delimSpec() {
    boolean terminated = tokens.accept("TERMINATED");
    if (terminated) {
      tokens.accept("BY");
      if (!tokens.accept("WHITESPACE")) {
        tokens.anyString();
      }
    }
    boolean optionally = terminated && tokens.accept("OPTIONALLY");
    if (optionally) {
      tokens.expect("ENCLOSED");
    }
    if (optionally || tokens.accept("ENCLOSED")) {
      tokens.accept("BY");
      tokens.anyString();
      if (tokens.accept("AND")) {
        tokens.anyString();
      }
    }
  }

  private void fieldList() {
    tokens.expect("(");
    do {
      tokens.name();
      if (tokens.accept("EXPRESSION")) {
        tokens.string('"');
      } else if (tokens.accept("CONSTANT")) {
        tokens.anyString();
      } else if (!tokens.acceptOne(Set.of("RECNUM", "SYSDATE"))) {
        scalarField();
      }
    } while (tokens.accept(","));
    tokens.expect(")");
  }

  private void scalarField() {
    tokens.accept("FILLER");
    if (tokens.accept("POSITION")) {
      tokens.expect("(");
      tokens.number();
      if (tokens.acceptOne(Set.of(":", "-"))) {
        tokens.number();
      }
      tokens.expect(")");
    }
    datatypeSpec();
    if (tokens.accept("NO")) {
      tokens.expect("NULLIF");
    }
    for (String condition : List.of("NULLIF", "DEFAULTIF")) {
      if (tokens.accept(condition)) {
        fieldCondition();
      }
    }
    if (tokens.atString('"')) {
      tokens.string('"');
    }
  }

  private void datatypeSpec() {
    if (tokens.accept("CHAR")) {
      length();
    } else if (tokens.acceptOne(Set.of("INTEGER", "FLOAT", "DECIMAL", "ZONED"))) {
      tokens.expect("EXTERNAL");
      length();
    } else if (tokens.accept("DATE")) {
      tokens.accept("EXTERNAL");
      length();
      mask();
    } else if (tokens.accept("TIMESTAMP")) {
      length();
      if (tokens.accept("WITH")) {
        tokens.accept("LOCAL");
        tokens.expect("TIME");
        tokens.expect("ZONE");
      }
      mask();
    } else if (tokens.accept("RAW")) {
      tokens.require(!csv, "a type with delimiters, because of CSV");
      length();
      return;
    }
    int start = tokens.position();
    delimSpec();
    tokens.require(!csv || tokens.position() == start, "no delimiters of a field, because of CSV");
  }

  private void length() {
    if (tokens.accept("(")) {
      tokens.number();
      tokens.expect(")");
    }
  }

  private void mask() {
    if (tokens.atString('"')) {
      tokens.string('"');
    }
  }

  private void fieldCondition() {
    do {
      boolean inside = tokens.accept("(");
      if (inside && tokens.atNumber()) {
        tokens.number();
        tokens.expect(")");
        inside = false;
      } else {
        tokens.name();
      }
      comparison();
      if (inside) {
        tokens.expect(")");
      }
    } while (tokens.accept("AND"));
  }

  private void comparison() {
    tokens.expectOne(Set.of("=", "!=", "<>"));
    if (!tokens.accept("BLANKS")) {
      tokens.anyString();
    }
  }
}
