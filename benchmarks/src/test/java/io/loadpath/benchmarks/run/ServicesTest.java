package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.path.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServicesTest {
  private static final Path NOWHERE = Path.of("/nowhere");

  private static Services clusterWith(Set<Long> daemons) {
    return new Services(
        List.of(new ClusterService(Place.CLUSTER, new FakeCluster(NOWHERE, false, daemons), null)));
  }

  @Test
  void aClusterThatLacksADaemonIsTheUsers() {
    assertThat(clusterWith(Set.of(17L)).stopped()).isEmpty();
    assertThat(clusterWith(Set.of()).stopped()).containsExactly("fake cluster");
  }
}
