package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServicesTest {
  private static final Path NOWHERE = Path.of("/nowhere");
  private static final RunPlace PLACE =
      new RunPlace(NOWHERE, NOWHERE, Map.of(), System.out, 0, List.of());

  @TempDir private Path folder;

  private static Services clusterWith(Set<Long> daemons) {
    return new Services(
        List.of(FakeCluster.service(new FakeCluster(NOWHERE, false, daemons), PLACE)));
  }

  @Test
  void aClusterThatLacksADaemonIsTheUsers() {
    assertThat(clusterWith(Set.of(17L)).stopped()).isEmpty();
    assertThat(clusterWith(Set.of()).stopped()).containsExactly("fake cluster");
  }

  @Test
  void aDeadClusterFailsOnlyThePathsThatUseIt() throws IOException {
    RunPlace place =
        FakeCluster.place(folder, "applications) printf 'error\\tgone\\n' ;;", System.out);
    Service cluster = FakeCluster.service(FakeCluster.outOfSight(folder), place);
    try (Services services = new Services(List.of(cluster))) {
      services.start(System.out);

      assertThatCode(() -> services.settleBefore(on(Place.LOCAL))).doesNotThrowAnyException();
      assertThatThrownBy(() -> services.settleBefore(on(Place.CLUSTER)))
          .isInstanceOf(ServiceException.class)
          .hasMessage("gone");
    }
  }

  private static Variant on(Place place) {
    return new Variant(null, Map.of(), null, 1, place);
  }
}
