package io.loadpath.benchmarks.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.record.RecordFile.UnreadableRecordException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordFileTest {
  @TempDir Path folder;

  static Stream<RunRecord> records() {
    RunRecord plain = TestRecords.plain();
    RunRecord full = TestRecords.full();
    RunRecord interrupted = full.endedAfter(List.of(), Instant.EPOCH, "it was stopped");
    return Stream.of(plain, full, interrupted, TestRecords.started(plain), TestRecords.own(plain));
  }

  @ParameterizedTest
  @MethodSource("records")
  void aWrittenRecordIsValidAgainstThePublishedSchema(RunRecord record) throws IOException {
    String json = RecordFile.toJson(record);

    assertThat(RecordSchema.violations(json)).isEmpty();
    assertThat(RecordFile.parse(json, "again")).isEqualTo(record);
  }

  @Test
  void aMissingValueIsAbsent() throws IOException {
    RunRecord plain = TestRecords.plain();
    String own = RecordFile.toJson(TestRecords.own(plain));

    assertThat(RecordFile.toJson(TestRecords.started(plain)))
        .contains("\"start\":true", "\"startDataset\"", "\"budgetSeconds\"");
    assertThat(own).contains("\"traits\":[\"header\",\"type-double\"]", "\"sha1\":null");
    assertThat(RecordSchema.violations(own.replace("\"nan\"", "\"nans\""))).isNotEmpty();
    assertThat(TestRecords.plainJson())
        .doesNotContain("\"start\"", "\"startDataset\"", "\"budgetSeconds\"", "\"traits\"");
    assertThat(plain.datasets()).noneMatch(DatasetInfo::own);
  }

  @Test
  void rowsAreToldFromOthersBySha1OrFingerprint() {
    DatasetInfo own = TestRecords.own(TestRecords.plain()).datasets().get(0);
    assertThat(own.sameRows(Records.with(own, "id", "in more files", "files", 9))).isTrue();
    assertThat(own.sameRows(TestRecords.plain().datasets().get(0))).isFalse();
    assertThat(DatasetInfo.shortDigest(own.digest())).isEqualTo("fingerprint 00000000");
    assertThatThrownBy(() -> Records.with(own, "fingerprint", null))
        .hasStackTraceContaining("datasets.sha1 and datasets.fingerprint are both missing");
  }

  @Test
  void theSchemaRefusesOtherFiles() throws IOException {
    String json = TestRecords.plainJson();
    assertThat(RecordSchema.violations(json.replace("\"wallNanos\"", "\"wallSeconds\"")))
        .isNotEmpty();
    assertThat(RecordSchema.violations(json.replace("\"verified\"", "\"passed\""))).isNotEmpty();
    assertThat(RecordSchema.violations(json.replaceFirst("\"loadpathVersion\".*", ""))).hasSize(1);
  }

  @Test
  void aRecordIsReadBackEqualAndWrittenAgainInTheSameBytes() throws IOException {
    Path file = folder.resolve("run.json");
    RecordFile.write(TestRecords.plain(), file);
    assertThat(RecordFile.read(file)).isEqualTo(TestRecords.plain());
    assertThat(Files.readString(file)).isEqualTo(TestRecords.plainJson());
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void aRecordCannotEndAScriptElement() throws IOException {
    String title = "</script><!-- & \u2028\u2029";
    RunRecord record =
        RecordFile.parse(
            TestRecords.plainJson()
                .replace("TPC-H Q1 in HiveQL", title.replace("\u2028", "\\u2028")),
            "test");
    assertThat(record.variants()).anyMatch(variant -> variant.title().equals(title));
    assertThat(RecordFile.toJson(record)).doesNotContain("<", ">", "&", "\u2028", "\u2029");
    assertThat(RecordFile.parse(RecordFile.toJson(record), "again")).isEqualTo(record);
  }

  @Test
  void escapeSequencesDoNotReachTheTerminal() throws IOException {
    String json = TestRecords.plainJson();
    String version = TestRecords.plain().loadpathVersion();
    String sequence = "\\u001b]0;owned\\u0007\\r\\u009b2J\\ttab\\n";
    RunRecord record =
        RecordFile.parse(json.replace('"' + version + '"', '"' + sequence + '"'), "test");
    assertThat(record.loadpathVersion()).isEqualTo("?]0;owned???2J\ttab\n");

    String unknownKey = json.replaceFirst("\"jobs\"", "\"\\\\u001b[2J\"");
    assertThatThrownBy(() -> RecordFile.parse(unknownKey, "test")).hasMessageContaining("\"?[2J\"");
  }

  @Test
  void anUnknownVersionIsRefusedWithWhatToDo() throws IOException {
    Path file = folder.resolve("new.json");
    Files.writeString(
        file, TestRecords.plainJson().replace("\"schemaVersion\": 2", "\"schemaVersion\": 99"));
    assertThatThrownBy(() -> RecordFile.read(file))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessage(
            file
                + " has schemaVersion 99, this build reads 2:"
                + " use the Loadpath version that wrote it, or a newer one");
  }

  @Test
  void aFileThatIsNoRecordSaysSoAndWhere() {
    assertThatThrownBy(() -> RecordFile.parse("{}", "a.json"))
        .hasMessage("a.json is not a Loadpath record: it has no schemaVersion");
    assertThatThrownBy(() -> RecordFile.parse("{\"schemaVersion\": 2,\n oops", "b.json"))
        .hasMessageStartingWith("b.json is not a valid Loadpath record: ")
        .hasMessageEndingWith("(line 2)");
    String json = TestRecords.plainJson();
    assertThatThrownBy(() -> RecordFile.parse(json.replaceFirst("\"round\":1", "\"round\":0"), "c"))
        .hasMessage(
            "c is not a valid Loadpath record: samples.round is 0, expected 1 or more"
                + " (at samples[0])");
    assertThatThrownBy(() -> RecordFile.parse(json.replaceFirst("\"jobs\"", "\"jbos\""), "d"))
        .hasMessageContaining("jbos")
        .hasMessageEndingWith("(at samples[0].jbos)");
  }
}
