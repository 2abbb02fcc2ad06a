package io.loadpath.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedValuesTest {
  private static final AllowedValues FILES = new AllowedValues(List.of("cores", "1..9999"));
  private static final AllowedValues INGEST = new AllowedValues(List.of("unlimited", "1..999MB/s"));

  @Test
  void aRangeHoldsItsNumbersWithItsUnit() {
    assertThat(List.of("1", "3", "128", "9999", "cores", "powers-of-two")).allMatch(FILES::allows);
    assertThat(List.of("0", "10000", "03", "-1", "2.5", "", "many", "1..9999", "3MB/s"))
        .noneMatch(FILES::allows);
    assertThat(List.of("unlimited", "1MB/s", "999MB/s")).allMatch(INGEST::allows);
    assertThat(List.of("10", "0MB/s", "1000MB/s", "10MB", "cores", "powers-of-two"))
        .noneMatch(INGEST::allows);
  }

  @Test
  void theFirstValueIsTheDefault() {
    assertThat(FILES.defaultValue()).isEqualTo("cores");
    assertThat(INGEST.defaultValue()).isEqualTo("unlimited");
    assertThat(new AllowedValues(List.of("0..9")).defaultValue()).isEqualTo("0");
    assertThat(new AllowedValues(List.of("5..9MB/s")).defaultValue()).isEqualTo("5MB/s");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1..9999 | 1 | 1 | 1,2",
        "1..9999 | 2 | 2 | 1,2,4",
        "1..9999 | 6 | 6 | 1,2,4,8",
        "1..9999 | 64 | 64 | 1,2,4,8,16,32,64,128",
        "1..11 | 64 | 11 | 1,2,4,8,11",
        "3..11 | 1 | 3 | 3",
      })
  void wordsStandForNumbersOfTheRange(String range, int cores, String itself, String powers) {
    AllowedValues values = new AllowedValues(List.of("cores", range));

    assertThat(values.expand("cores", cores)).containsExactly(itself);
    assertThat(values.expand("powers-of-two", cores)).containsExactly(powers.split(","));
    assertThat(values.expand("3", cores)).containsExactly("3");
    assertThat(INGEST.expand("unlimited", cores)).containsExactly("unlimited");
  }

  @Test
  void theSmallestNumberThatIsEnoughIsFound() {
    assertThat(FILES.enough(15)).isEqualTo(15);
    assertThat(FILES.enough(20_000)).isEqualTo(9999);
    AllowedValues few = new AllowedValues(List.of("2", "1", "8"));
    assertThat(few.enough(3)).isEqualTo(8);
    assertThat(few.enough(9)).isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | ' (allowed: cores, 1..9999)'",
        "coers | '; did you mean ''cores''? (allowed: cores, 1..9999)'",
      })
  void theHintNamesTheRangeAndForAWordTheNearest(String value, String hint) {
    assertThat(FILES.hint(value)).isEqualTo(hint);
  }
}
