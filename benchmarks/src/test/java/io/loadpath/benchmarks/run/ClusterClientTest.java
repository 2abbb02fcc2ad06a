package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The harness's side of a session with a cluster; a script answers. */
@Timeout(60)
class ClusterClientTest {
  private static final String HELLO =
      "printf 'ok\\thdfs://u:secret@nn1:8020/user/ann/loadpath\\trm:8032\\t3\\t4096\\t6\\t3.4.3\\n'\n";
  private static final Duration LIMIT = Duration.ofMillis(300);
  private static final Duration PAUSE = Duration.ofMillis(20);

  @TempDir private Path folder;
  private final List<String> told = new CopyOnWriteArrayList<>();

  private ClusterClient client(String script) throws IOException {
    return client(script, Duration.ofSeconds(60));
  }

  private ClusterClient client(String script, Duration answerLimit) throws IOException {
    Path program = Files.createDirectories(folder.resolve("bin")).resolve("hadoop");
    Files.writeString(program, "#!/bin/bash\n" + script);
    Owner.mode(program, "rwxr-xr-x");
    Map<String, String> environment = Map.of("PATH", System.getenv("PATH"));
    return new ClusterClient(folder, environment, folder.resolve("log"), answerLimit);
  }

  @Test
  void theClusterDescribesItselfWithoutItsSecrets() throws IOException {
    try (ClusterClient client = client(HELLO + "cat >/dev/null")) {
      assertThat(client.description().workers()).isEqualTo(3);
      assertThat(client.description().scheduler()).isEqualTo("rm:8032");
      assertThat(client.description().schedulerHere()).isFalse();
      assertThat(client.description().fileSystem()).isEqualTo("hdfs://nn1:8020");
    }
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1:8032, true", "0.0.0.0:8032, true", "'rm1,rm2', false"})
  void aSchedulerMayBeHere(String address, boolean here) {
    assertThat(
            new ClusterClient.Description("hdfs://nn1/user/ann", address, 1, 1, 1, "")
                .schedulerHere())
        .isEqualTo(here);
  }

  @Test
  void aQuestionHasTheWordsOfItsAnswer() throws IOException {
    String echo = "while IFS= read -r line; do printf 'ok\\t%s\\n' \"$line\"; done";
    try (ClusterClient client = client(HELLO + echo)) {
      assertThat(client.ask("make", "a b")).containsExactly("make", "a b");
      assertThat(client.ask("end")).containsExactly("end");
    }
  }

  @Test
  void anInterruptionLeavesNoAnswerForTheNextQuestion() throws Exception {
    String slow = "while read -r line; do sleep 0.2; printf 'ok\\t%s\\n' \"$line\"; done";
    try (ClusterClient client = client(HELLO + slow)) {
      Thread asking = new Thread(() -> client.ask("first"));
      asking.start();
      asking.interrupt();
      asking.join();
      assertThat(client.ask("second")).containsExactly("second");
    }
  }

  @Test
  void anAnswerThatComesTooLateEndsTheSessionAndTheNextQuestionOpensAnother() throws IOException {
    String firstIsSlow =
        "while read -r line; do [ $line != slow ] || exec sleep 60; printf 'ok\\t%s\\n' $line; done";
    try (ClusterClient client = client(HELLO + firstIsSlow, Duration.ofSeconds(5))) {
      assertThatThrownBy(() -> client.ask("slow"))
          .hasMessageStartingWith("it gives no answer in 5 s");
      assertThat(client.ask("quick")).containsExactly("quick");
      assertThat(client.ask("again")).containsExactly("again");
    }
  }

  @Test
  void anErrorOfTheClusterIsTheMessage() {
    assertThatThrownBy(() -> client("printf 'error\\tno NameNode answers\\n'"))
        .isInstanceOf(ServiceException.class)
        .hasMessage("no NameNode answers");
  }

  @Test
  void aClientThatEndsShowsTheEndOfItsLog() {
    assertThatThrownBy(() -> client("echo 'no JDK here' >&2; exit 1"))
        .isInstanceOf(ServiceException.class)
        .hasMessage("Hadoop's client ended: no JDK here");
  }

  private StepWatch watch(ClusterClient client, CountDownLatch ended) {
    return new QueueWatch(client, "tag", LIMIT, PAUSE, ended::countDown, told::add);
  }

  @Test
  void aJobThatWaitsTooLongForAContainerEndsItsStepAndNamesTheQueue() throws Exception {
    String waiting =
        """
        while IFS=$'\\t' read -r question one two; do
          case $question in
          applications) printf 'ok\\t1\\tapplication_1_0007 ACCEPTED root.small 0 0\\n' ;;
          limits) printf 'ok\\t%s may use 0 %%; %s waits\\n' "$one" "$two" ;;
          esac
        done
        """;
    CountDownLatch ended = new CountDownLatch(1);
    try (ClusterClient client = client(HELLO + waiting);
        StepWatch watch = watch(client, ended)) {
      assertThat(watch.complaint()).isEmpty();
      assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(watch.complaint().orElseThrow())
          .startsWith("application_1_0007 waits for its first container in the queue 'root.small'")
          .contains("root.small may use 0 %; application_1_0007 waits", "raise --queue-limit");
    }
  }

  @Test
  void aJobThatWaitsTooLongIsNamedWithoutTheLimitsWhereTheyAreNotTold() throws Exception {
    String silent =
        """
        while IFS=$'\\t' read -r question words; do
          case $question in
          applications) printf 'ok\\t1\\tapplication_1_0007 ACCEPTED root.small 0 0\\n' ;;
          limits) printf 'error\\tno such queue\\n' ;;
          esac
        done
        """;
    assertThat(complaintOf(silent))
        .startsWith("application_1_0007 waits for its first container in the queue 'root.small'")
        .contains(": its limits are not known (no such queue); give it to another queue");
  }

  /** Returns why a watch ended its step. */
  private String complaintOf(String answers) throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    try (ClusterClient client = client(HELLO + answers);
        StepWatch watch = watch(client, ended)) {
      assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
      return watch.complaint().orElseThrow();
    }
  }

  @Test
  void aJobWhoseTasksWaitTooLongEndsItsStepToo() throws Exception {
    String waiting =
        """
        while IFS=$'\\t' read -r question one two; do
          case $question in
          applications) printf 'ok\\t1\\tapplication_1_0007 RUNNING root.small 1 2\\n' ;;
          limits) printf 'ok\\t%s may use 10 %%\\n' "$one" ;;
          esac
        done
        """;
    assertThat(complaintOf(waiting))
        .startsWith(
            "application_1_0007 waits for a container for its tasks in the queue 'root.small'")
        .contains(": root.small may use 10 %; give it to another queue", "raise --queue-limit");
  }

  /** The job waits for its master for 1.2 s, and then for its tasks for ever. */
  @Test
  void theWaitForTheMasterIsNoPartOfTheWaitForTasks() throws Exception {
    Path asked = folder.resolve("asked");
    String bothWait =
        """
        first=
        while IFS=$'\\t' read -r question one two; do
          now=${EPOCHREALTIME//[.,]/}
          case $question in
          applications)
            words='RUNNING q 1 2'
            ((now - ${first:=$now} >= 1200000)) || words='ACCEPTED q 0 0'
            echo "$now $words" >>'%s'
            printf 'ok\\t1\\tapplication_1_0007 %%s\\n' "$words"
            ;;
          limits) printf 'ok\\tno share\\n' ;;
          esac
        done
        """
            .formatted(asked);
    Duration limit = Duration.ofSeconds(3);
    CountDownLatch ended = new CountDownLatch(1);
    try (ClusterClient client = client(HELLO + bothWait);
        StepWatch watch =
            new QueueWatch(client, "tag", limit, PAUSE, ended::countDown, told::add)) {
      assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(watch.complaint().orElseThrow()).contains("waits for a container for its tasks");
    }
    List<Long> forTasks =
        Files.readAllLines(asked).stream()
            .filter(line -> line.contains("RUNNING"))
            .map(line -> Long.parseLong(line.split(" ")[0]))
            .toList();
    long micros = forTasks.get(forTasks.size() - 1) - forTasks.get(0);
    assertThat(Duration.ofNanos(1000 * micros)).isGreaterThan(Duration.ofMillis(2200));
  }

  @Test
  void aClusterThatDoesNotTellWhichTasksWaitIsToldOnce() throws Exception {
    String untold =
        """
        while read -r question; do printf 'ok\\t1\\tapplication_1_0007 RUNNING q 1 ?\\n'; done
        """;
    CountDownLatch ended = new CountDownLatch(1);
    try (ClusterClient client = client(HELLO + untold);
        StepWatch watch = watch(client, ended)) {
      while (told.isEmpty()) {
        Thread.sleep(20);
      }
      assertThat(ended.await(LIMIT.toMillis() * 4, TimeUnit.MILLISECONDS)).isFalse();
      assertThat(watch.complaint()).isEmpty();
      assertThat(told)
          .containsExactly(
              "the ResourceManager's page cannot be read, so --queue-limit ends no job whose tasks wait for a container");
    }
  }

  @Test
  void aClusterThatDoesNotSayWhatWaitsIsToldOnceAndAskedAgain() throws Exception {
    String laterAnswers =
        """
        n=0
        while IFS=$'\\t' read -r question words; do
          n=$((n + 1))
          case $question-$n in
          applications-[1-3]) printf 'error\\tConnection refused\\n' ;;
          applications-*) printf 'ok\\t1\\tapplication_1_0007 ACCEPTED root.small 0 0\\n' ;;
          limits-*) printf 'ok\\tno share\\n' ;;
          esac
        done
        """;
    CountDownLatch ended = new CountDownLatch(1);
    try (ClusterClient client = client(HELLO + laterAnswers);
        StepWatch watch = watch(client, ended)) {
      assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(watch.complaint()).isPresent();
      assertThat(told)
          .containsExactly(
              "the cluster does not say which jobs wait for a container, so --queue-limit may end none: Connection refused");
    }
  }

  @Test
  void aJobThatRunsOrAnotherThatWaitsIsLeft() throws Exception {
    String running =
        """
        n=0
        while read -r question; do
          n=$((n + 1))
          printf 'ok\\t2\\tapplication_1_0007 RUNNING q 1 0\\tapplication_1_%04d ACCEPTED q 0 0\\n' "$n"
        done
        """;
    CountDownLatch ended = new CountDownLatch(1);
    try (ClusterClient client = client(HELLO + running);
        StepWatch watch = watch(client, ended)) {
      assertThat(ended.await(LIMIT.toMillis() * 4, TimeUnit.MILLISECONDS)).isFalse();
      assertThat(watch.complaint()).isEmpty();
    }
  }
}
