package io.loadpath.engines.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeMode;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.client.api.YarnClientApplication;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** What a client does on a cluster, through Hadoop's own classes. */
final class Jobs {
  private final Configuration conf = new YarnConfiguration();

  Jobs(java.nio.file.Path folder) {
    for (String name : List.of("core-site", "hdfs-site", "yarn-site", "mapred-site")) {
      conf.addResource(new Path(folder.resolve(name + ".xml").toUri()));
    }
    conf.setInt("ipc.client.connect.max.retries", 5);
    // Hadoop does not see a peer's end on an idle connection, and a test starts it again within 10
    // s
    conf.setInt("ipc.client.connection.maxidletime", 0);
  }

  private FileSystem hdfs() throws IOException {
    return FileSystem.newInstance(conf);
  }

  void write(String file, String text) throws IOException {
    try (FileSystem hdfs = hdfs();
        FSDataOutputStream out = hdfs.create(new Path(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  String read(String file) throws IOException {
    try (FileSystem hdfs = hdfs();
        var in = hdfs.open(new Path(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Turns safe mode on or off by hand. */
  void safeMode(boolean on) throws IOException {
    try (FileSystem hdfs = hdfs()) {
      ((SafeMode) hdfs).setSafeMode(on ? SafeModeAction.ENTER : SafeModeAction.LEAVE);
    }
  }

  /** Sorts the lines of a file by their offset: a map, a shuffle, a reduce. */
  boolean copyLines(String from, String to)
      throws IOException, InterruptedException, ClassNotFoundException {
    Job job = Job.getInstance(conf);
    FileInputFormat.addInputPath(job, new Path(from));
    FileOutputFormat.setOutputPath(job, new Path(to));
    return job.waitForCompletion(false);
  }

  /** Submits an application whose master only sleeps. */
  void sleep() throws IOException, YarnException {
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(conf);
      yarn.start();
      YarnClientApplication application = yarn.createApplication();
      ApplicationSubmissionContext context = application.getApplicationSubmissionContext();
      context.setApplicationName("sleep");
      context.setResource(Resource.newInstance(128, 1));
      context.setMaxAppAttempts(1);
      context.setAMContainerSpec(
          ContainerLaunchContext.newInstance(
              Map.of(), Map.of(), List.of("sleep 600"), null, null, null));
      yarn.submitApplication(context);
    }
  }
}
