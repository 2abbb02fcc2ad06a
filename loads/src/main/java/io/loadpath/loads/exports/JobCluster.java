package io.loadpath.loads.exports;

import io.loadpath.loads.TaskSetup;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** The place where an export's job runs, and whether it still runs. */
final class JobCluster {
  /** The client's JVM. */
  static final String LOCAL = "local";

  private final Configuration conf;

  JobCluster(Configuration conf) {
    this.conf = conf;
  }

  /** The name of the configuration's cluster. */
  String name() {
    if (TaskSetup.isLocal(conf)) {
      return LOCAL;
    }
    return HAUtil.isHAEnabled(conf)
        ? conf.get(YarnConfiguration.RM_CLUSTER_ID, "")
        : conf.get(YarnConfiguration.RM_ADDRESS, YarnConfiguration.DEFAULT_RM_ADDRESS);
  }

  /**
   * Whether a job of this cluster has ended, or is unknown.
   *
   * @param job its id; null if it never began
   */
  boolean hasEnded(String job) throws IOException {
    if (job == null || TaskSetup.isLocal(conf)) {
      return true;
    }
    JobID id = JobID.forName(job);
    YarnClient yarn = YarnClient.createYarnClient();
    try (yarn) {
      yarn.init(new YarnConfiguration(conf));
      yarn.start();
      ApplicationId application =
          ApplicationId.newInstance(Long.parseLong(id.getJtIdentifier()), id.getId());
      YarnApplicationState state = yarn.getApplicationReport(application).getYarnApplicationState();
      return state == YarnApplicationState.FINISHED
          || state == YarnApplicationState.FAILED
          || state == YarnApplicationState.KILLED;
    } catch (ApplicationNotFoundException e) {
      return true;
    } catch (YarnException e) {
      throw new IOException(e);
    }
  }
}
