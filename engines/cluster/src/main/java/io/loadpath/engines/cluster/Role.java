package io.loadpath.engines.cluster;

import java.util.List;

/** What a daemon does. */
public enum Role {
  NAMENODE(
      "namenode",
      "NameNode",
      "org.apache.hadoop.hdfs.server.namenode.NameNode",
      false,
      List.of("rpc", "http")),
  DATANODE(
      "datanode",
      "DataNode",
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      true,
      List.of("rpc", "http", "data")),
  RESOURCEMANAGER(
      "resourcemanager",
      "ResourceManager",
      "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager",
      false,
      List.of("client", "http", "scheduler", "tracker", "admin")),
  NODEMANAGER(
      "nodemanager",
      "NodeManager",
      "org.apache.hadoop.yarn.server.nodemanager.NodeManager",
      true,
      List.of("rpc", "http", "localizer", "shuffle")),
  HISTORY(
      "history",
      "JobHistory server",
      "org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer",
      false,
      List.of("rpc", "http", "admin"));

  private final String word;
  private final String title;
  private final String mainClass;
  private final boolean perWorker;
  private final List<String> ports;

  Role(String word, String title, String mainClass, boolean perWorker, List<String> ports) {
    this.word = word;
    this.title = title;
    this.mainClass = mainClass;
    this.perWorker = perWorker;
    this.ports = ports;
  }

  /** The word for it on a command line, such as {@code namenode}. */
  public String word() {
    return word;
  }

  /** Hadoop's name for it, such as {@code NameNode}. */
  public String title() {
    return title;
  }

  String mainClass() {
    return mainClass;
  }

  /** Whether each worker has one. */
  boolean perWorker() {
    return perWorker;
  }

  /** The names of the ports that it listens on. */
  List<String> ports() {
    return ports;
  }
}
