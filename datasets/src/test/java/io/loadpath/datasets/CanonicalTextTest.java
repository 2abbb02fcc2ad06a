package io.loadpath.datasets;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.table.Column;
import io.loadpath.datasets.table.Kind;
import io.loadpath.datasets.table.Type;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalTextTest {

  private static final int BEFORE = 3;

  private static Column column(Type type) {
    return new Column("a", type, false);
  }

  /** The canonical text, or "refused: " and why. */
  private static String canonical(Column column, String field) {
    byte[] in = ("|x|" + field + "|y").getBytes(UTF_8);
    byte[] out = new byte[in.length + CanonicalText.MAX_GROWTH + BEFORE];
    int to = in.length - 2;
    int end = CanonicalText.append(column, in, BEFORE, to, out, BEFORE);
    return end < 0
        ? "refused: " + CanonicalText.problem(column, in, BEFORE, to)
        : new String(out, BEFORE, end - BEFORE, UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "38, 38",
    "007, 7",
    "000, 0",
    "+5, 5",
    "-5, -5",
    "-05, -5",
    "-0, 0",
    "999999, 999999",
    "0999999, 999999"
  })
  void integersLoseLeadingZerosAndPlus(String field, String expected) {
    assertThat(canonical(column(Type.integer(6)), field)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"1000000", "-1000000", "1.0", "12a", "-", "+", "--1", "' 1'", "1e3"})
  void otherIntegersAreRefused(String field) {
    assertThat(canonical(column(Type.integer(6)), field))
        .isEqualTo("refused: '" + field + "' is not an integer of at most 6 digits");
  }

  @ParameterizedTest
  @CsvSource({
    "17, 17.00",
    "17., 17.00",
    "17.5, 17.50",
    "24710.35, 24710.35",
    "0.04, 0.04",
    "00.04, 0.04",
    "1.5000, 1.50",
    "-0.05, -0.05",
    "-3.05, -3.05",
    "-0.00, 0.00",
    "9999999999999.99, 9999999999999.99"
  })
  void decimalsHaveExactlyTwoPlaces(String field, String expected) {
    assertThat(canonical(column(Type.decimal(15, 2)), field)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"10000000000000.00", "1.005", ".5", "-.5", "1.x", "1.2.3", "1.0001"})
  void otherDecimalsAreRefused(String field) {
    assertThat(canonical(column(Type.decimal(15, 2)), field))
        .startsWith("refused: '" + field + "' is not a number");
  }

  @ParameterizedTest
  @CsvSource({
    "09/14/2009, 2009-09-14",
    "2009-09-14, 2009-09-14",
    "02/29/2008, 2008-02-29",
    "2000-02-29, 2000-02-29",
    "12/31/1999, 1999-12-31"
  })
  void datesOfBothShapesBecomeIso(String field, String expected) {
    assertThat(canonical(column(Type.of(Kind.DATE)), field)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "02/29/2009",
    "02/29/1900",
    "13/01/2009",
    "00/01/2009",
    "01/00/2009",
    "04/31/2009",
    "9/14/2009",
    "2009/09/14",
    "14.09.2009",
    "2009-9-140",
    "2009-09-14 00:00:00",
    "0a/14/2009"
  })
  void otherDatesAreRefused(String field) {
    assertThat(canonical(column(Type.of(Kind.DATE)), field))
        .isEqualTo("refused: '" + field + "' is not a date (mm/dd/yyyy or yyyy-mm-dd)");
  }

  @ParameterizedTest
  @CsvSource({"FL, FL", "abc, abc", "ÄÖÜ, ÄÖÜ", "' a', ' a'", "\\n, \\n"})
  void textStandsAsItIs(String field, String expected) {
    assertThat(canonical(column(Type.text(3)), field)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"abcd", "ÄÖÜß"})
  void textIsMeasuredInCharacters(String field) {
    assertThat(canonical(column(Type.text(3)), field))
        .isEqualTo("refused: '" + field + "' has more than 3 characters");
  }

  @ParameterizedTest
  @CsvSource({"''", "\\N"})
  void anEmptyFieldAndBackslashNAreNull(String field) {
    assertThat(canonical(new Column("card_type", Type.text(20), true), field)).isEqualTo("\\N");
  }

  @ParameterizedTest
  @CsvSource({"'', is empty but must not be NULL", "\\N, is \\N but must not be NULL"})
  void nullIsRefusedWhereItIsNotAllowed(String field, String problem) {
    assertThat(canonical(column(Type.text(20)), field)).isEqualTo("refused: " + problem);
    assertThat(canonical(column(Type.integer(6)), field)).isEqualTo("refused: " + problem);
    assertThat(canonical(column(Type.of(Kind.DATE)), field)).isEqualTo("refused: " + problem);
  }

  @ParameterizedTest
  @CsvSource({"33323\\r", "'3\\t3'"})
  void controlCharactersAreShownInTheProblem(String escaped) {
    String field = escaped.translateEscapes();
    assertThat(canonical(column(Type.integer(6)), field))
        .contains(field.contains("\r") ? "'33323\\r'" : "'3?3'");
  }
}
