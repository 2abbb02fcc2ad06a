package io.loadpath.benchmarks.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.record.RunRecord.NotRun;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.PathFolder;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.engines.postgres.libpq.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Variants that cannot run on a user's cluster because of its workers' places. */
@Timeout(60)
class DatabaseReachTest {
  private static final String ALL_HERE = "workers) printf 'ok\\t2\\t127.0.0.1\\tlocalhost\\n' ;;";
  private static final String ONE_ELSEWHERE =
      "workers) printf 'ok\\t2\\t127.0.0.1\\tworker9.invalid\\n' ;;";

  @TempDir private Path folder;

  private Variant variant(String needs, Place place) throws IOException {
    String yaml = PathFolder.yaml("one").replace("needs: []", "needs: [" + needs + "]");
    LoadPath path = LoadPath.read(PathFolder.write(folder.resolve("paths"), "one", yaml));
    return new Variant(path, Map.of("files", "2"), null, 2, place);
  }

  private Place ofUser() throws IOException {
    return FakeCluster.on(folder);
  }

  private DatabaseReach reach(String cases) throws IOException {
    return new DatabaseReach(FakeCluster.place(folder, cases, System.out), FakeCluster.RUN_ID);
  }

  @Test
  void aWorkerOnAnotherMachineDoesNotReachTheDatabaseHere() throws IOException {
    DatabaseReach reach = reach(ONE_ELSEWHERE);
    Optional<NotRun> missing = reach.missing(variant("hadoop, postgres", ofUser()));

    assertThat(missing.orElseThrow().path()).isEqualTo("one@nn1");
    assertThat(missing.get().reason())
        .startsWith("needs a PostgreSQL that the tasks reach: the bundled one listens on 127.0.0.1")
        .contains("the worker worker9.invalid is another machine", "use --on cluster");
    assertThat(reach.missing(variant("hadoop, postgres", ofUser()))).isEqualTo(missing);
    assertThat(Files.readAllLines(FakeCluster.asked(folder))).as("asked once").hasSize(1);
  }

  @Test
  void aWorkerElsewhereReachesTheUsersDatabaseByItsName() throws IOException {
    Variant variant = variant("hadoop, postgres", ofUser());

    assertThat(reachOfUsers("db.example").missing(variant)).isEmpty();
    for (String host : List.of("localhost", "127.0.0.1", "[::1]")) {
      assertThat(reachOfUsers(host).missing(variant).orElseThrow().reason())
          .contains(
              "--postgres names ", "worker9.invalid", "name the host as that machine knows it");
    }
  }

  private DatabaseReach reachOfUsers(String host) throws IOException {
    Target target = Target.parse("postgresql://ann@" + host + "/shop", Optional.empty(), Map.of());
    RunPlace place = FakeCluster.place(folder, ONE_ELSEWHERE, System.out);
    return new DatabaseReach(
        place.with(Optional.of(new UserDatabase(target, Optional.empty()))), FakeCluster.RUN_ID);
  }

  @Test
  void workersOnThisMachineDoAndNoClusterIsAskedWithoutNeed() throws IOException {
    assertThat(reach(ALL_HERE).missing(variant("hadoop, postgres", ofUser()))).isEmpty();
    Files.delete(FakeCluster.asked(folder));

    DatabaseReach reach = reach(ONE_ELSEWHERE);
    assertThat(reach.missing(variant("hadoop", ofUser()))).isEmpty();
    assertThat(reach.missing(variant("hadoop, postgres", Place.CLUSTER))).isEmpty();
    assertThat(reach.missing(variant("hadoop, postgres", Place.LOCAL))).isEmpty();
    assertThat(FakeCluster.asked(folder)).doesNotExist();
  }

  @Test
  void aClusterThatDoesNotAnswerIsNamed() throws IOException {
    DatabaseReach reach = reach("workers) printf 'error\\tno ResourceManager answers\\n' ;;");
    Place place = ofUser();

    assertThatThrownBy(() -> reach.missing(variant("hadoop, postgres", place)))
        .hasMessageContaining(
            place.configuration() + " cannot be used: no ResourceManager answers");
  }
}
