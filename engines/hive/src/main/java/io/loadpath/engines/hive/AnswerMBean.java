package io.loadpath.engines.hive;

/** Whether a HiveServer2 answers. */
public interface AnswerMBean {
  /** The name of the bean, by which the cluster's status asks for it. */
  String NAME = "Loadpath:service=HiveServer2,name=Answer";

  /** Asks the server for its databases, as a client does: it asks its metastore. */
  boolean isGiven();
}
