package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.TestRecords;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A record in which every free text tries to break out of its place in the page. */
public final class HostileRecord {
  /** Code that marks the document if it runs. */
  public static final String TEXT =
      "\"'></script></title></style><!--<script>document.documentElement.id='hacked'</script>"
          + "<img src=x onerror=document.documentElement.id='hacked'>"
          + "&lt;b&gt; ${1+1} {b|x} \u2028";

  private static final String VICTIMS =
      "external-table-load-postgres|hive-q1|mapreduce-q1|TPC-H Q1 in HiveQL|"
          + "answer differs from the exact one|needs an Oracle|Every path once|"
          + "AMD EPYC 7B13|bin/loadpath run|cgroup-v9|preprocessor|gzip-3|"
          + "110367043651.2|3f9c2a7d51e0|all-card-trans-1000000|load-models|"
          + "codec-load|dop-load|ingest-load|hive-load-orc|zlib|partitioned|"
          + "Read the files|page-cache-read|background|java (4711)";

  private HostileRecord() {}

  public static RunRecord make() {
    return hostile(TestRecords.plainJson());
  }

  /** Returns such a record with all fields of the second version and all sections of the report. */
  public static RunRecord full() {
    return hostile(RecordFile.toJson(ReportRecords.full()));
  }

  /** A record of sweeps. */
  static RunRecord sweeps() {
    return hostile(RecordFile.toJson(ReportRecords.sweeps()));
  }

  private static RunRecord hostile(String json) {
    String text = TEXT.replace("\"", "\\\"").replace("\u2028", "\\u2028");
    for (String victim : VICTIMS.split("\\|")) {
      json = json.replace(victim, victim + text);
    }
    try {
      return RecordFile.parse(json, "hostile");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
