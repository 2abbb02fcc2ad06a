package io.loadpath.benchmarks.run;

import java.nio.file.Path;
import java.util.Set;

/**
 * A cluster that does nothing.
 *
 * @param running whether all of its daemons run
 * @param daemons those that run
 */
record FakeCluster(Path configuration, boolean running, Set<Long> daemons)
    implements HadoopCluster {
  @Override
  public String name() {
    return "fake cluster";
  }

  @Override
  public boolean anyRunning() {
    return !daemons.isEmpty();
  }

  @Override
  public void start() {}

  @Override
  public Set<Long> containers() {
    return Set.of();
  }

  @Override
  public void stop() {}

  @Override
  public void close() {}
}
