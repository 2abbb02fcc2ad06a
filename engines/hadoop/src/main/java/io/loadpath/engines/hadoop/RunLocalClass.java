package io.loadpath.engines.hadoop;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.impl.MetricsSystemImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * Runs the main method of a class, such as Hadoop's RunJar, with the bundled configuration. No
 * metrics system starts: its threads and JMX beans would serve a JVM that lives for one job.
 * Counters are not metrics, and stay.
 *
 * <pre>java io.loadpath.engines.hadoop.RunLocalClass CLASS [ARGUMENT...]</pre>
 */
public final class RunLocalClass {
  private RunLocalClass() {}

  public static void main(String[] arguments) throws Throwable {
    DefaultMetricsSystem.setInstance(new UnstartedMetrics());
    String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
    try {
      Class.forName(arguments[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Takes metrics and publishes none. */
  private static final class UnstartedMetrics extends MetricsSystemImpl {
    @Override
    public MetricsSystem init(String prefix) {
      return this;
    }
  }
}
