package io.loadpath.sqoop;

import com.cloudera.sqoop.SqoopOptions;
import com.cloudera.sqoop.manager.ConnManager;
import com.cloudera.sqoop.manager.ManagerFactory;
import com.cloudera.sqoop.metastore.JobData;
import io.loadpath.loads.Settings;
import org.apache.sqoop.tool.ExportTool;

/**
 * Gives Sqoop's jobs with {@code --direct} on PostgreSQL to Loadpath's connector, and all others to
 * the next factory. It must be the first class of {@code sqoop.connection.factories}:
 *
 * <pre>
 * sqoop export -Dsqoop.connection.factories=io.loadpath.sqoop.PostgresManagerFactory,\
 * org.apache.sqoop.manager.oracle.OraOopManagerFactory,org.apache.sqoop.manager.DefaultManagerFactory \
 *   --direct --connect jdbc:postgresql://HOST/DATABASE …
 * </pre>
 */
@SuppressWarnings("deprecation") // Sqoop declares its methods with the old names of its classes
public final class PostgresManagerFactory extends ManagerFactory {
  private static final String SCHEME = "jdbc:postgresql:";

  @Override
  public ConnManager accept(JobData job) {
    SqoopOptions options = job.getSqoopOptions();
    String url = options.getConnectString();
    if (url == null || !url.startsWith(SCHEME) || !options.isDirect()) {
      requireNoHeader(job);
      return null;
    }
    KeyCheck.check(options.getConf());
    ParquetCheck.check(options);
    return new PostgresConnector(options);
  }

  /** Sqoop's own exports would take header lines for rows. */
  static void requireNoHeader(JobData job) {
    String lines =
        job.getSqoopOptions().getConf().getTrimmed(Settings.EXPORT_SKIP_HEADER_LINES, "0");
    if (job.getSqoopTool() instanceof ExportTool && !lines.equals("0")) {
      throw new IllegalArgumentException(
          "only Loadpath's connector for PostgreSQL skips header lines, and Sqoop itself does this export: add --direct and -Dsqoop.connection.factories=%s,…, or leave %s=%s out"
              .formatted(
                  PostgresManagerFactory.class.getName(),
                  Settings.EXPORT_SKIP_HEADER_LINES,
                  lines));
    }
  }
}
