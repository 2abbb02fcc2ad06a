package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Datasets;
import io.loadpath.datasets.EveryType;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.Progress;
import io.loadpath.datasets.table.Column;
import io.loadpath.datasets.table.Table;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The fingerprint in Hive's SQL against that of the generator: equal over the rows as they are,
 * different as soon as one row is lost, doubled or altered. One session of Hive does all tables.
 */
class FingerprintIT {
  private static final int ROWS = 1000;
  private static final int CARD_TYPE = 1;
  private static final int DATE = 4;
  private static final int CITY = 6;
  private static final String NULL = "\\N";
  private static final String TABLE =
      """
      CREATE EXTERNAL TABLE %s (
        card_no STRING,
        card_type STRING,
        mcc INT,
        purchase_amt INT,
        purchase_dt %s,
        merchant_code INT,
        merchant_city STRING,
        merchant_state STRING,
        merchant_zip INT
      )
      ROW FORMAT DELIMITED FIELDS TERMINATED BY '|'
      STORED AS TEXTFILE
      LOCATION '%s';
      """;

  @TempDir private static Path folder;

  private static final StringBuilder script = new StringBuilder();
  private static final Map<String, Fingerprint> fingerprints = new LinkedHashMap<>();
  private static final Map<String, Fingerprint> typedCases = new LinkedHashMap<>();
  private static Fingerprint expected;

  @BeforeAll
  static void askHive() throws IOException {
    Path data = folder.resolve("data");
    expected =
        Datasets.allCardTrans(ROWS, 1, Codec.NONE).prepare(data, Progress.silent()).fingerprint();
    List<String> lines = Files.readAllLines(data.resolve("part-00000.tbl"));

    Map<String, Consumer<List<String[]>>> changes = new LinkedHashMap<>();
    changes.put("cards", rows -> {});
    changes.put("cards_with_dates_as_text", rows -> {});
    changes.put("no_cards", List::clear);
    changes.put("card_lost", rows -> rows.remove(500));
    changes.put("card_doubled", rows -> rows.add(rows.get(3)));
    changes.put("byte_changed", rows -> rows.get(7)[CITY] = "#" + rows.get(7)[CITY].substring(1));
    changes.put("null_made_empty", rows -> row(rows, true)[CARD_TYPE] = "");
    changes.put("text_made_null", rows -> row(rows, false)[CARD_TYPE] = NULL);
    changes.put(
        "date_shifted",
        rows -> rows.get(9)[DATE] = LocalDate.parse(rows.get(9)[DATE]).plusDays(1).toString());
    changes.put(
        "values_swapped",
        rows -> {
          String one = rows.get(1)[0];
          rows.get(1)[0] = rows.get(2)[0];
          rows.get(2)[0] = one;
        });
    for (String table : changes.keySet()) {
      List<String[]> rows = rows(lines);
      changes.get(table).accept(rows);
      add(table, table.endsWith("_as_text") ? "STRING" : "DATE", rows);
    }

    TypedCases typed = new TypedCases(Files.createDirectory(folder.resolve("typed")));
    typed.addEveryType();
    typed.addManyColumns();
    typed.addOddNames();
    typed.cases().forEach(one -> typedCases.put(one.name(), one.expected()));
    script.append(typed.script());

    List<String> answers = run();
    assertThat(answers).hasSize(changes.size() + typed.cases().size());
    Iterator<String> answer = answers.iterator();
    for (String table : changes.keySet()) {
      fingerprints.put(table, Fingerprint.fromJson(new ObjectMapper().readTree(answer.next())));
    }
    for (TypedCases.Case one : typed.cases()) {
      fingerprints.put(
          one.name(), Fingerprint.fromJson(new ObjectMapper().readTree(answer.next())));
    }
  }

  /** The fields of each line, NULL and dates as Hive's text tables write them. */
  private static List<String[]> rows(List<String> lines) {
    List<String[]> rows = new ArrayList<>();
    for (String line : lines) {
      String[] row = line.substring(0, line.length() - 1).split("\\|", -1);
      row[CARD_TYPE] = row[CARD_TYPE].isEmpty() ? NULL : row[CARD_TYPE];
      String[] date = row[DATE].split("/");
      row[DATE] = date[2] + "-" + date[0] + "-" + date[1];
      rows.add(row);
    }
    return rows;
  }

  private static String[] row(List<String[]> rows, boolean withoutType) {
    return rows.stream()
        .filter(row -> row[CARD_TYPE].equals(NULL) == withoutType)
        .findFirst()
        .orElseThrow();
  }

  /** Adds a table of these rows and its fingerprint to the session's script. */
  private static void add(String name, String typeOfDates, List<String[]> rows) throws IOException {
    Path place = Files.createDirectory(folder.resolve(name));
    Files.write(place.resolve("rows"), rows.stream().map(row -> String.join("|", row)).toList());
    script.append(TABLE.formatted(name, typeOfDates, place.toUri()));
    script.append("SET hivevar:table=%s;%n".formatted(name));
    Path sql = Program.ROOT.resolve("datasets/sql/fingerprint-all-card-trans-hive.sql");
    script.append("SOURCE %s;%n".formatted(sql));
  }

  private static List<String> run() throws IOException {
    Path file = Files.writeString(folder.resolve("fingerprints.hql"), script);
    return Hive.sharing(Program.in(folder, "bin/hive", "-S", "-f", file.toString()))
        .set("LOADPATH_HIVE_DIR", folder.resolve("hive"))
        .set("TZ", "America/St_Johns") // no zone may matter
        .run()
        .ok()
        .out()
        .lines()
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"cards", "cards_with_dates_as_text"})
  void equalsTheGenerators(String table) {
    assertThat(fingerprints.get(table)).isEqualTo(expected);
  }

  @Test
  void ofAnEmptyTableIsEmpty() {
    assertThat(fingerprints.get("no_cards")).isEqualTo(Fingerprint.empty(Table.ALL_CARD_TRANS));
  }

  @ParameterizedTest
  @CsvSource({
    "card_lost, 999 rows instead of 1000",
    "card_doubled, 1001 rows instead of 1000",
    "byte_changed, column merchant_city differs",
    "null_made_empty, column card_type differs",
    "text_made_null, column card_type differs",
    "date_shifted, column purchase_dt differs",
    "values_swapped, values are swapped between rows"
  })
  void differsWhereOneRowDiffers(String table, String difference) {
    assertThat(fingerprints.get(table).differencesFrom(expected)).contains(difference);
  }

  /** Hive sees in any rows what Java sees in them. */
  @Test
  void ofEveryTypeEqualsThatOfJava() {
    typedCases.forEach(
        (name, rows) ->
            assertThat(fingerprints.get(name).differencesFrom(rows)).as(name).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "row_lost, 8 rows instead of 9",
    "row_doubled, 10 rows instead of 9",
    "even_swapped, values are swapped between rows",
    "odd_swapped, values are swapped between rows",
    "blank_at_the_end, column code differs",
    "moment_of_another_zone, column moment differs",
    "nan_made_infinite, column ratio differs",
    "line_end_changed, column note differs",
    "text_made_empty, column note differs",
    "empty_text_lost, column note differs",
    "empty_bytes_lost, column body differs",
    "nanosecond_more, column at9 differs",
  })
  void ofEveryTypeDiffersWhereARowDiffers(String name, String difference) {
    assertThat(fingerprints.get(name).differencesFrom(typedCases.get("as_it_is")))
        .anyMatch(found -> found.startsWith(difference));
  }

  @ParameterizedTest
  @CsvSource({"all_altered, true", "all_lost, false"})
  void ofEveryTypeDiffersInEachColumn(String name, boolean required) {
    List<String> differences = fingerprints.get(name).differencesFrom(typedCases.get("as_it_is"));

    for (Column column : EveryType.TABLE.columns()) {
      if (required || column.nullable()) {
        assertThat(differences)
            .anyMatch(found -> found.startsWith("column " + column.name() + " differs"));
      }
    }
  }

  @Test
  void showsADelimiterThatBecamePartOfAnotherText() {
    Fingerprint right = fingerprints.get("delimiter_in_the_right_text");

    assertThat(right.differencesFrom(fingerprints.get("delimiter_in_the_left_text")))
        .containsExactly("column note differs", "column code differs");
  }
}
