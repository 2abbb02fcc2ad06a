package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.TestRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final PrintStream usualOut = System.out;

  @TempDir private Path folder;
  private Path record;

  @BeforeEach
  void writeARecord() throws IOException {
    record = folder.resolve("a.json");
    RecordFile.write(TestRecords.full(), record);
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void release() {
    System.setOut(usualOut);
  }

  @Test
  void thePageIsWrittenBesideTheRecordUnlessAFileIsNamed() {
    assertThat(report(record.toString())).isEqualTo(folder.resolve("a.html") + "\n");
    assertThat(folder.resolve("a.html")).content().startsWith("<!doctype html>");
    Path other = folder.resolve("new/b.html");
    assertThat(report(record.toString(), "-o", other.toString())).isEqualTo(other + "\n");
    assertThat(other).hasSameBinaryContentAs(folder.resolve("a.html"));
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
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
    out.reset();
    String[] line = new String[arguments.length + 1];
    line[0] = "report";
    System.arraycopy(arguments, 0, line, 1, arguments.length);
    assertThat(Commands.execute(line)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }
}
