package io.loadpath.sqoop;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.postgresql.Driver;

/** Gives a cluster's tasks the connector's jar and the driver's. */
public final class TaskJars {
  private static final String JARS = "tmpjars";

  private TaskJars() {}

  /** Adds the jars. A job in this JVM has the driver's. */
  public static void addTo(Job job) {
    job.setJarByClass(TaskJars.class);
    if (isLocal(job.getConfiguration())) {
      return;
    }
    String driver = Path.of(place(Driver.class)).toUri().toString();
    String others = job.getConfiguration().get(JARS, "");
    job.getConfiguration().set(JARS, others.isEmpty() ? driver : others + "," + driver);
  }

  /** Whether jobs run in the client's JVM. */
  public static boolean isLocal(Configuration conf) {
    return MRConfig.LOCAL_FRAMEWORK_NAME.equals(
        conf.get(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME));
  }

  private static URI place(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    try {
      URI place = source.getLocation().toURI();
      if (!Files.isRegularFile(Path.of(place))) {
        throw new IllegalStateException(type.getName() + " is not in a jar: " + place);
      }
      return place;
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
