package io.loadpath.mapreduce.q1;

import static io.loadpath.mapreduce.q1.LineitemColumn.L_COMMENT;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_DISCOUNT;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_EXTENDEDPRICE;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_LINESTATUS;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_ORDERKEY;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_QUANTITY;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_RETURNFLAG;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_SHIPDATE;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_TAX;
import static io.loadpath.mapreduce.q1.TestLineitem.ROW;
import static io.loadpath.mapreduce.q1.TestLineitem.rowWith;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineitemParserTest {
  private final LineitemParser parser = new LineitemParser();

  private LineitemRow parse(String line) throws MalformedRowException {
    // The row is between other bytes: the parser must keep to its range.
    byte[] bytes = ("9|9" + line + "7|7").getBytes(UTF_8);
    LineitemRow row = new LineitemRow();
    parser.parse(bytes, 3, bytes.length - 3, row);
    return row;
  }

  private AbstractThrowableAssert<?, ?> assertProblem(String line) {
    return assertThatThrownBy(() -> parse(line)).as(line).isInstanceOf(MalformedRowException.class);
  }

  private void assertRefused(LineitemColumn column, List<String> fields, String expected) {
    String message = "column %s: expected %s".formatted(column.sqlName(), expected);
    fields.forEach(field -> assertProblem(rowWith(column, field)).hasMessageStartingWith(message));
  }

  @Test
  void readsTheSevenColumnsOfQ1() throws MalformedRowException {
    LineitemRow row = parse(ROW);
    assertThat(row.quantityHundredths).isEqualTo(1700);
    assertThat(row.extendedPriceCents).isEqualTo(2116823);
    assertThat(row.discountHundredths).isEqualTo(4);
    assertThat(row.taxHundredths).isEqualTo(2);
    assertThat((char) row.returnFlag).isEqualTo('N');
    assertThat((char) row.lineStatus).isEqualTo('O');
    assertThat(row.shipEpochDay).isEqualTo(LocalDate.of(1996, 3, 13).toEpochDay());
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "17,1700",
    "17.5,1750",
    "17.25,1725",
    "0.05,5",
    "007,700",
    "-3.1,-310",
    "-0,0",
    "9999999999999.99,999999999999999",
    "-9999999999999.99,-999999999999999"
  })
  void readsDecimalsWithUpToTwoPlaces(String field, long hundredths) throws MalformedRowException {
    assertThat(parse(rowWith(L_QUANTITY, field)).quantityHundredths).isEqualTo(hundredths);
    assertThat(parse(rowWith(L_EXTENDEDPRICE, field)).extendedPriceCents).isEqualTo(hundredths);
  }

  @Test
  void refusesWhatIsNoDecimal() {
    String fields =
        "|-|.|+1|1.|.5|-.5|1.234|1..2|1.2.3|--1|1-|1e3|0x1| 1|1 |12a|1,5|NaN|\u0661|"
            + "1\u0000|12345678901234|00000000000001|99999999999999999999999999999999|"
            + "18446744073709551616";
    for (LineitemColumn column : List.of(L_QUANTITY, L_EXTENDEDPRICE)) {
      assertRefused(column, List.of(fields.split("\\|", -1)), "a decimal(15,2)");
    }
  }

  @Test
  void keepsDiscountAndTaxToFractions() throws MalformedRowException {
    for (LineitemColumn column : List.of(L_DISCOUNT, L_TAX)) {
      parse(rowWith(column, "9.99"));
      parse(rowWith(column, "-9.99"));
      assertRefused(
          column, List.of("10", "-10.00", "12345678901234", "", "x"), "a number from -9.99 to");
    }
  }

  @Test
  void takesAnyPrintableCharacterAsFlag() throws MalformedRowException {
    for (LineitemColumn column : List.of(L_RETURNFLAG, L_LINESTATUS)) {
      for (String field : List.of("A", "z", "7", " ", "~")) {
        parse(rowWith(column, field));
      }
      assertRefused(
          column, List.of("", "AF", "\u00e4", "\u0000", "\t", "\u007f"), "one printable ASCII");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1992-01-02", "1998-12-01", "1996-02-29", "0001-01-01", "9999-12-31"})
  void readsDaysOfTheCalendar(String field) throws MalformedRowException {
    assertThat(parse(rowWith(L_SHIPDATE, field)).shipEpochDay)
        .isEqualTo(LocalDate.parse(field).toEpochDay());
  }

  @Test
  void refusesWhatIsNoDate() {
    String fields =
        "|1996-3-13|1996-03-13 |1996/03/13|03/13/1996|19960313|1996-13-01|1996-00-10|"
            + "1996-01-00|1996-04-31|1997-02-29|1900-02-29|0000-01-01|-996-01-01|1996-0a-01|"
            + "1996-03-1\u0000";
    assertRefused(L_SHIPDATE, List.of(fields.split("\\|", -1)), "a date as yyyy-MM-dd");
  }

  @Test
  void theLastDelimiterMayBeMissingAndOtherColumnsMayHoldAnything() throws MalformedRowException {
    String open = ROW.substring(0, ROW.length() - 1);
    assertThat(parse(open)).usingRecursiveComparison().isEqualTo(parse(ROW));
    parse(rowWith(L_ORDERKEY, ""));
    parse(rowWith(L_COMMENT, ""));
    parse(rowWith(L_COMMENT, "a \u0000 and an \u00e4"));
  }

  @Test
  void countsTheColumns() {
    String comment = "|egular courts above the|";
    assertProblem("").hasMessage("expected 16 columns separated by '|', found an empty line");
    assertProblem("|").hasMessageEndingWith("found 1");
    assertProblem("x").hasMessageEndingWith("found 1");
    assertProblem("a|b").hasMessageEndingWith("found 2");
    assertProblem("|".repeat(15)).hasMessageEndingWith("found 15");
    assertProblem(ROW + "x").hasMessageEndingWith("found 17");
    assertProblem(ROW + "x|").hasMessageEndingWith("found 17");
    assertProblem(ROW + "|").hasMessageEndingWith("found 17");
    assertProblem(ROW + "|".repeat(23)).hasMessageEndingWith("found 39");
    // 15 columns and a final '|', or 16 columns with an empty last one: undecidable.
    assertProblem(ROW.replace(comment, "|")).hasMessageEndingWith("found 15");
    assertProblem(ROW.replace(comment, "")).hasMessageEndingWith("found 15");
  }

  @Test
  void showsTheFieldInPrintableForm() {
    assertProblem(rowWith(L_TAX, "0.0\u001b2")).hasMessageEndingWith(", found '0.0\\x1b2'");
    assertProblem(rowWith(L_RETURNFLAG, "x".repeat(100)))
        .hasMessageEndingWith("found '" + "x".repeat(40) + "' and 60 more bytes");
    assertProblem(rowWith(L_RETURNFLAG, "")).hasMessageEndingWith("found an empty field");
  }
}
