package io.loadpath.engines.cluster;

import java.util.List;
import java.util.Locale;

/** The task of a daemon. */
public enum Role {
  NAMENODE("NameNode", "hdfs.server.namenode.NameNode", "rpc", "http"),
  DATANODE("DataNode", "hdfs.server.datanode.DataNode", "rpc", "http", "data"),
  RESOURCEMANAGER(
      "ResourceManager",
      "yarn.server.resourcemanager.ResourceManager",
      "client",
      "http",
      "scheduler",
      "tracker",
      "admin"),
  NODEMANAGER(
      "NodeManager", "yarn.server.nodemanager.NodeManager", "rpc", "http", "localizer", "shuffle"),
  HISTORY("JobHistory server", "mapreduce.v2.hs.JobHistoryServer", "rpc", "http", "admin");

  final String title;

  final String mainClass;

  final List<String> ports;

  Role(String title, String mainClass, String... ports) {
    this.title = title;
    this.mainClass = "org.apache.hadoop." + mainClass;
    this.ports = List.of(ports);
  }

  /** The word for it on a command line, such as {@code namenode}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean perWorker() {
    return this == DATANODE || this == NODEMANAGER;
  }
}
