package io.loadpath.externaltable;

import static io.loadpath.externaltable.OracleGrammar.errors;
import static io.loadpath.externaltable.OracleGrammar.inItsWords;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The SQL of the Oracle scripts, with the values of 00-settings.sql, against {@link OracleGrammar}.
 */
class OracleGrammarTest {
  private static final Path FOLDER = Path.of("oracle");
  private static final Pattern DEFINE = Pattern.compile("DEFINE (\\w+) = (['\"]?)(.*)\\2");
  private static final Pattern VARIABLE = Pattern.compile("&(\\w+)\\.?");

  static List<Path> scripts() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<Path> scripts =
          new ArrayList<>(files.filter(file -> file.toString().endsWith(".sql")).sorted().toList());
      scripts.add(Path.of("../datasets/sql/fingerprint-all-card-trans-oracle.sql"));
      try (Stream<Path> others = Files.list(Path.of("../sqoop/sql/oracle"))) {
        others.filter(file -> file.toString().endsWith(".sql")).sorted().forEach(scripts::add);
      }
      return scripts;
    }
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void acceptsEveryStatement(Path script) throws IOException {
    for (String statement : statements(script, Map.of())) {
      assertThat(errors(inItsWords(statement))).as(statement).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "02-external-table.sql, io_options, IO_OPTIONS DIRECTIO",
    "02-external-table.sql, io_options, IO_OPTIONS NODIRECTIO",
    "02-external-table.sql, preprocessor, read-webhdfs.sh",
    "02-external-table.sql, preprocessor, read-http.sh",
    "02-external-table.sql, locations, '''part-00000-of-00002-1a2b3c4d.locations'', ''part-00001-of-00002-1a2b3c4d.locations'''",
    "02-external-table.sql, missing_fields, MISSING FIELD VALUES ARE NULL",
    "03-target-heap.sql, compression, ROW STORE COMPRESS BASIC",
    "03-target-partitioned.sql, compression, ROW STORE COMPRESS BASIC",
    "03-target-partitioned.sql, logging, NOLOGGING",
  })
  void acceptsTheOtherValuesOfTheSettings(String script, String name, String value)
      throws IOException {
    String statement = statements(FOLDER.resolve(script), Map.of(name, value)).get(0);

    assertThat(statement).contains(value);
    assertThat(Files.readString(FOLDER.resolve("00-settings.sql"))).contains(value);
    assertThat(errors(inItsWords(statement))).as(statement).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "02-external-table.sql, PREPROCESSOR, PREPROCESOR",
    "02-external-table.sql, FIELDS TERMINATED BY, FIELDS TERMINATE BY",
    "03-target-partitioned.sql, SUBPARTITION TEMPLATE, TEMPLATE",
    "04-load.sql, FROM, FORM",
  })
  void noticesAMistake(String script, String right, String wrong) throws IOException {
    String all = String.join(";\n", statements(FOLDER.resolve(script), Map.of()));
    assertThat(all).contains(right);

    assertThat(errors(inItsWords(all.replace(right, wrong)))).isNotEmpty();
  }

  private static List<String> statements(Path script, Map<String, String> others)
      throws IOException {
    return statements(FOLDER, script, others);
  }

  /**
   * The statements of a script as SQL*Plus sends them.
   *
   * @param settings folder of 00-settings.sql
   * @param others values of its variables other than there
   */
  static List<String> statements(Path settings, Path script, Map<String, String> others)
      throws IOException {
    Map<String, String> values =
        new HashMap<>(Map.of("1", "all_card_trans_loaded", "2", "all_card_trans"));
    for (String command : SqlPlusScript.read(settings.resolve("00-settings.sql")).commands()) {
      Matcher define = DEFINE.matcher(command);
      assertThat(define.matches()).as(command).isTrue();
      values.put(define.group(1), define.group(3));
    }
    values.putAll(others);
    return SqlPlusScript.read(script).statements().stream()
        .map(
            statement ->
                VARIABLE
                    .matcher(statement)
                    .replaceAll(use -> Matcher.quoteReplacement(values.get(use.group(1)))))
        .toList();
  }
}
