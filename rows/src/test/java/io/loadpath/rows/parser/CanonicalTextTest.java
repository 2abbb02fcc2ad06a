package io.loadpath.rows.parser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.rows.Column;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.FileFormat.DateForm;
import io.loadpath.rows.FileFormat.LineEnd;
import io.loadpath.rows.FileFormat.TimestampForm;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalTextTest {
  private static final FileFormat QUOTED =
      new FileFormat(
          '|', '"', null, false, true, "\\N", LineEnd.LF, UTF_8, DateForm.ISO, TimestampForm.SPACE);

  /** The format of ALL_CARD_TRANS. */
  private static final FileFormat CARDS = plain(DateForm.AMERICAN, TimestampForm.SPACE);

  private static FileFormat plain(DateForm days, TimestampForm times) {
    return new FileFormat('|', null, null, false, true, "", LineEnd.LF, UTF_8, days, times);
  }

  private static Column column(Type type) {
    return new Column("a", type, false);
  }

  private static Column column(String type) {
    return column(Type.parse(type));
  }

  /** The canonical text in files of ALL_CARD_TRANS, or "refused: " and why. */
  private static String canonical(Column column, String field) {
    return canonical(parser(column, CARDS), field);
  }

  /** The canonical text in files whose days and times are in this form. */
  private static String canonical(Column column, String field, DateForm days, TimestampForm times) {
    return canonical(parser(column, plain(days, times)), field);
  }

  private static RowParser parser(Column column, FileFormat format) {
    return new RowParser(List.of(column), format, false);
  }

  private static String canonical(RowParser parser, String field) {
    byte[] in = ("x\n" + field + "|\ny").getBytes(UTF_8);
    try {
      assertThat(parser.parse(in, 2, in.length - 1, true)).isEqualTo(in.length - 1);
      return new String(parser.row(), 0, parser.ends()[0], UTF_8);
    } catch (MalformedRowException e) {
      return "refused: " + e.problem();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'\"\\N\"', \\\\N",
    "\\\\N, \\\\\\N",
    "\\, \\\\",
    "\\n, \\\\n",
    "a\\N, a\\N",
    "N, N",
    "\\N, \\N"
  })
  void aBackslashAtTheBeginningOfATextIsDoubledSoThatItIsNotNull(String field, String expected) {
    Column column = new Column("a", Type.text(4), true);
    assertThat(canonical(parser(column, QUOTED), field)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"'', \\N", "\\N, \\\\N", "N, N"})
  void onlyTheFieldThatTheFormatNamesIsNull(String field, String expected) {
    assertThat(canonical(new Column("card_type", Type.text(20), true), field)).isEqualTo(expected);
  }

  @Test
  void nullIsRefusedWhereItIsNotAllowed() {
    for (Type type : List.of(Type.text(20), Type.integer(6), Type.of(Kind.DATE))) {
      assertThat(canonical(column(type), "")).isEqualTo("refused: is empty but must not be NULL");
    }
    assertThat(canonical(parser(column(Type.text(20)), QUOTED), "\\N"))
        .isEqualTo("refused: is \\N but must not be NULL");
  }

  @ParameterizedTest
  @CsvSource({"33323\\r", "'3\\t3'"})
  void controlCharactersAreShownInTheProblem(String escaped) {
    String field = escaped.translateEscapes();
    assertThat(canonical(parser(column(Type.integer(6)), QUOTED), '"' + field + '"'))
        .contains(field.contains("\r") ? "'33323\\r'" : "'3?3'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "integer(6); 0; 0",
        "integer(6); 38; 38",
        "integer(6); 007; 7",
        "integer(6); 000; 0",
        "integer(6); +5; 5",
        "integer(6); -5; -5",
        "integer(6); -0; 0",
        "integer(6); 999999; 999999",
        "integer(6); 0999999; 999999",
        "decimal(15,2); 17; 17.00",
        "decimal(15,2); 17.; 17.00",
        "decimal(15,2); 17.5; 17.50",
        "decimal(15,2); 24710.35; 24710.35",
        "decimal(15,2); 0.04; 0.04",
        "decimal(15,2); 1.5000; 1.50",
        "decimal(15,2); -0.05; -0.05",
        "decimal(15,2); -0.00; 0.00",
        "decimal(15,2); .5; 0.50",
        "decimal(15,2); -.5; -0.50",
        "decimal(15,2); 9999999999999.99; 9999999999999.99",
        "date; 09/14/2009; 2009-09-14",
        "date; 02/29/2008; 2008-02-29",
        "date; 02/29/2000; 2000-02-29",
        "text(3); FL; FL",
        "text(3); abc; abc",
        "text(3); ÄÖÜ; ÄÖÜ",
        "text(3); ' a'; ' a'",
        "text(3); a\\n; a\\n",
        "integer(19); 9223372036854775807; 9223372036854775807",
        "integer(19); -9223372036854775808; -9223372036854775808",
        "integer(19); +0009223372036854775807; 9223372036854775807",
        "integer(18); 999999999999999999; 999999999999999999",
        "decimal(38,0); 99999999999999999999999999999999999999; 99999999999999999999999999999999999999",
        "decimal(38,0); -0; 0",
        "decimal(38,38); -0.00000000000000000000000000000000000001; -0.00000000000000000000000000000000000001",
        "decimal(38,10); 1234567890123456789012345678.0123456789; 1234567890123456789012345678.0123456789",
        "decimal(2,2); -.00; 0.00",
        "boolean; true; true",
        "boolean; T; true",
        "boolean; Yes; true",
        "boolean; 1; true",
        "boolean; FALSE; false",
        "boolean; 0; false",
        "bytes; 00FfA1; 00ffa1",
        "text; 😀 𝄞 数据; 😀 𝄞 数据",
        "text(2); 😀𝄞; 😀𝄞",
      })
  void eachValueHasOneText(String type, String field, String expected) {
    assertThat(canonical(column(type), field)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "integer(6); 1000000; is not an integer of at most 6 digits",
        "integer(6); -1000000; is not an integer of at most 6 digits",
        "integer(6); 1.0; is not an integer of at most 6 digits",
        "integer(6); 12a; is not an integer of at most 6 digits",
        "integer(6); -; is not an integer of at most 6 digits",
        "integer(6); --1; is not an integer of at most 6 digits",
        "integer(6); ' 1'; is not an integer of at most 6 digits",
        "decimal(15,2); 10000000000000.00; is not a number",
        "decimal(15,2); 1.005; is not a number",
        "decimal(15,2); .; is not a number",
        "decimal(15,2); -.; is not a number",
        "decimal(15,2); 1.x; is not a number",
        "decimal(15,2); 1.2.3; is not a number",
        "date; 02/29/2009; is not a date (mm/dd/yyyy)",
        "date; 02/29/1900; is not a date (mm/dd/yyyy)",
        "date; 13/01/2009; is not a date (mm/dd/yyyy)",
        "date; 00/01/2009; is not a date (mm/dd/yyyy)",
        "date; 01/00/2009; is not a date (mm/dd/yyyy)",
        "date; 04/31/2009; is not a date (mm/dd/yyyy)",
        "date; 9/14/2009; is not a date (mm/dd/yyyy)",
        "date; 14.09.2009; is not a date (mm/dd/yyyy)",
        "date; 2009-09-14; is not a date (mm/dd/yyyy)",
        "date; 2009-09-14 00:00:00; is not a date (mm/dd/yyyy)",
        "date; 0a/14/2009; is not a date (mm/dd/yyyy)",
        "text(3); abcd; has more than 3 characters",
        "text(3); ÄÖÜß; has more than 3 characters",
        "integer(19); 9223372036854775808; '9223372036854775808' is not an integer of at most 19 digits that fits 64 bits",
        "integer(19); -9223372036854775809; '-9223372036854775809' is not an integer",
        "decimal(38,0); 100000000000000000000000000000000000000; is not a number of at most 38",
        "decimal(3,3); 1.000; '1.000' is not a number of at most 3 digits, 3 after the point",
        "boolean; maybe; 'maybe' is not true, t, yes, y, 1, false, f, no, n or 0",
        "boolean; tr; 'tr' is not true",
        "bytes; abc; 'abc' is not an even number of hex digits",
        "bytes; \\xab; is not an even number of hex digits",
        "text(1); 😀𝄞; has more than 1 characters",
        "double; 1,5; '1,5' is not a number, NaN or Infinity",
        "double; 1e400; '1e400' is not a number",
        "double; 1e-400; '1e-400' is not a number",
        "double; 0x1p3; '0x1p3' is not a number",
        "double; .; '.' is not a number",
      })
  void otherFieldsAreRefused(String type, String field, String problem) {
    assertThat(canonical(column(type), field)).startsWith("refused: ").contains(problem);
  }

  @ParameterizedTest
  @CsvSource({
    "\\xAB0c, ab0c",
    "AB0c, ab0c",
    "\\x, ''",
    "\\xabc, refused: '\\xabc' is not an even number of hex digits",
    "x0, refused: 'x0' is not an even number of hex digits"
  })
  void bytesMayBeAsPostgresWritesThem(String field, String expected) {
    RowParser parser = new RowParser(List.of(column("bytes")), CARDS, true);
    assertThat(canonical(parser, field)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "COMPACT, 20090914",
    "AMERICAN, 09/14/2009",
    "BRITISH, 14/09/2009",
    "GERMAN, 14.09.2009",
    "ISO, 2009-09-14"
  })
  void eachFormOfADayIsReadAndNoOther(DateForm form, String day) {
    for (TimestampForm times : TimestampForm.values()) {
      char before = times.text().charAt(0);
      assertThat(canonical(column("date"), day, form, times)).isEqualTo("2009-09-14");
      assertThat(canonical(column("timestamp(0)"), day + before + "23:59:58", form, times))
          .isEqualTo("2009-09-14 23:59:58");
      assertThat(canonical(column("timestamp(0)"), day + "_23:59:58", form, times))
          .startsWith("refused: '" + day + "_23:59:58' is not a timestamp (" + form.text());
    }
    for (DateForm other : DateForm.values()) {
      if (other != form && !(day.equals("09/14/2009") && other == DateForm.BRITISH)) {
        assertThat(canonical(column("date"), day, other, TimestampForm.SPACE))
            .isEqualTo("refused: '" + day + "' is not a date (" + other.text() + ")");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "timestamp(0), 2009-09-14 00:00:00.000, 2009-09-14 00:00:00",
    "timestamp(3), 2009-09-14 12:34:56, 2009-09-14 12:34:56.000",
    "timestamp(3), 2009-09-14 12:34:56.7, 2009-09-14 12:34:56.700",
    "timestamp(9), 2009-09-14 12:34:56.123456789, 2009-09-14 12:34:56.123456789",
    "timestamp(2) with time zone, 2009-09-14 12:34:56.25Z, 2009-09-14 12:34:56.25",
    "timestamp(0) with time zone, 2009-09-14 12:34:56+02, 2009-09-14 10:34:56",
    "timestamp(0) with time zone, 2009-03-01 01:00:00+0530, 2009-02-28 19:30:00",
    "timestamp(0) with time zone, 2008-12-31 23:00:00-01:30, 2009-01-01 00:30:00",
  })
  void timesHaveTheTypesPlacesAndAreInUtc(String type, String field, String expected) {
    assertThat(canonical(column(type), field, DateForm.ISO, TimestampForm.SPACE))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "timestamp(0), 2009-09-14 24:00:00",
    "timestamp(0), 2009-09-14 23:60:00",
    "timestamp(0), 2009-09-14 23:59:60",
    "timestamp(0), 2009-09-14 23:59",
    "timestamp(0), 2009-09-14",
    "timestamp(0), 2009-09-14 23:59:59.",
    "timestamp(3), 2009-09-14 23:59:59.1234",
    "timestamp(3), 2009-09-14 23:59:59Z",
    "timestamp(0), 0000-01-01 00:00:00",
    "timestamp(0) with time zone, 2009-09-14 23:59:59",
    "timestamp(0) with time zone, 2009-09-14 23:59:59+1",
    "timestamp(0) with time zone, 2009-09-14 23:59:59+16",
    "timestamp(0) with time zone, 2009-09-14 23:59:59 CET",
    "timestamp(0) with time zone, 9999-12-31 23:59:59-01",
  })
  void otherTimesAreRefused(String type, String field) {
    assertThat(canonical(column(type), field, DateForm.ISO, TimestampForm.SPACE))
        .startsWith("refused: '" + field + "' is not a timestamp");
  }
}
