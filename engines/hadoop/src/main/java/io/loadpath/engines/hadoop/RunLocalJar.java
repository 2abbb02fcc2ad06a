package io.loadpath.engines.hadoop;

import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.impl.MetricsSystemImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.RunJar;

/**
 * {@code hadoop jar} with the bundled configuration: Hadoop's RunJar, but no metrics system starts.
 * Its threads and JMX beans would serve a JVM that lives for one job. Counters are not metrics, and
 * stay.
 *
 * <pre>engines/bin/hadoop jar FILE.jar [CLASS] [ARGUMENT...]</pre>
 */
public final class RunLocalJar {
  private RunLocalJar() {}

  public static void main(String[] arguments) throws Throwable {
    DefaultMetricsSystem.setInstance(new UnstartedMetrics());
    RunJar.main(arguments);
  }

  /** Takes metrics and publishes none. */
  static final class UnstartedMetrics extends MetricsSystemImpl {
    @Override
    public MetricsSystem init(String prefix) {
      return this;
    }
  }
}
