package io.loadpath.mapreduce.q1;

import static io.loadpath.mapreduce.q1.LineitemColumn.L_EXTENDEDPRICE;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_ORDERKEY;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_QUANTITY;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_RETURNFLAG;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_SHIPDATE;
import static io.loadpath.mapreduce.q1.LineitemColumn.L_TAX;
import static io.loadpath.mapreduce.q1.TestLineitem.ROW;
import static io.loadpath.mapreduce.q1.TestLineitem.rowWith;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
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

  private MalformedRowException problem(String line) {
    return catchThrowableOfType(MalformedRowException.class, () -> parse(line));
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
    for (String field : fields.split("\\|", -1)) {
      for (LineitemColumn column : List.of(L_QUANTITY, L_EXTENDEDPRICE)) {
        MalformedRowException problem = problem(rowWith(column, field));
        assertThat(problem)
            .as("field '%s'", field)
            .hasMessageStartingWith("column " + column.sqlName() + ": expected a dec");
        assertThat(problem.column()).isEqualTo(column.sqlName());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"L_DISCOUNT", "L_TAX"})
  void keepsDiscountAndTaxToFractions(LineitemColumn column) throws MalformedRowException {
    parse(rowWith(column, "9.99"));
    parse(rowWith(column, "-9.99"));
    for (String field : List.of("10", "-10.00", "12345678901234", "", "x")) {
      assertThat(problem(rowWith(column, field)).column()).isEqualTo(column.sqlName());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"L_RETURNFLAG", "L_LINESTATUS"})
  void takesAnyPrintableCharacterAsFlag(LineitemColumn column) throws MalformedRowException {
    for (String field : List.of("A", "z", "7", " ", "~")) {
      parse(rowWith(column, field));
    }
    for (String field : List.of("", "AF", "\u00e4", "\u0000", "\t", "\u007f")) {
      assertThat(problem(rowWith(column, field)).column()).isEqualTo(column.sqlName());
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
    for (String field : fields.split("\\|", -1)) {
      MalformedRowException problem = problem(rowWith(L_SHIPDATE, field));
      assertThat(problem)
          .as("field '%s'", field)
          .hasMessageContaining("expected a date as yyyy-MM-dd");
      assertThat(problem.column()).isEqualTo("l_shipdate");
    }
  }

  @Test
  void theDelimiterAfterTheLastColumnMayBeMissing() throws MalformedRowException {
    String open = ROW.substring(0, ROW.length() - 1);
    assertThat(parse(open)).usingRecursiveComparison().isEqualTo(parse(ROW));
  }

  @Test
  void columnsThatQ1DoesNotReadMayHoldAnything() throws MalformedRowException {
    parse(rowWith(L_ORDERKEY, ""));
    parse(rowWith(LineitemColumn.L_COMMENT, ""));
    parse(rowWith(LineitemColumn.L_COMMENT, "a \u0000 and an \u00e4"));
  }

  @ParameterizedTest
  @CsvSource({"'', an empty line", "'|', 1", "x, 1", "'|||||||||||||||', 15", "'a|b', 2"})
  void countsTheColumnsOfAShortRow(String line, String found) {
    assertThat(problem(line))
        .hasMessage("expected 16 columns separated by '|', found " + found)
        .extracting(MalformedRowException::column)
        .isEqualTo("");
  }

  @Test
  void refusesOneColumnMoreOrLess() {
    assertThat(problem(ROW + "x")).hasMessageEndingWith("found 17");
    assertThat(problem(ROW + "x|")).hasMessageEndingWith("found 17");
    assertThat(problem(ROW + "|")).hasMessageEndingWith("found 17");
    assertThat(problem(ROW + "|||||||||||||||||||||||")).hasMessageEndingWith("found 39");
    // 15 columns and a final '|', or 16 columns with an empty last one: undecidable.
    assertThat(problem(ROW.replace("|egular courts above the|", "|"))).hasMessageEndingWith(" 15");
    assertThat(problem(ROW.replace("|egular courts above the|", ""))).hasMessageEndingWith(" 15");
  }

  @Test
  void showsTheFieldInPrintableForm() {
    assertThat(problem(rowWith(L_TAX, "0.0\u001b2")))
        .hasMessage(
            "column l_tax: expected a number from -9.99 to 9.99 with at most 2 decimals,"
                + " found '0.0\\x1b2'");
    assertThat(problem(rowWith(L_RETURNFLAG, "x".repeat(100))))
        .hasMessageEndingWith("found '" + "x".repeat(40) + "' and 60 more bytes");
    assertThat(problem(rowWith(L_RETURNFLAG, ""))).hasMessageEndingWith("found an empty field");
  }
}
