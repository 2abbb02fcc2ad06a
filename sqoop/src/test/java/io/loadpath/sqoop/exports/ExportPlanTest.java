package io.loadpath.sqoop.exports;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.rows.TextFormat;
import io.loadpath.sqoop.exports.ExportPlan.Way;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class ExportPlanTest {
  @Test
  void namesTheWaysAsTheSettingDoesWhateverTheLanguage() {
    Locale before = Locale.getDefault();
    Locale.setDefault(new Locale("tr"));
    try {
      assertThat(Way.values())
          .extracting(Way::toString)
          .containsExactly("two-phase", "insert", "update");
    } finally {
      Locale.setDefault(before);
    }
  }

  /** The ledger's digests hold this text: with another one, a repeated export would come twice. */
  @Test
  void describesAFormatAsEarlierVersionsDid() {
    assertThat(TextFormat.sqoop('|', '\n', '\\', '"', "N", "M"))
        .hasToString(
            "TextFormat[delimiter=|, lineEnd=\n, escape=\\, enclosing=\", nullText=N, nullOther=M,"
                + " nullParsed=true, delimiterAtEnd=SOMETIMES, refusesCr=false]");
  }
}
