package io.loadpath.engines.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cluster that cannot be started. */
class ClusterTest {
  @TempDir private Path folder;

  private static void start(Path root, Path state) {
    Cluster.of(root, state).start(0, line -> {});
  }

  @ParameterizedTest
  @ValueSource(strings = {"with space", "with,comma"})
  void aStateFolderThatHadoopCannotNameIsRefused(String name) {
    assertThatThrownBy(() -> start(folder, folder.resolve(name)))
        .isInstanceOf(ServiceException.class)
        .hasMessageContainingAll(name + "/cluster, because", "set LOADPATH_STATE");
  }

  @Test
  void aProjectThatIsNotBuiltIsSaidWithTheCommand() throws IOException {
    Path root = Files.createDirectory(folder.resolve("root"));
    assertThatThrownBy(() -> start(root, folder.resolve("state")))
        .hasMessageEndingWith("is missing: unpack Loadpath's archive again");

    Files.createFile(root.resolve("pom.xml"));
    assertThatThrownBy(() -> start(root, folder.resolve("state")))
        .hasMessageEndingWith("is missing: run 'mvn -q -DskipTests package' in " + root);
  }

  @Test
  void rootNeedsToAllowIt() {
    assertThatThrownBy(() -> Cluster.refuseRoot(0, null))
        .isInstanceOf(ServiceException.class)
        .hasMessageContainingAll("as root", "LOADPATH_ALLOW_ROOT=1");
    assertThatThrownBy(() -> Cluster.refuseRoot(0, "0")).isInstanceOf(ServiceException.class);
    assertThatCode(() -> Cluster.refuseRoot(0, "1")).doesNotThrowAnyException();
    assertThatCode(() -> Cluster.refuseRoot(1000, null)).doesNotThrowAnyException();
  }

  @Test
  void fewerWorkersThanDataNodesWithBlocksAreFoundOut() throws IOException {
    ClusterFiles files = ClusterFiles.in(folder);
    Files.createDirectories(files.data(new Daemon(Role.DATANODE, 1)));
    Files.createDirectories(files.data(new Daemon(Role.DATANODE, 3)).resolve("current"));
    Files.createDirectories(files.folder().resolve("datanode-x/data/current"));

    assertThat(files.dataNodesWithBlocks()).containsExactly(new Daemon(Role.DATANODE, 3));
  }

  @Test
  void whatNeverRanIsNotRunning() {
    Cluster cluster = Cluster.of(folder, folder);

    assertThat(cluster.running()).isFalse();
    assertThat(cluster.daemons()).isEmpty();
    assertThat(cluster.containers()).isEmpty();
    assertThat(cluster.all()).isEmpty();
    assertThat(cluster.stop()).isFalse();
    assertThat(folder.resolve("cluster")).doesNotExist();
  }
}
