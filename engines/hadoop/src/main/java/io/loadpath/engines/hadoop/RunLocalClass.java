package io.loadpath.engines.hadoop;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * Runs the main method of a class with the bundled configuration. As with {@link RunLocalJar}, no
 * metrics system starts.
 *
 * <pre>java io.loadpath.engines.hadoop.RunLocalClass CLASS [ARGUMENT...]</pre>
 */
public final class RunLocalClass {
  private RunLocalClass() {}

  public static void main(String[] arguments) throws Throwable {
    DefaultMetricsSystem.setInstance(new RunLocalJar.UnstartedMetrics());
    String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
    try {
      Class.forName(arguments[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
