package io.loadpath.loads.exports;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.loads.exports.ExportPlan.Way;
import io.loadpath.rows.TextFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportPlanTest {
  @Test
  void namesTheWaysAsTheSettingDoesWhateverTheLanguage() {
    Locale before = Locale.getDefault();
    Locale.setDefault(new Locale("tr"));
    try {
      assertThat(Way.values())
          .extracting(Way::toString)
          .containsExactly("two-phase", "insert", "update", "attach");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void itsFilesAreTheSameAfterAColumnHasWidenedAndOthersWithoutAHeaderLine(@TempDir Path folder)
      throws Exception {
    Path file = Files.writeString(folder.resolve("part-0"), "1|a\n");
    Job job = Job.getInstance(new Configuration());
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(file.toUri()));
    ExportSource source = new ExportSource(job);

    Ledger.Identity before = source.identify(plan("name", "character varying(10)"));
    assertThat(source.identify(plan("name", "character varying(20)"))).isEqualTo(before);
    assertThat(source.identify(plan("other", "character varying(10)"))).isNotEqualTo(before);
    assertThat(source.identify(plan("name", "character varying(10)", 1))).isNotEqualTo(before);
  }

  private static ExportPlan plan(String column, String type) {
    return plan(column, type, 0);
  }

  private static ExportPlan plan(String column, String type, int headerLines) {
    return new ExportPlan(
        new ExportNames("public", "t", "", 0),
        List.of(new ExportColumn(column, "varchar", type, true)),
        TextFormat.sqoop('|', '\n', TextFormat.NONE, TextFormat.NONE, "", ""),
        headerLines,
        1,
        Way.INSERT,
        List.of(),
        false,
        0,
        "",
        List.of(),
        "UTC");
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
