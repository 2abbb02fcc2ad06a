package io.loadpath.datasets;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.rows.Column;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import io.loadpath.rows.parser.MalformedRowException;
import io.loadpath.tables.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FingerprintTest {

  private final List<List<String>> rows = new ArrayList<>();
  private final Fingerprint original;

  FingerprintTest() {
    lines(1000).lines().map(FingerprintTest::canonical).forEach(rows::add);
    original = fingerprint(rows);
  }

  private static String lines(int rows) {
    return new String(Rows.cardTransactions(rows), UTF_8);
  }

  /** The canonical values of a line; null is NULL. */
  private static List<String> canonical(String line) {
    List<String> row = new ArrayList<>(Arrays.asList(line.split("\\|")));
    String[] date = row.get(4).split("/");
    row.set(4, date[2] + "-" + date[0] + "-" + date[1]);
    row.set(1, row.get(1).isEmpty() ? null : row.get(1));
    return row;
  }

  private static Fingerprint fingerprint(List<List<String>> rows) {
    return EveryType.fingerprint(Table.ALL_CARD_TRANS, rows);
  }

  private static Fingerprint ofLines(String lines) throws MalformedRowException {
    byte[] text = lines.getBytes(UTF_8);
    Fingerprinter fingerprinter = new Fingerprinter(Table.ALL_CARD_TRANS);
    fingerprinter.addLines(text, 0, text.length);
    return fingerprinter.result();
  }

  /** Of 40,000 rows: some columns have many different values, and some many equal ones. */
  @Test
  void linesAndCanonicalValuesGiveTheSumsOfTheDefinition() throws Exception {
    String lines = lines(40_000);
    List<List<String>> values = lines.lines().map(FingerprintTest::canonical).toList();
    assertThat(values).anyMatch(row -> row.contains(null));
    assertThat(ofLines(lines)).isEqualTo(fingerprint(values));
    values.forEach(row -> row.replaceAll(value -> value == null ? "\\N" : value));
    assertThat(ofLines(lines)).isEqualTo(Rows.plainFingerprint(values));
  }

  @Test
  void textsThatDifferOnlyInLengthAreNotTakenForEachOther() throws Exception {
    StringBuilder lines = new StringBuilder();
    List<List<String>> canonical = new ArrayList<>();
    for (int length = 1; length <= 40; length++) {
      String city = "a".repeat(length);
      lines.append("1|VISA|1|1|01/01/2009|1|" + city + "|FL|1|\n");
      canonical.add(List.of("1", "VISA", "1", "1", "2009-01-01", "1", city, "FL", "1"));
    }
    assertThat(ofLines(lines.toString())).isEqualTo(Rows.plainFingerprint(canonical));
  }

  @Test
  void theOrderOfRowsDoesNotMatter() {
    Collections.shuffle(rows, new Random(1));
    assertThat(fingerprint(rows)).isEqualTo(original);
  }

  @Test
  void damageToAnyTypeIsSeen() {
    Fingerprint whole = EveryType.fingerprint(EveryType.rows());

    for (EveryType.Damage damage : EveryType.damages()) {
      assertThat(EveryType.fingerprint(damage.rows()).differencesFrom(whole))
          .as(damage.name())
          .anyMatch(found -> found.startsWith(damage.difference()));
    }
  }

  @Test
  void aDelimiterThatBecamePartOfAnotherTextIsSeen() {
    List<Fingerprint> sides =
        EveryType.sameWholeRows().stream().map(EveryType::fingerprint).toList();

    assertThat(sides.get(1).differencesFrom(sides.get(0)))
        .containsExactly("column note differs", "column code differs");
  }

  @Test
  void theSumOfPartsIsTheWhole() {
    Fingerprint sum = Fingerprint.empty(Table.ALL_CARD_TRANS);
    for (int i = 0; i < rows.size(); i += 300) {
      sum = sum.plus(fingerprint(rows.subList(i, Math.min(i + 300, rows.size()))));
    }
    assertThat(sum).isEqualTo(original);
    assertThat(sum.differencesFrom(original)).isEmpty();
  }

  @Test
  void fingerprintsOfDifferentTablesAreNotAdded() {
    assertThatThrownBy(() -> original.plus(Fingerprint.empty(Table.LINEITEM)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("different tables");
  }

  @Test
  void theJsonFormIsThatOfTheContractAndComesBack() throws Exception {
    String json = fingerprint(List.of(Rows.STUDY_ROW)).toJson();
    assertThat(json)
        .matches(
            "\\{\"rows\":1,\"row\":\"[0-9a-f]{16}\",\"columns\":\\{\"card_no\":\"[0-9a-f]{16}\",.*"
                + "\"merchant_zip\":\"[0-9a-f]{16}\"}}");
    assertThat(new ObjectMapper().readValue(json, Fingerprint.class))
        .isEqualTo(fingerprint(List.of(Rows.STUDY_ROW)));
  }

  @Test
  void rowsWithoutColumnsAreProvenByTheirOwnDigest() throws Exception {
    String json = "{\"rows\":1000,\"row\":\"%016x\"}";
    ObjectMapper mapper = new ObjectMapper();
    Fingerprint same = mapper.readValue(json.formatted(original.row()), Fingerprint.class);
    assertThat(same.differencesFrom(original)).isEmpty();
    assertThat(same.toJson()).isEqualTo(json.formatted(original.row()));

    Fingerprint other = mapper.readValue(json.formatted(original.row() + 1), Fingerprint.class);
    assertThat(other.differencesFrom(original)).containsExactly("the whole rows differ");
  }

  @Test
  void jsonThatIsNoFingerprintIsRefusedWithTheReason() throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    for (String json : List.of("{\"columns\": {}}", "{\"rows\": 1, \"columns\": 2}")) {
      assertThatThrownBy(() -> Fingerprint.fromJson(mapper.readTree(json)))
          .hasMessageContaining("not a fingerprint, \"rows\" must be a number");
    }
    assertThatThrownBy(
            () ->
                Fingerprint.fromJson(
                    mapper.readTree("{\"rows\": 1, \"row\": \"12\", \"columns\": {}}")))
        .hasMessage("not a fingerprint, \"row\" must be 16 hex digits, but is \"12\"");
  }

  @Test
  void aMissingColumnIsADifference() {
    Fingerprint other = Fingerprint.empty(Table.LINEITEM);
    assertThat(other.differencesFrom(Fingerprint.empty(Table.ALL_CARD_TRANS)))
        .contains("column card_no differs", "column l_tax is not expected");
  }

  @Test
  void aBadRowLeavesNoTraceInTheSums() throws Exception {
    Fingerprinter fingerprinter = new Fingerprinter(Table.ALL_CARD_TRANS);
    byte[] text = (Rows.STUDY_LINE + "1|VISA|1|1|01/01/2009|1|a|FL|x|\n").getBytes(UTF_8);
    assertThatThrownBy(() -> fingerprinter.addLines(text, 0, text.length))
        .isInstanceOf(MalformedRowException.class);
    assertThat(fingerprinter.result()).isEqualTo(ofLines(Rows.STUDY_LINE));
  }

  private static Fingerprint ofDoubles(String values) {
    List<Column> columns =
        List.of(
            new Column("id", Type.integer(9), false), new Column("x", Type.of(Kind.DOUBLE), true));
    Table table = new Table("t", List.of(), Table.ALL_CARD_TRANS.format(), columns, null);
    return EveryType.fingerprint(
        table,
        Stream.of(values.replace("MAX", "" + Double.MAX_VALUE).split(" "))
            .map(value -> Arrays.asList("1", value.equals("null") ? null : value))
            .toList());
  }

  @ParameterizedTest
  @CsvSource({
    "MAX MAX, MAX MAX, ''",
    "MAX 1.0, MAX MAX, absolute values add up to",
    // 0.5 of 4e9
    "2.0 -2e9 null 0.0 NaN Infinity, 1.5 -2e9 null -0.0 NaN -Infinity, ''",
    "9.5 -2e9, 1.5 -2e9, absolute values add up to 2.0000000095E9 instead of",
    "1.5 2e9, 1.5 -2e9, values add up to",
    "1.5 0.0, 1.5 null, 2 values instead of 1",
    "NaN NaN, NaN 0.0, 2 times NaN instead of 1",
    "Infinity 0.0, Infinity -Infinity, 1 times infinity instead of 2"
  })
  void doublesAreComparedByValueWithATolerance(String found, String wanted, String difference) {
    Fingerprint expected = ofDoubles(wanted);
    List<String> differences = ofDoubles(found).differencesFrom(expected);
    if (difference.isEmpty()) {
      assertThat(differences).isEmpty();
    } else {
      assertThat(differences)
          .singleElement()
          .asString()
          .startsWith("column x differs: " + difference);
    }
  }

  @Test
  void sumsOfDoublesComeBackFromJsonAndCanStandAlone() throws Exception {
    Fingerprint expected = ofDoubles("1.5 -2e9 null -0.0 NaN -Infinity");
    assertThat(expected.doubles().get("x")).isEqualTo(new DoubleSum(5, 1, 1, 1.5 - 2e9, 1.5 + 2e9));
    assertThat(expected.toJson())
        .endsWith(
            "\"x\":{\"values\":5,\"nan\":1,\"infinities\":1,\"sum\":-1.9999999985E9,"
                + "\"magnitude\":2.0000000015E9}}}");
    assertThat(new ObjectMapper().readValue(expected.toJson(), Fingerprint.class))
        .isEqualTo(expected);
    Map<String, Long> noDigests = Map.of();
    assertThat(
            new Fingerprint(6, expected.row(), noDigests, expected.doubles())
                .differencesFrom(expected))
        .isEmpty();
    assertThat(new Fingerprint(6, expected.row(), noDigests, Map.of()).differencesFrom(expected))
        .containsExactly("column x is missing");
    assertThat(expected.plus(expected).doubles().get("x").values()).isEqualTo(10);
  }
}
