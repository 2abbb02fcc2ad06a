package io.loadpath.hive;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The fingerprint in Hive's SQL against Java's: over rows as they are, and over rows that are lost,
 * doubled or altered in one field ({@link TypedCases}).
 */
class FingerprintIT {
  private static final int ROWS = 1000;
  private static final int DATE = 4;
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

  private static final StringBuilder script = new StringBuilder();
  private static final Map<String, Fingerprint> expected = new LinkedHashMap<>();
  private static final Map<String, Fingerprint> answered = new LinkedHashMap<>();

  static String script(Path folder) throws IOException {
    Path data = folder.resolve("data");
    Fingerprint cards =
        Dataset.allCardTrans(ROWS, 1, Codec.NONE).prepare(data, Progress.silent()).fingerprint();
    List<String> lines = Files.readAllLines(data.resolve("part-00000.tbl"));

    script.append("CREATE DATABASE fingerprints;\nUSE fingerprints;\n");
    add(folder, "cards", "DATE", rows(lines));
    add(folder, "cards_with_dates_as_text", "STRING", rows(lines));
    expected.put("cards", cards);
    expected.put("cards_with_dates_as_text", cards);

    TypedCases typed = new TypedCases(Files.createDirectory(folder.resolve("typed")));
    typed.addEveryType();
    typed.addManyColumns();
    typed.addOddNames();
    expected.putAll(typed.expected());
    script.append(typed.script());

    return script.toString();
  }

  @BeforeAll
  static void askHive() throws IOException {
    Program.Outcome session = SharedSession.of(FingerprintIT.class);
    List<String> answers = session.out().lines().toList();
    assertThat(answers).as(session.err()).hasSameSizeAs(expected.keySet());
    Iterator<String> answer = answers.iterator();
    for (String name : expected.keySet()) {
      answered.put(name, Fingerprint.fromJson(new ObjectMapper().readTree(answer.next())));
    }
  }

  /** The fields of each line, dates as Hive has them, and null where a field is empty. */
  private static List<List<String>> rows(List<String> lines) {
    List<List<String>> rows = new ArrayList<>();
    for (String line : lines) {
      List<String> row =
          new ArrayList<>(List.of(line.substring(0, line.length() - 1).split("\\|", -1)));
      row.replaceAll(field -> field.isEmpty() ? null : field);
      String[] date = row.get(DATE).split("/");
      row.set(DATE, date[2] + "-" + date[0] + "-" + date[1]);
      rows.add(row);
    }
    return rows;
  }

  /** Adds a table of these rows and its fingerprint to the session's script. */
  private static void add(Path folder, String name, String typeOfDates, List<List<String>> rows)
      throws IOException {
    Path place = Files.createDirectory(folder.resolve(name));
    Files.write(
        place.resolve("rows"),
        rows.stream()
            .map(row -> row.stream().map(f -> f == null ? "\\N" : f).collect(joining("|")))
            .toList());
    script.append(TABLE.formatted(name, typeOfDates, place.toUri()));
    script.append("SET hivevar:table=%s;%n".formatted(name));
    Path sql = Program.ROOT.resolve("datasets/sql/fingerprint-all-card-trans-hive.sql");
    script.append("SOURCE %s;%n".formatted(sql));
  }

  /** Java's tests show that these fingerprints differ where one value of one row does. */
  @Test
  void equalsJavasOverAnyRows() {
    expected.forEach(
        (name, fingerprint) ->
            assertThat(answered.get(name).differencesFrom(fingerprint)).as(name).isEmpty());
  }
}
