package io.loadpath.sqoop;

import com.cloudera.sqoop.SqoopOptions;
import io.loadpath.loads.TaskSetup;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Refuses an import to Parquet if Kite, the library for it, is missing. */
@SuppressWarnings("deprecation") // Sqoop declares its methods with the old names of its classes
final class ParquetCheck {
  private static final Logger LOG = LoggerFactory.getLogger(ParquetCheck.class);
  private static final String LIBRARY = "org.kitesdk.data.Datasets";

  private ParquetCheck() {}

  /**
   * Checks a job before it starts.
   *
   * @throws IllegalArgumentException if it writes Parquet, and the library is not on the classpath
   */
  static void check(SqoopOptions options) {
    if (options.getFileLayout() != SqoopOptions.FileLayout.ParquetFile) {
      return;
    }
    if (!present()) {
      throw new IllegalArgumentException(
          "--as-parquetfile needs Kite, which is not in Sqoop's lib folder: put kite-data-core, kite-data-mapreduce"
              + " and parquet-avro there, with their dependencies, or import with --as-avrodatafile");
    }
    advice(options.getConf()).ifPresent(LOG::warn);
  }

  /** Returns the settings that a cluster's tasks may need for Parquet, if the job lacks them. */
  static Optional<String> advice(Configuration conf) {
    if (TaskSetup.isLocal(conf)
        || conf.getBoolean(MRJobConfig.MAPREDUCE_JOB_USER_CLASSPATH_FIRST, false)) {
      return Optional.empty();
    }
    return Optional.of(
        "Kite needs Avro 1.8: if the cluster's Hadoop has another version, as Hadoop 3.4 does, add -D "
            + MRJobConfig.MAPREDUCE_JOB_USER_CLASSPATH_FIRST
            + "=true");
  }

  private static boolean present() {
    try {
      Class.forName(LIBRARY, false, ParquetCheck.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
