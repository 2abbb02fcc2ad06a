package io.loadpath.benchmarks;

import static io.loadpath.benchmarks.suite.Step.RUN;
import static io.loadpath.benchmarks.suite.Step.TEARDOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.NotRun;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.engines.service.Await;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code run TABLE.yaml} on small paths of shell: variants that run, reasons of others, and errors.
 */
@Timeout(300)
class OwnTableIT {
  private static final String ROWS =
      """
      id,note
      1,"a, b"
      2,plain
      3,
      """;
  private static final String DESCRIPTION =
      """
      table: sales
      files: ['sales-*.csv']
      format: {delimiter: ','}
      columns:
        - {name: id, type: integer(3)}
        - {name: note, type: text(40), nullable: yes}
      """;

  @TempDir private Path folder;
  private FakeProject project;
  private Path table;

  @BeforeEach
  void writeTable() throws IOException {
    project = new FakeProject(folder);
    project.path(
        "taker", Map.of(RUN, "env | grep -E '^LOADPATH_(TABLE|SCRIPTS)=' | sort >> TRACE"));
    project.own("taker", "");
    table = Files.writeString(folder.resolve("sales.yaml"), DESCRIPTION);
    Files.writeString(folder.resolve("sales-1.csv"), ROWS);
  }

  @AfterEach
  void aRunLeavesNothing() {
    assertThat(project.processes()).isEmpty();
    assertThat(project.state().resolve("run.json")).doesNotExist();
  }

  private String run(int exitCode, String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("run", table.toString()));
    arguments.addAll(List.of(options));
    return project.run(exitCode, arguments.toArray(String[]::new));
  }

  /** A link counts as outside, too: a description may come with files from another person. */
  @ParameterizedTest
  @ValueSource(strings = {"../secret.csv", "ABSOLUTE", "link.csv"})
  void filesOutsideTheDescriptionsFolderGetToNoClusterUnasked(String name) throws Exception {
    Path secret = Files.writeString(folder.toRealPath().resolve("secret.csv"), ROWS);
    Path received = Files.createDirectory(folder.resolve("received"));
    Files.createSymbolicLink(received.resolve("link.csv"), secret);
    String files = name.replace("ABSOLUTE", secret.toString());
    table =
        Files.writeString(
            received.resolve("sales.yaml"), DESCRIPTION.replace("sales-*.csv", files));
    project.edit("taker", "needs: []", "needs: [hadoop]");

    String refused = table + " names files outside its own folder (" + secret + ")";
    assertThat(run(1, "--on", "cluster")).contains(refused, "name the files after the table");
    String question = "copy them? [y/N]";
    assertThat(onTerminal("n")).contains(refused, question, "name the files after the table");

    // Only now it finds that this project has no Hadoop.
    String noHadoop = "nothing of this can run here: needs ";
    assertThat(onTerminal("y")).contains(question, noHadoop);
    assertThat(run(1, secret.toString(), "--on", "cluster")).contains(noHadoop);
    assertThat(run(1, "--on", "local")).contains(noHadoop);
  }

  /** Runs on a cluster in a terminal, and answers the question. */
  private String onTerminal(String answer) throws Exception {
    List<String> words = new ArrayList<>(FakeProject.PROGRAM);
    words.addAll(List.of("run", table.toString(), "--on", "cluster"));
    Path command = Files.writeString(folder.resolve("command"), String.join(" ", words));
    String line = "echo %s | script -qc 'sh %s' /dev/null".formatted(answer, command);
    return Program.in(folder, "sh", "-c", line)
        .set("LOADPATH_ROOT", folder.toRealPath())
        .set("LOADPATH_STATE", project.state())
        .run()
        .all();
  }

  @Test
  void pathsThatCanTakeTheRowsRunAndOthersSayWhyNot() throws Exception {
    project.path("blunt", Map.of());
    project.own("blunt", "cannot-take: {quoted-delimiters: it cuts at every comma}");
    project.path("halved", Map.of());
    project.edit("halved", "steps:", "parameters: {way: [wide, narrow]}\nsteps:");
    project.own("halved", "cannot-take-when: {way: {narrow: {quotes: it knows none}}}");
    project.ownValues("halved", "way: [wide, narrow]");

    String output = run(0);

    RunRecord record = project.lastRecord();
    assertThat(record.variants())
        .extracting(VariantInfo::id)
        .containsExactlyInAnyOrder("taker", "halved way=wide");
    assertThat(record.notRun())
        .extracting(NotRun::path, NotRun::reason)
        .containsExactlyInAnyOrder(
            tuple("blunt", "quoted-delimiters: it cuts at every comma"),
            tuple("halved way=narrow", "quotes: it knows none"));
    assertThat(output)
        .contains("not run: blunt: quoted-delimiters: it cuts at every comma")
        .contains("sales is small (28 B): rates and costs show mostly the start of each tool")
        .contains("verified");
    DatasetInfo data = record.datasets().get(0);
    assertThat(record.datasets()).hasSize(1);
    assertThat(data)
        .extracting(
            DatasetInfo::dataset, DatasetInfo::rows, DatasetInfo::columns, DatasetInfo::files)
        .containsExactly("sales", 3L, 2, 1);
    assertThat(data.traits()).contains("header", "quotes", "quoted-delimiters");
    assertThat(record.command()).isEqualTo("bin/loadpath run " + table);
    assertThat(record.id()).endsWith("Z-sales");
    assertThat(record.variants())
        .extracting(VariantInfo::command)
        .contains(record.command() + " --only 'halved way=wide'");
    assertThat(Files.readString(project.lastReport()))
        .contains("it cuts at every comma", "3 rows of 2 columns", "sales is small", "<h1>sales<")
        .contains("<a href=\"#not-run-title\">2 not run</a>")
        .doesNotContain("Derived from TPC");
    Path scripts = project.state().resolve("scripts/sales");
    assertThat(project.traceText("taker").lines().distinct())
        .containsExactly("LOADPATH_SCRIPTS=" + scripts, "LOADPATH_TABLE=sales");
    assertThat(scripts.resolve("postgres/tables/sales.sql")).isNotEmptyFile();
  }

  @Test
  void partsAreCutInTheStateFolderAndAFileThatChangedIsReadAgain() throws Exception {
    run(0, "--parts", "2");
    assertThat(project.lastRecord().datasets().get(0).files()).isEqualTo(2);
    assertThat(Files.readString(folder.resolve("sales-1.csv"))).isEqualTo(ROWS);

    Files.writeString(folder.resolve("sales-1.csv"), "4,late\n", StandardOpenOption.APPEND);
    run(0, "--parts", "2");
    assertThat(project.lastRecord().datasets().get(0).rows()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sales-1.csv | 2,plain | 2,plain,x | sales-1.csv | line 3",
        "sales-1.csv | 2,plain | 2000,plain | sales-1.csv | column id",
        "sales-1.csv | id,note | id,remark | sales-1.csv | remark",
        "sales.yaml | columns: | colums: | sales.yaml:4 | did you mean 'columns'?",
        "sales.yaml | sales-* | sold-* | no file matches | sold-*.csv",
      })
  void anInvalidRowStopsTheRunBeforeItStarts(
      String file, String text, String instead, String where, String what) throws Exception {
    Path wrong = folder.resolve(file);
    Files.writeString(wrong, Files.readString(wrong).replace(text, instead));

    assertThat(run(1)).contains(where, what);

    assertThat(project.trace("taker")).doesNotExist();
    assertThat(folder.resolve("benchmarks/results").toFile().list()).isNullOrEmpty();
  }

  @Test
  void noRowsAndNoFilesAreRefused() throws Exception {
    assertThat(run(1, folder + "/sold-*.csv")).contains("sold-*.csv");
    Files.writeString(folder.resolve("sales-1.csv"), "id,note\n");
    assertThat(run(1)).contains("no rows");
    assertThat(project.trace("taker")).doesNotExist();
  }

  @Test
  void aFileThatChangesWhileTheRunGoesOnEndsIt() throws Exception {
    Path file = folder.resolve("sales-1.csv");
    project.path("taker", Map.of(TEARDOWN, "echo 4,late >> " + file));
    project.own("taker", "");

    assertThat(run(1, "--rounds", "3"))
        .contains(file.toRealPath() + " was written to during the run", "run again");

    assertThat(project.lastRecord().interrupted().missing().get(0).runs()).isEqualTo(2);
  }

  @Test
  void aKilledRunIsTornDownWithTheScriptsOfItsTable() throws Exception {
    project.path(
        "taker",
        Map.of(
            RUN,
            "echo here >> TRACE; sleep 396",
            TEARDOWN,
            "ls \"$LOADPATH_SCRIPTS/postgres/tables/$LOADPATH_TABLE.sql\" >> TRACE"));
    project.own("taker", "");
    FakeProject.Running running = project.start("run", table.toString());
    Await.until("the path works", () -> project.traceText("taker").contains("here"));

    running.process().destroyForcibly();

    Await.until("the watchdog tears down", () -> project.traceText("taker").contains("sales.sql"));
    Await.until("no process is left", () -> project.processes().isEmpty());
  }
}
