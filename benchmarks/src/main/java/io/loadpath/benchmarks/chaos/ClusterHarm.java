package io.loadpath.benchmarks.chaos;

/** Harm to the processes of a cluster's job. */
interface ClusterHarm {
  /** Does the harm; false if there was nothing to harm. */
  boolean harm(Harm harm) throws InterruptedException;

  /** Waits until no container is left; false if that takes too long. */
  boolean awaitEnd();
}
