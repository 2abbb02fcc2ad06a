package io.loadpath.benchmarks.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OldPathNamesTest {
  @Test
  void aRecordOfAnEarlierVersionIsReadWithTodaysNames() throws IOException {
    String today =
        TestRecords.plainJson()
            .replace("engine=mr types=decimal", "engine=mr types=decimal aggregation=none")
            .replace("\"types\":\"decimal\"", "\"types\":\"decimal\",\"aggregation\":\"none\"");
    String old =
        today
            .replace("aggregation=none", "aggregation=reduce")
            .replace("\"aggregation\":\"none\"", "\"aggregation\":\"reduce\"")
            .replace("external-table-load-postgres", "external-table-postgres")
            .replace("sqoop-jdbc-unload-postgres", "sqoop-import-jdbc");

    assertThat(RecordFile.parse(old, "old")).isEqualTo(RecordFile.parse(today, "today"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "copy-postgres files=2, copy-load-postgres files=2",
        "hive-orc-load@cluster model=heap, hive-load-orc@cluster model=heap",
        "external-table-postgres-bare, external-table-bare-load-postgres",
        "--only 'hive-q1@cluster engine=tez aggregation=map order=yes', --only 'hive-q1@cluster engine=tez aggregation=in-mapper order=yes'",
        "--only hive-q1 --only 'my-q1 aggregation=map', --only hive-q1 --only 'my-q1 aggregation=map'",
        "my-copy-postgres, my-copy-postgres",
        "see /logs/copy-postgres/run.log, see /logs/copy-postgres/run.log",
      })
  void namesAreReplacedAsWholeWordsOnly(String old, String today) {
    assertThat(OldPathNames.replacedIn(old)).isEqualTo(today);
  }
}
