package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.ServiceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster whose client is a script. */
@Timeout(60)
class ClusterServiceTest {
  private static final String STAYS =
      "end|remove) printf 'error\\tthe applications do not end\\n' ;;";

  @TempDir private Path folder;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private ClusterService started(String cases, FakeCluster cluster) throws IOException {
    ClusterService service =
        FakeCluster.service(cluster, FakeCluster.place(folder, cases, new PrintStream(printed)));
    service.start();
    return service;
  }

  private FakeCluster cluster() throws IOException {
    return FakeCluster.outOfSight(folder);
  }

  @Test
  void theRunsJobsEndAndItsFolderGoesWithTheRun() throws IOException {
    started("none) ;;", cluster()).close();

    assertThat(Files.readAllLines(FakeCluster.asked(folder)))
        .endsWith("end " + FakeCluster.RUN_ID, "remove " + FakeCluster.RUN_ID);
    assertThat(printed.toString()).isEmpty();
  }

  @Test
  @SuppressWarnings("try") // the state only has to be there
  void whatStaysOnAClusterIsNamedAndCleanedUpLater() throws IOException {
    FakeCluster running = new FakeCluster(cluster().configuration(), true, Set.of(17L));
    Services services = new Services(List.of(started(STAYS, running)));
    Path state = Files.createDirectories(folder.resolve("state"));
    RunState run = new RunState(FakeCluster.RUN_ID, services.clusters(), List.of("other"), null);

    try (RunState.Kept kept = run.keep(state, services::left)) {
      services.close();
    }

    assertThat(printed.toString())
        .isEqualToIgnoringNewLines(
            "left on fake cluster: applications with the tag RUN, if any, and the folder hdfs://nn1:8020/user/ann/loadpath/work/RUN: the applications do not end"
                .replace("RUN", FakeCluster.RUN_ID));
    RunState later = RunState.read(state).orElseThrow();
    assertThat(later.clusters()).containsExactly(running.configuration().toString());
    assertThat(later.services()).as("they have ended").isEmpty();
  }

  @Test
  void theJobsOfSetupAreNotCounted() throws IOException {
    String setupThenRun =
        """
        vcore-seconds)
          applications+="\\tapplication_9_000$((++n)) 7"
          printf "ok\\t$n$applications\\n" ;;
        """;
    ClusterService service = started(setupThenRun, cluster());
    service.beginRun();
    assertThat(service.cpu()).contains(new CountedCpu(7_000_000_000L, "YARN's vcore-seconds"));
    service.beginRun();
    assertThat(service.cpu()).contains(new CountedCpu(7_000_000_000L, "YARN's vcore-seconds"));
    service.close();
  }

  @Test
  void aRunSharesNoClusterWhoseContainersAreCountedTogether() throws IOException {
    String two = "others) printf 'ok\\t2\\tapplication_9_0001\\tapplication_9_0004\\n' ;;";
    ClusterService shared = started(two, cluster());
    assertThatThrownBy(shared::requireAlone)
        .isInstanceOf(ServiceException.class)
        .hasMessageStartingWith(
            "jobs of others run on fake cluster (application_9_0001, application_9_0004): ");
    shared.close();

    ClusterService alone = started("none) ;;", cluster());
    assertThatCode(alone::requireAlone).doesNotThrowAnyException();
    alone.close();
  }

  @Test
  void theClientHasTheCallersOptionsAndAHeapOfItsOwn() throws IOException {
    Path seen = folder.resolve("seen");
    String note =
        "others) echo \"$HADOOP_CLIENT_OPTS\" >'%s'; printf 'ok\\t0\\n' ;;".formatted(seen);
    RunPlace plain = FakeCluster.place(folder, note, new PrintStream(printed));
    Map<String, String> caller = new HashMap<>(plain.caller());
    caller.put("HADOOP_CLIENT_OPTS", "-Djava.security.krb5.conf=/made-up/krb5.conf -Xmx8g");
    RunPlace place = new RunPlace(plain.root(), plain.state(), caller, plain.out(), 0, List.of());
    try (ClusterClient client =
        ClusterClient.open(place, FakeCluster.RUN_ID, folder, folder.resolve("log"))) {
      client.ask("others", "tag");
    }

    assertThat(Files.readString(seen))
        .startsWith("-Djava.security.krb5.conf=/made-up/krb5.conf -Xmx8g ")
        .endsWith(" -Xmx128m\n");
  }

  @Test
  void aClusterWithoutWorkersCannotBeUsed() throws IOException {
    ClusterService service =
        FakeCluster.service(
            cluster(), FakeCluster.place(folder, 0, "none) ;;", new PrintStream(printed)));

    assertThatThrownBy(service::start)
        .isInstanceOf(ServiceException.class)
        .hasMessage("fake cluster cannot be used: no NodeManager is there to run a container");
    service.close();
  }

  @Test
  void aClusterThatIsGoneHasNothingOfTheRun() throws IOException {
    ClusterService service =
        started(STAYS, new FakeCluster(cluster().configuration(), true, Set.of()));

    service.close();

    assertThat(service.left()).isFalse();
    assertThat(printed.toString()).isEmpty();
  }
}
