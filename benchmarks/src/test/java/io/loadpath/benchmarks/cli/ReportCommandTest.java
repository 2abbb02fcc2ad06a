package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.TestRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
  @RegisterExtension final Printed printed = new Printed();

  @TempDir private Path folder;
  private Path record;

  @BeforeEach
  void writeARecord() throws IOException {
    record = folder.resolve("a.json");
    RecordFile.write(TestRecords.full(), record);
  }

  @Test
  void thePageIsWrittenNextToTheRecordUnlessAFileIsNamed() {
    assertThat(report(record.toString())).isEqualTo(folder.resolve("a.html") + "\n");
    assertThat(folder.resolve("a.html")).content().startsWith("<!doctype html>");
    Path index = folder.resolve("index.html");
    assertThat(printed.err()).isEqualTo("index   file://" + index + "\n");
    assertThat(index).content().contains("<a href=\"a.html\"");
    Path other = folder.resolve("new/b.html");
    assertThat(report(record.toString(), "-o", other.toString())).isEqualTo(other + "\n");
    assertThat(other).hasSameBinaryContentAs(folder.resolve("a.html"));
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
    assertThat(other.resolveSibling("index.html")).doesNotExist();
  }

  @Test
  void theTablesGoToStdoutUnlessAFileIsNamed() {
    assertThat(report(record.toString(), "--format", "md"))
        .startsWith("**Loadpath quick**")
        .contains("| mapreduce-q1 |", "✓ 3/3");
    String csv = report(record.toString(), "--format", "csv");
    assertThat(csv).startsWith("rank,variant,path,").contains("\r\n1,mapreduce-q1");
    Path other = folder.resolve("b.csv");
    report(record.toString(), "--format", "csv", "-o", other.toString());
    assertThat(other).content().isEqualTo(csv);
    assertThat(folder.resolve("a.html")).doesNotExist();
  }

  @Test
  void twoRecordsStandSideBySide() throws IOException {
    Path later = folder.resolve("b.json");
    RecordFile.write(TestRecords.full(), later);
    Path page = folder.resolve("b-against-a.html");
    assertThat(report("--compare", record.toString(), later.toString())).isEqualTo(page + "\n");
    assertThat(page).content().contains("Two records side by side");
    assertThat(report("--compare", record.toString(), later.toString(), "--format", "md"))
        .contains("| mapreduce-q1 ");
    assertThat(report("--compare", record.toString(), later.toString(), "--format", "csv"))
        .startsWith("variant,outcome,");
  }

  private String report(String... arguments) {
    printed.reset();
    assertThat(
            Commands.execute(
                Stream.concat(Stream.of("report"), Stream.of(arguments)).toArray(String[]::new)))
        .isZero();
    return printed.out();
  }
}
