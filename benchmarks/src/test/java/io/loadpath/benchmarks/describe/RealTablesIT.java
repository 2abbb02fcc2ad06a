package io.loadpath.benchmarks.describe;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.rows.FileFormat.LineEnd;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Describes real tables, which were not made for Loadpath. */
class RealTablesIT {
  @TempDir private Path folder;

  private Descriptions.Result describe(RealTables table) throws IOException {
    return table.describedIn(folder);
  }

  @Test
  void population() throws IOException {
    Descriptions.Result found = describe(RealTables.POPULATION);

    assertThat(found.table().columns()).hasSize(12);
    assertThat(found.table().format().encoding()).isEqualTo(ISO_8859_1);
    assertThat(found.table().format().lineEnd()).isEqualTo(LineEnd.CRLF);
    assertThat(found.format("encoding")).contains("guessed");
    assertThat(found.types()).contains("integer(9)", "decimal(8,1)", "decimal(12,3)");
    assertThat(found.check()).isEmpty();
  }

  @Test
  void glucose() throws IOException {
    Descriptions.Result found = describe(RealTables.GLUCOSE);

    assertThat(found.types()).containsExactly("decimal(4,2) null", "timestamp(0)", "integer(3)");
    assertThat(found.table().format().nullText()).isEqualTo("nil");
    assertThat(found.yaml())
        .contains("CGM.csv:52282: the row ends with LF, others with CR LF")
        .contains("line-end: crlf");
    assertThat(found.check())
        .singleElement()
        .hasToString(
            RealTables.GLUCOSE.file()
                + ", line 52282, column glucose: ends its line with LF, but the description says line-end: crlf");
    assertThat(found.description().rows()).isEqualTo(52_281);
  }

  @Test
  void unemployment() throws IOException {
    Descriptions.Result found = describe(RealTables.UNEMPLOYMENT);

    assertThat(found.table().format().header()).isFalse();
    assertThat(found.types())
        .containsExactly(
            "text(10)",
            "text(10)",
            "text(10)",
            "text(80)",
            "integer(4)",
            "text(20)",
            "text(20)",
            "text(10)",
            "decimal(3,1)");
    assertThat(found.yaml()).contains("hold blanks, signs or separators, such as '23,288  '");
    assertThat(found.description().rows()).isEqualTo(3_218);
  }

  @Test
  void lifeExpectancy() throws IOException {
    Descriptions.Result found = describe(RealTables.LIFE_EXPECTANCY);

    assertThat(found.names()).hasSize(51).startsWith("Country", "1964");
    assertThat(found.format("header")).contains("header: yes").contains("guessed");
  }

  @Test
  void airports() throws IOException {
    Descriptions.Result found = describe(RealTables.AIRPORTS);

    assertThat(found.names())
        .containsExactly(
            "icao",
            "iata",
            "name",
            "city",
            "subd",
            "country",
            "elevation",
            "lat",
            "lon",
            "tz",
            "lid");
    assertThat(found.types()).contains("decimal(7,2)", "decimal(8,6)", "decimal(9,6)");
    assertThat(found.yaml()).doesNotContain("guessed").doesNotContain("problem");
  }

  @Test
  void countries() throws IOException {
    Descriptions.Result found = describe(RealTables.COUNTRIES);

    assertThat(found.names()).hasSize(74).contains("name.common", "translations.kor.official");
    assertThat(found.yaml()).contains("- {name: 'name.common', type: text(80)}");
    assertThat(found.description().rows()).isEqualTo(250);
  }

  @Test
  void birdStrikes() throws IOException {
    Descriptions.Result found = describe(RealTables.BIRD_STRIKES);

    assertThat(found.names()).hasSize(14).contains("Cost Total $", "Flight Date");
    assertThat(found.types().get(3)).isEqualTo("date");
    assertThat(found.types().get(13)).isEqualTo("integer(3) null");
    assertThat(found.yaml()).doesNotContain("guessed").doesNotContain("problem");
  }

  @Test
  void zipCodes() throws IOException {
    Descriptions.Result found = describe(RealTables.ZIP_CODES);

    assertThat(found.types())
        .containsExactly(
            "text(10)", "decimal(8,6)", "decimal(9,6)", "text(40)", "text(10)", "text(40)");
    assertThat(found.yaml()).contains("# text, because of 3,256 numbers with a leading 0 or +");
  }
}
