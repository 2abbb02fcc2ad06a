package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.NotRun;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * {@code run TABLE.yaml} with the project's own paths, on the bundled server: COPY from the client.
 */
@Timeout(300)
class OwnPathsIT {
  private TestServer test;

  @BeforeEach
  void makePlace() throws IOException {
    test = new TestServer();
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    assertThat(Processes.withEnvironment("LOADPATH_STATE", test.state.toString())).isEmpty();
    assertThat(test.server.running()).isFalse();
    test.delete();
  }

  @Test
  void rowsAfterAHeaderArriveByEveryExportThatCanSkipIt() throws IOException {
    Path folder = test.newFolder();
    Files.writeString(folder.resolve("first.csv"), "id,Order No,sold_on\n1,A-1,2007-01-31\n");
    Files.writeString(folder.resolve("second.csv"), "id,Order No,sold_on\n2,,2007-02-01\n");
    Files.writeString(
        folder.resolve("sales.yaml"),
        """
        table: sales
        files: ['*.csv']
        format: {delimiter: ','}
        columns:
          - {name: id, type: integer(9)}
          - {name: Order No, type: text(20), nullable: yes}
          - {name: sold_on, type: date}
        """);
    Program.in(folder, "bin/loadpath", "run", "sales.yaml")
        .with("--rounds", "1", "--out", "results", "--only", "copy-load-postgres")
        .with("--only", "sqoop-connector-load-postgres", "--only", "sqoop-jdbc-load-postgres")
        .with("--only", "sqoop-direct-load-postgres")
        .with("--only", "mapreduce-load-postgres model=heap")
        .set("LOADPATH_STATE", test.state)
        .set("LOADPATH_BUILD", "never")
        .run()
        .ok();

    RunRecord record = TestRecords.newest(folder.resolve("results"));
    assertThat(record.variants())
        .extracting(
            v -> v.id().replaceAll(" (files|codec|mappers|writers|model|vacuum|commit)=\\S+", ""))
        .containsExactly(
            "copy-load-postgres format=text",
            "copy-load-postgres format=binary",
            "sqoop-connector-load-postgres",
            "mapreduce-load-postgres way=unsorted");
    assertThat(record.samples()).hasSizeGreaterThan(2).allMatch(Sample::verified);
    assertThat(record.samples()).extracting(Sample::rows).containsOnly(2L);
    assertThat(record.notRun())
        .extracting(NotRun::path, n -> n.reason().substring(0, n.reason().indexOf(';')))
        .containsExactlyInAnyOrder(
            tuple("sqoop-jdbc-load-postgres", "header: Sqoop exports the header line as a row"),
            tuple("sqoop-direct-load-postgres", "header: Sqoop exports the header line as a row"));
  }

  @Test
  void quotedRowsWithAHeaderArriveByCopyAndAreProven() throws IOException {
    Path folder = test.newFolder();
    Files.writeString(
        folder.resolve("first.csv"),
        """
        id,Order No,sold_on,note
        1,A-1,2007-01-31,"a, ""b"" | c"
        2,A-2,2007-02-01,
        """);
    Files.writeString(
        folder.resolve("second.csv"),
        """
        id,Order No,sold_on,note
        3,"A""3",2007-02-02,"two
        lines"
        4,A-4,2007-02-03,""
        """);
    Files.writeString(
        folder.resolve("sales.yaml"),
        """
        table: sales
        files: ['*.csv']
        format: {delimiter: ','}
        columns:
          - {name: id, type: integer(9)}
          - {name: Order No, type: text(20)}
          - {name: sold_on, type: date}
          - {name: note, type: text, nullable: yes}
        """);
    Program.Outcome outcome =
        Program.in(folder, "bin/loadpath", "run", "sales.yaml")
            .with("--rounds", "1", "--out", "results", "--only", "copy-load-postgres")
            .with("--only", "external-table-load-postgres way=create-table-as")
            .set("LOADPATH_STATE", test.state)
            .set("LOADPATH_BUILD", "never")
            .run()
            .ok();

    RunRecord record = TestRecords.newest(folder.resolve("results"));
    assertThat(record.variants())
        .extracting(VariantInfo::id)
        .hasSize(2)
        .startsWith("copy-load-postgres files=2 codec=none format=text");
    assertThat(record.samples()).hasSizeGreaterThan(1).allMatch(Sample::verified);
    assertThat(record.samples()).extracting(Sample::rows).containsOnly(4L);
    assertThat(record.notRun())
        .extracting(NotRun::path, n -> n.reason().substring(0, n.reason().indexOf(':')))
        .containsExactly(tuple("copy-load-postgres format=binary", "quotes"));
    assertThat(record.datasets().get(0).traits())
        .contains("header", "quoted-delimiters", "doubled-quotes", "quoted-line-ends")
        .contains("odd-names", "empty-texts");
    assertThat(record.variants().get(0).command())
        .endsWith(" run sales.yaml --rounds 1 --only 'copy-load-postgres format=text'");
    assertThat(outcome.out())
        .contains(
            "copy-load-postgres",
            "verified",
            "not run: copy-load-postgres format=binary: quotes: ");
    assertThat(Files.readString(test.state.resolve("scripts/sales/postgres/tables/sales.sql")))
        .contains("\"Order No\"");
  }
}
