package io.loadpath.benchmarks.run;

import java.util.Map;
import java.util.Set;

/** What happens to a path while it runs. */
public interface Disturbance {
  /** The step that is disturbed. */
  interface Running {
    boolean over();

    /** Returns its live processes. */
    Set<Long> clients();
  }

  /** Returns Hadoop's settings that the path's jobs need for it, by name. */
  default Map<String, String> jobSettings() {
    return Map.of();
  }

  /** Goes on beside the step {@code run}, and returns soon after its end. */
  void during(Running run);

  /** Mends what was broken, after the end of the step. */
  void repair();
}
