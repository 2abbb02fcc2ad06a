package io.loadpath.benchmarks.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.service.ServiceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster whose client is a script. */
@Timeout(60)
class ClusterServiceTest {
  private static final String RUN_ID = FakeCluster.RUN_ID;
  private static final String STAYS =
      "end|remove) printf 'error\\tthe applications do not end\\n' ;;";

  @TempDir private Path folder;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private RunPlace place(String cases) throws IOException {
    return FakeCluster.place(folder, cases, new PrintStream(printed));
  }

  private ClusterService started(String cases) throws IOException {
    ClusterService service = new ClusterService(FakeCluster.on(folder), place(cases), RUN_ID);
    service.start();
    return service;
  }

  /** A cluster that is not running, or only in part. */
  private ClusterService dead(String cases, boolean anyRunning) throws IOException {
    return new ClusterService(FakeCluster.on(folder), place(cases), RUN_ID) {
      @Override
      public boolean running() {
        return false;
      }

      @Override
      public boolean anyRunning() {
        return anyRunning;
      }
    };
  }

  @Test
  void theRunsJobsEndAndItsFolderGoesWithTheRun() throws IOException {
    started("none) ;;").close();

    assertThat(Files.readAllLines(FakeCluster.asked(folder)))
        .endsWith("end " + RUN_ID, "remove " + RUN_ID);
    assertThat(printed.toString()).isEmpty();
  }

  @Test
  void leftoversOnAClusterAreNamedAndCleanedUpLater() throws IOException {
    Services services = new Services(List.of(started(STAYS)));
    services.close();

    assertThat(printed.toString())
        .startsWith("left on the cluster of " + folder.resolve("conf"))
        .contains("tag " + RUN_ID, "/work/" + RUN_ID + ": the applications do not end");
    assertThat(services.left()).containsExactly(folder.resolve("conf").toString());
  }

  @Test
  void aClusterThatIsGoneHasNothingOfTheRun() throws IOException {
    ClusterService service = dead(STAYS, false);
    service.start();
    service.close();

    assertThat(service.left()).isFalse();
    assertThat(printed.toString()).isEmpty();
  }

  @Test
  void aClusterThatLacksADaemonIsTheUsers() throws IOException {
    assertThat(new Services(List.of(dead("none) ;;", true))).stopped()).isEmpty();
    assertThat(new Services(List.of(dead("none) ;;", false))).stopped()).hasSize(1);
  }

  @Test
  void aDeadClusterFailsOnlyThePathsThatUseIt() throws IOException {
    ClusterService cluster = started("applications) printf 'error\\tgone\\n' ;;");
    try (Services services = new Services(List.of(cluster))) {
      assertThatCode(() -> services.settleBefore(variant(Place.LOCAL))).doesNotThrowAnyException();
      Variant onCluster = variant(FakeCluster.on(folder));
      assertThatThrownBy(() -> services.settleBefore(onCluster))
          .isInstanceOf(ServiceException.class)
          .hasMessage("gone");
    }
  }

  private static Variant variant(Place place) {
    return new Variant(null, Map.of(), null, 1, place);
  }

  @Test
  void theJobsOfSetupAreNotCounted() throws IOException {
    String setupThenRun =
        """
        vcore-seconds)
          applications+="\\tapplication_9_000$((++n)) 7"
          printf "ok\\t$n$applications\\n" ;;
        """;
    ClusterService service = started(setupThenRun);
    service.beginRun();
    assertThat(service.cpu()).contains(new CountedCpu(7_000_000_000L, "YARN's vcore-seconds"));
    service.beginRun();
    assertThat(service.cpu()).contains(new CountedCpu(7_000_000_000L, "YARN's vcore-seconds"));
    service.close();
  }

  @Test
  void aRunSharesNoClusterWhoseContainersAreCountedTogether() throws IOException {
    String two = "others) printf 'ok\\t2\\tapplication_9_0001\\tapplication_9_0004\\n' ;;";
    ClusterService shared = started(two);
    assertThatThrownBy(shared::requireAlone)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("other jobs run on")
        .hasMessageContaining("(application_9_0001, application_9_0004)");
    shared.close();

    ClusterService alone = started("none) ;;");
    assertThatCode(alone::requireAlone).doesNotThrowAnyException();
    alone.close();
  }

  @Test
  void theClientHasTheCallersOptionsAndItsOwnHeap() throws IOException {
    Path seen = folder.resolve("seen");
    String note =
        "others) echo \"$HADOOP_CLIENT_OPTS\" >'%s'; printf 'ok\\t0\\n' ;;".formatted(seen);
    RunPlace plain = place(note);
    Map<String, String> caller = new HashMap<>(plain.caller());
    caller.put("HADOOP_CLIENT_OPTS", "-Djava.security.krb5.conf=/made-up/krb5.conf -Xmx8g");
    RunPlace place =
        new RunPlace(plain.root(), plain.state(), caller, plain.out(), 0, List.of(), List.of());
    try (ClusterClient client = ClusterClient.open(place, RUN_ID, folder, folder.resolve("log"))) {
      client.ask("others", "tag");
    }

    assertThat(Files.readString(seen))
        .startsWith("-Djava.security.krb5.conf=/made-up/krb5.conf -Xmx8g ")
        .endsWith(" -Xmx128m\n");
  }

  @Test
  void aClusterWithoutWorkersCannotBeUsed() throws IOException {
    RunPlace none = FakeCluster.place(folder, 0, "none) ;;", new PrintStream(printed));
    ClusterService service = new ClusterService(FakeCluster.on(folder), none, RUN_ID);

    assertThatThrownBy(service::start)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("cannot be used: it has no NodeManager");
    service.close();
  }
}
