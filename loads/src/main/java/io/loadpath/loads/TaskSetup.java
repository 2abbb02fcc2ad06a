package io.loadpath.loads;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.postgresql.Driver;

/** Sets up a job's tasks: their jars and speculation. */
public final class TaskSetup {
  private static final String JARS = "tmpjars";
  private static final String HADOOP_DEFAULTS = "mapred-default.xml";

  private TaskSetup() {}

  /**
   * Starts no second attempt of a slow task unless the user requests it. It would be harmless, but
   * the database would do the work twice.
   */
  public static void speculateIfAsked(Job job) {
    for (String key : List.of(MRJobConfig.MAP_SPECULATIVE, MRJobConfig.REDUCE_SPECULATIVE)) {
      String[] sources = job.getConfiguration().getPropertySources(key);
      if (sources == null || sources[sources.length - 1].equals(HADOOP_DEFAULTS)) {
        job.getConfiguration().setBoolean(key, false);
      }
    }
  }

  /** Adds this class's jar, and the driver's if it is another. A job in this JVM has both. */
  public static void addJars(Job job) {
    job.setJarByClass(TaskSetup.class);
    URI place = place(Driver.class);
    if (isLocal(job.getConfiguration()) || place.equals(place(TaskSetup.class))) {
      return;
    }
    if (!Files.isRegularFile(Path.of(place))) {
      throw new IllegalStateException(Driver.class.getName() + " is not in a jar: " + place);
    }
    String driver = Path.of(place).toUri().toString();
    String others = job.getConfiguration().get(JARS, "");
    job.getConfiguration().set(JARS, others.isEmpty() ? driver : others + "," + driver);
  }

  /** Whether jobs run in the client's JVM. */
  public static boolean isLocal(Configuration conf) {
    return MRConfig.LOCAL_FRAMEWORK_NAME.equals(
        conf.get(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME));
  }

  private static URI place(Class<?> type) {
    try {
      return type.getProtectionDomain().getCodeSource().getLocation().toURI();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
