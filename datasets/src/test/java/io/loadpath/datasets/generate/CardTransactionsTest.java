package io.loadpath.datasets.generate;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Dataset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class CardTransactionsTest {

  private static final int ROWS = 100_000;
  private static final String TEXT = rows(0, ROWS, ROWS, Dataset.DEFAULT_SEED);
  private static final List<String[]> FIELDS =
      TEXT.lines().map(line -> line.split("\\|", -1)).toList();

  private static String rows(long from, long to, long allRows, long seed) {
    TextBuffer text = new TextBuffer();
    new CardTransactions(allRows, seed).write(from, to, text);
    return new String(text.bytes, 0, text.length, US_ASCII);
  }

  private static Map<String, Long> countBy(Function<String[], String> key) {
    return FIELDS.stream().collect(Collectors.groupingBy(key, Collectors.counting()));
  }

  @Test
  void aRowEndsWithADelimiterAndHasNineFields() {
    assertThat(FIELDS).hasSize(ROWS).allMatch(row -> row.length == 10 && row[9].isEmpty());
    assertThat(FIELDS).allMatch(row -> row[4].matches("\\d\\d/\\d\\d/200[789]"));
  }

  @Test
  void rowKIsTheSameWhateverIsMadeBeforeOrAfterIt() {
    String whole = rows(0, 1000, 1000, 7);
    assertThat(rows(0, 10, 10, 7) + rows(10, 500, 500, 7) + rows(500, 1000, 1_000_000, 7))
        .isEqualTo(whole);
  }

  @Test
  void theFirstRowsOfTheDefaultSeedStayWhatTheyAre() {
    assertThat(rows(0, 2, 2, Dataset.DEFAULT_SEED))
        .as("other rows for a seed are a new Manifest.GENERATOR")
        .isEqualTo(
            "5414105122506256|MASTERCARD|5541|239|05/13/2008|9249614|MILFORD|CT|6452|\n"
                + "4696035292501000|VISA|4215|122|06/10/2008|9321662|Great Neck|NY|11090|\n");
  }

  @Test
  void anotherSeedGivesOtherRows() {
    Set<String> ofOneSeed = new HashSet<>(rows(0, 1000, 1000, 1).lines().toList());
    assertThat(rows(0, 1000, 1000, 2).lines().toList()).doesNotContainAnyElementsOf(ofOneSeed);
  }

  @Test
  void rowsHaveAboutSeventyBytes() {
    assertThat((double) TEXT.length() / ROWS)
        .isCloseTo(70, Offset.offset(1.0))
        .isCloseTo(CardTransactions.USUAL_ROW_BYTES, Offset.offset(0.3));
  }

  @Test
  void aboutTwoPercentOfTheTypesAreNull() {
    assertThat(FIELDS.stream().filter(row -> row[1].isEmpty()).count() / (double) ROWS)
        .isCloseTo(0.02, Offset.offset(0.002));
  }

  @Test
  void cardNumbersFitTheirType() {
    Map<String, String> patterns =
        Map.of(
            "VISA", "4\\d{15}",
            "MASTERCARD", "5[1-5]\\d{14}",
            "AMEX", "3[47]\\d{13}",
            "DISCOVER", "(6011|64[4-9]|65)\\d{12,14}",
            "", "\\d{15,16}");
    assertThat(countBy(row -> row[1])).containsOnlyKeys(patterns.keySet());
    assertThat(FIELDS).allMatch(row -> row[0].matches(patterns.get(row[1])));
    assertThat(FIELDS).allMatch(row -> row[0].length() == (row[0].startsWith("3") ? 15 : 16));
  }

  @Test
  void noCardNumberCouldBeSomebodys() {
    assertThat(FIELDS).noneMatch(row -> passesLuhnCheck(row[0]));
  }

  private static boolean passesLuhnCheck(String number) {
    int sum = 0;
    for (int i = 0; i < number.length(); i++) {
      int digit = number.charAt(number.length() - 1 - i) - '0';
      int weighted = i % 2 == 1 ? 2 * digit : digit;
      sum += weighted / 10 + weighted % 10;
    }
    return sum % 10 == 0;
  }

  @Test
  void placesAreCitiesInTheirStateWithTheirZipCodes() {
    Set<String> known = new HashSet<>();
    for (String[] row : WeightedTable.rows("cities.psv")) {
      for (String city : row[3].split(",")) {
        known.add(city.toUpperCase(Locale.ROOT) + '|' + row[1] + '|' + row[0]);
      }
    }
    assertThat(FIELDS)
        .allMatch(
            row -> {
              String zipPrefix = String.format("%05d", Integer.parseInt(row[8])).substring(0, 3);
              String city = row[6].toUpperCase(Locale.ROOT);
              return known.contains(city + '|' + row[7] + '|' + zipPrefix);
            });
    assertThat(countBy(row -> row[7])).hasSize(51);
  }

  @Test
  void aMerchantHasTheSameDetailsInAllRows() {
    Map<String, String> details = new HashMap<>();
    for (String[] row : FIELDS) {
      String now = row[2] + Arrays.toString(Arrays.copyOfRange(row, 6, 9));
      assertThat(details.getOrDefault(row[5], now)).isEqualTo(now);
      details.put(row[5], now);
    }
    assertThat(details).hasSizeBetween(1000, ROWS - 1000);
    assertThat(details.keySet()).allMatch(code -> code.matches("[1-9]\\d{6}"));
  }

  @Test
  void purchasesGrowOverTheYearsAndTowardsChristmas() {
    Map<String, Long> ofYear = countBy(row -> row[4].substring(6));
    assertThat(ofYear).containsOnlyKeys("2007", "2008", "2009");
    assertThat(ofYear.get("2009")).isGreaterThan(ofYear.get("2007"));
    Map<String, Long> ofMonth = countBy(row -> row[4].substring(0, 2));
    assertThat(ofMonth.get("12")).isGreaterThan(ofMonth.get("02") * 4 / 3);
  }

  @Test
  void amountsAreWholeDollarsWithinTheColumn() {
    List<Integer> amounts = FIELDS.stream().map(row -> Integer.parseInt(row[3])).sorted().toList();
    assertThat(amounts.get(0)).isPositive();
    assertThat(amounts.get(ROWS / 2)).isBetween(20, 200);
    assertThat(amounts.get(ROWS - 1)).isBetween(1000, 99_999);
  }

  @Test
  void partsDifferByAtMostOneRow() {
    CardTransactions source = new CardTransactions(1_000_003, 1);
    assertThat(source.partStart(0, 7)).isZero();
    assertThat(source.partStart(7, 7)).isEqualTo(1_000_003);
    for (int part = 0; part < 7; part++) {
      assertThat(source.partStart(part + 1, 7) - source.partStart(part, 7))
          .isBetween(1_000_003L / 7, 1_000_003L / 7 + 1);
    }
    CardTransactions huge = new CardTransactions(Dataset.MAX_ROWS, 1);
    assertThat(huge.partStart(9999, 9999)).isEqualTo(Dataset.MAX_ROWS);
  }
}
