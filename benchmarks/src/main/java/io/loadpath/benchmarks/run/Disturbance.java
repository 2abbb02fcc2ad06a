package io.loadpath.benchmarks.run;

import java.util.Set;

/** What happens to a path while it runs. */
public interface Disturbance {
  /** The step that is disturbed. */
  interface Running {
    /** Whether it has ended. */
    boolean over();

    /** Returns its live processes. */
    Set<Long> clients();
  }

  /** Goes on beside the step {@code run}, and returns soon after its end. */
  void during(Running run);

  /** Mends what was broken, after the end of the step. */
  void repair();
}
