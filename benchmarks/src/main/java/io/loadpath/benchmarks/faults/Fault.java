package io.loadpath.benchmarks.faults;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A fault of a cluster, of a database or of a client, while a path runs. */
public enum Fault {
  MAP_ATTEMPT("a task attempt is killed"),
  REDUCE_ATTEMPT("a reduce attempt is killed"),
  NODEMANAGER("a NodeManager and its containers are killed"),
  DATANODE("a DataNode is killed and started again"),
  MASTER("the application master is killed"),
  MASTER_LATE("the application master is killed after a task has ended"),
  SPECULATION("a map attempt is stopped, with speculative execution"),
  RESOURCEMANAGER("the ResourceManager is killed and started again"),
  CLIENT("the client is killed"),
  SESSION("the server ends a session"),
  SERVER("a server process is killed, and the server restarts");

  private final String title;

  Fault(String title) {
    this.title = title;
  }

  /** Returns a sentence about the fault. */
  public String title() {
    return title;
  }

  /** Whether only jobs with reduces have it, so that it is triggered only on demand. */
  public boolean needsReduces() {
    return this == REDUCE_ATTEMPT;
  }

  /** Whether it can happen to a path on a cluster, or otherwise to one on PostgreSQL alone. */
  public boolean fits(boolean onCluster) {
    return this == CLIENT || onCluster == (this != SESSION && this != SERVER);
  }

  /** Whether the job needs a second worker to continue. */
  boolean needsTwoWorkers() {
    return this == NODEMANAGER || this == DATANODE;
  }

  /** Returns its name on a command line, such as {@code map-attempt}. */
  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
