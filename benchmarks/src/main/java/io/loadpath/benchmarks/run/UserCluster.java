package io.loadpath.benchmarks.run;

import java.nio.file.Path;
import java.util.Set;

/**
 * A cluster of the user's, which a run neither starts nor stops, and whose processes it may not
 * see.
 */
record UserCluster(Path configuration) implements HadoopCluster {
  @Override
  public String name() {
    return "the cluster of " + configuration;
  }

  @Override
  public boolean running() {
    return true;
  }

  @Override
  public boolean anyRunning() {
    return true;
  }

  @Override
  public void start() {}

  @Override
  public Set<Long> daemons() {
    return Set.of();
  }

  @Override
  public Set<Long> containers() {
    return Set.of();
  }

  @Override
  public void stop() {}

  @Override
  public void close() {}
}
