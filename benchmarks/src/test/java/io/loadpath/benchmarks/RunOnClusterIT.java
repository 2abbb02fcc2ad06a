package io.loadpath.benchmarks;

import static io.loadpath.benchmarks.suite.Step.RUN;
import static io.loadpath.benchmarks.suite.Step.TEARDOWN;
import static io.loadpath.benchmarks.suite.Step.VERIFY;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.PlaceInfo;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.Sample.StageCpu;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.service.FakeCluster;
import io.loadpath.benchmarks.suite.Step;
import io.loadpath.engines.service.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program with a user's cluster, played by a script: the harness's questions, and its reactions
 * to bad answers.
 */
@Timeout(300)
class RunOnClusterIT {
  private static final String NAME = "job";
  private static final String TRACE =
      "echo \"${HADOOP_CONF_DIR:-none} $LOADPATH_DATA_URI $LOADPATH_WORK_URI\" >> TRACE\n";

  /** A path whose job counts its own CPU time. */
  private static final String COUNTS = "counts";

  private static final String COUNTING_VERIFY =
      FakeProject.HONEST_VERIFY.replace(
          "\"storedBytes\": 4096}",
          "\"clusterCpu\": {\"nanos\": 9, \"source\": \"CPU_MILLISECONDS\"}}");
  private static final String GOOD = FakeCluster.HELLO.formatted(3);

  private static final String CASES =
      """
      applications)
        if [ -e 'SUBMITTED' ]; then printf 'ok\\tAPPLICATIONS\\n'; else printf 'ok\\t0\\n'; fi ;;
      end)
        rm -f 'SUBMITTED'
        printf 'ok\\t1\\n' ;;
      workers) printf 'ok\\t2\\t127.0.0.1\\tworker9.invalid\\n' ;;
      vcore-seconds) printf 'ok\\t1\\tapplication_1_%04d 7\\n' "$((++n))" ;;
      """;

  @TempDir private Path folder;
  private Path root;
  private Path conf;
  private FakeProject project;

  @BeforeEach
  void makeProject() throws IOException {
    root = folder.toRealPath();
    project = new FakeProject(root);
    conf = Files.createDirectory(root.resolve("conf"));
    Files.writeString(
        conf.resolve("core-site.xml"),
        "<configuration><property><name>fs.defaultFS</name><value>hdfs://nn1:8020</value></property></configuration>");
    Path jars = Files.createDirectories(root.resolve("engines/hadoop/target/lib"));
    Files.createFile(jars.resolve("hadoop-common-3.4.3.jar"));
    answers(GOOD, "0");
    job(Map.of(RUN, TRACE));
  }

  private void answers(String hello, String applications) throws IOException {
    FakeCluster.answer(
        root,
        hello,
        CASES.replace("APPLICATIONS", applications).replace("SUBMITTED", submitted().toString()));
  }

  private void job(Map<Step, String> scripts) throws IOException {
    job(NAME, scripts);
  }

  private void job(String name, Map<Step, String> scripts) throws IOException {
    project.path(name, scripts);
    project.edit(name, "needs: []", "needs: [hadoop]");
  }

  /** A file that exists while the cluster has an application. */
  private Path submitted() {
    return root.resolve("submitted");
  }

  private String asked() throws IOException {
    return Files.readString(FakeCluster.asked(root));
  }

  @Test
  void aDryRunNamesThePathsWhoseTasksDoNotReachTheDatabase() throws Exception {
    project.path("loader", Map.of());
    project.edit("loader", "needs: []", "needs: [hadoop, postgres]");

    assertThat(project.run(0, "run", "--dry-run", "--on", conf.toString()))
        .contains(
            "\nruns    job@nn1", "\nnot run: loader@nn1: needs a PostgreSQL that the tasks reach")
        .contains("worker9.invalid is another machine")
        .doesNotContain("\nruns    loader");
  }

  @Test
  void aPathRunsHereAndThereAndOthersOnce() throws Exception {
    job(COUNTS, Map.of(VERIFY, COUNTING_VERIFY));
    project.path("other", Map.of(RUN, TRACE));
    Path elsewhere = Files.createDirectory(root.resolve("elsewhere"));
    project.set("HADOOP_CONF_DIR", elsewhere.toString());
    assertThat(project.run(0, "run", "--on", "local," + conf)).doesNotContain("is not used");

    RunRecord record = project.lastRecord();
    assertThat(record.variants())
        .extracting(VariantInfo::id)
        .containsExactly("job", "job@nn1", "counts", "counts@nn1", "other");
    assertThat(record.variants())
        .extracting(VariantInfo::on)
        .containsExactly(null, "nn1", null, "nn1", null);
    assertThat(record.variants().get(1).command())
        .isEqualTo("bin/loadpath run quick --on local,'%s' --only 'job@nn1'".formatted(conf));
    assertThat(record.variants().get(1).baseline()).isEqualTo("job");
    assertThat(record.places())
        .containsExactly(
            new PlaceInfo("nn1", "hdfs://nn1:8020", "rm1:8032", 3, 4096L << 20, 6, "3.4.3"));
    String data = project.state().resolve("data") + "/all-card-trans-1000-2parts";
    assertThat(project.traceText("other")).startsWith("none file://" + data + " file://");
    assertThat(project.traceText(NAME).lines())
        .anyMatch(line -> line.startsWith("none file://" + data + " file:///"))
        .anyMatch(
            line ->
                line.matches(
                    project.state()
                        + "/work/loadpath-\\S+/conf-nn1 hdfs://nn1:8020/user/ann/loadpath/data/"
                        + "all-card-trans-1000-2parts hdfs://nn1:8020/user/ann/loadpath/work/"
                        + "loadpath-\\S+/\\d{3}-job"));
    assertThat(asked())
        .containsPattern("(?s)make loadpath-\\S+\n.*make loadpath-\\S+/\\d{3}-job\n")
        .containsPattern(
            "(?s)vcore-seconds.*remove loadpath-\\S+/\\d{3}-job\n"
                + ".*end loadpath-\\S+\n"
                + "remove loadpath-[^/\\s]+\n"
                + "$")
        .containsOnlyOnce("\nend ");
    assertThat(project.sample("job@nn1").cpu())
        .extracting(StageCpu::label)
        .containsExactly("client", "containers by YARN's vcore-seconds");
    assertThat(project.sample("counts@nn1").cpu())
        .as("what the job counts itself is taken before what it was given")
        .contains(new StageCpu("containers", 9, 0, "CPU_MILLISECONDS"));
    assertThat(project.sample("counts").cpu())
        .extracting(StageCpu::stage)
        .containsExactly("client");
    assertThat(project.state().resolve("work")).isEmptyDirectory();
  }

  @Test
  void aClusterThatDoesNotAnswerEndsTheRunBeforeTheFirstSample() throws Exception {
    answers("error\\tno NameNode answers at nn1:8020\\n", "0");

    assertThat(project.run(1, "run", "--on", conf.toString()))
        .contains("the cluster of " + conf + " cannot be used: no NameNode answers at nn1:8020")
        .doesNotContain("[1/1]");
    assertThat(project.trace(NAME)).doesNotExist();
    assertThat(project.processes()).isEmpty();
  }

  @Test
  void aPathIntoTheDatabaseHereIsNotRunByWorkersElsewhere() throws Exception {
    project.edit(NAME, "needs: [hadoop]", "needs: [hadoop, postgres]");

    assertThat(project.run(1, "run", "--on", conf.toString()))
        .contains("nothing of this can run here: needs a PostgreSQL that the tasks reach")
        .contains("the worker worker9.invalid is another machine; name yours with --postgres");
    assertThat(project.trace(NAME)).doesNotExist();
  }

  @Test
  void aCallersClusterIsNotUsedSilently() throws Exception {
    project.edit(NAME, "needs: [hadoop]", "needs: [hadoop, no-such-program]"); // ends at once
    project.set("HADOOP_CONF_DIR", conf.toString());

    assertThat(project.run(1, "run"))
        .startsWith("HADOOP_CONF_DIR=" + conf + " is not used: this run is local; to use that");
  }

  @Test
  void aJobThatGetsNoContainerIsEndedAtTheStepLimit() throws Exception {
    answers(GOOD, "1\\tapplication_1_0007");
    job(Map.of(RUN, "touch " + submitted() + "; sleep 388", TEARDOWN, "echo torn >> TRACE"));
    project.run(1, "run", "--on", conf.toString(), "--step-limit", "3s");

    Sample sample = project.sample("job@nn1");
    assertThat(sample.error().step()).isEqualTo("run");
    assertThat(sample.error().message()).isEqualTo("was ended after 3 s, its time limit");
    assertThat(asked()).containsPattern("(?s)end loadpath-.*remove ");
    assertThat(project.traceText(NAME)).isEqualTo("torn\n");
    assertThat(project.processes()).isEmpty();
  }

  @Test
  void aKilledRunLeavesNothingOnTheCluster() throws Exception {
    job(new LinkedHashMap<>(Map.of(RUN, "echo here >> TRACE; sleep 387", TEARDOWN, TRACE)));
    FakeProject.Running running = project.start("run", "--on", conf.toString());
    Await.until("the path works", () -> Files.exists(project.trace(NAME)));

    running.process().destroyForcibly().waitFor();

    Await.until("recovered", () -> !Files.exists(project.state().resolve("run.json")));
    Await.until("no process is left", () -> project.processes().isEmpty());
    assertThat(asked()).containsPattern("(?s)end loadpath-\\S+\nremove loadpath-[^/\\s]+\n$");
    assertThat(project.traceText(NAME).lines())
        .anyMatch(line -> line.contains("/conf-nn1 hdfs://nn1:8020/user/ann/loadpath/data/"));
  }

  @Test
  void aClusterThatIsGoneIsNamedByTheRecovery() throws Exception {
    job(Map.of(RUN, "echo here >> TRACE; exec sleep 386"));
    FakeProject.Running running = project.start("run", "--on", conf.toString());
    Await.until("the path works", () -> Files.exists(project.trace(NAME)));
    answers("error\\tno NameNode answers at nn1:8020\\n", "0");
    running.process().destroyForcibly().waitFor();
    Await.until("recovered", () -> !Files.exists(project.state().resolve("run.json")));
    Await.until("told", () -> running.text().contains("was not cleaned up"));
    assertThat(running.text())
        .contains(
            "; the cluster of " + conf + " was not cleaned up: no NameNode answers at nn1:8020");

    answers(GOOD, "0");
    job(Map.of());
    project.run(0, "run", "--on", conf.toString());
  }
}
