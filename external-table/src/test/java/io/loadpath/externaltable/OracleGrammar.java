package io.loadpath.externaltable;

import io.debezium.ddl.parser.oracle.generated.PlSqlLexer;
import io.debezium.ddl.parser.oracle.generated.PlSqlParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;

/**
 * For the tests of all modules: a grammar of Oracle's SQL that others wrote, ANTLR's grammars-v4
 * for PL/SQL, in Debezium's parser. It knows ORACLE_LOADER's access parameters, and is no Oracle:
 * what it takes may still be refused, and five things that Oracle's manuals allow it refuses
 * ({@link #GAPS}). Those are put in its words first.
 *
 * <p>ShardingSphere 5.5.2, Druid, JSqlParser and sqlfluff were tried too: none knows PREPROCESSOR.
 */
public final class OracleGrammar {
  /** Clauses that the grammar lacks, and their replacements. */
  private static final Map<Pattern, String> GAPS =
      Map.of(
          Pattern.compile("DATE_FORMAT DATE MASK \"[^\"]+\""), "DATE_FORMAT DATE",
          Pattern.compile("LESS THAN \\(DATE ('[^']+')\\)"), "LESS THAN (TO_DATE($1))",
          // the access driver's chapter describes it, its diagram lacks it
          Pattern.compile("TERRITORY AMERICA\\s+"), "",
          Pattern.compile("(NLS_NUMERIC_CHARACTERS) = '[^']+'"), "$1 = x",
          Pattern.compile("SUM\\(bytes\\)"), "SUM(all_bytes)");

  private OracleGrammar() {}

  /** Returns a statement without what the grammar lacks. */
  public static String inItsWords(String statement) {
    String words = statement;
    for (Map.Entry<Pattern, String> gap : GAPS.entrySet()) {
      words = gap.getKey().matcher(words).replaceAll(gap.getValue());
    }
    return words;
  }

  /** Returns the errors of a statement; none if the grammar accepts it. */
  public static List<String> errors(String statement) {
    List<String> errors = new ArrayList<>();
    BaseErrorListener listener =
        new BaseErrorListener() {
          @Override
          public void syntaxError(
              Recognizer<?, ?> recognizer,
              Object symbol,
              int line,
              int column,
              String message,
              RecognitionException e) {
            errors.add(line + ":" + column + " " + message);
          }
        };
    String text = statement.endsWith(";\n") ? statement : statement + ";";
    PlSqlLexer lexer = new PlSqlLexer(CharStreams.fromString(text.toUpperCase(Locale.ROOT)));
    PlSqlParser parser = new PlSqlParser(new CommonTokenStream(lexer));
    lexer.removeErrorListeners();
    parser.removeErrorListeners();
    lexer.addErrorListener(listener);
    parser.addErrorListener(listener);
    parser.sql_script();
    return errors;
  }
}
