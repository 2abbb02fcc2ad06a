package io.loadpath.benchmarks.faults;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A fault of a cluster, of a database, of a client or of the network, while a path runs. */
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
  SERVER("a server process is killed, and the server restarts"),
  LINK_CUT("the database's link is cut for 30 s", Broken.OF_DATABASE),
  LINK_LOST("the database's link is cut until the end", Broken.OF_DATABASE),
  HALF_OPEN("what the database sends vanishes until the end", Broken.OF_DATABASE),
  LOSS("1 % of the frames from and to the database are lost", Broken.OF_DATABASE),
  LINK_RESOURCEMANAGER("a worker's link to the masters is cut for 30 s", Broken.OF_CLUSTER),
  LINK_DATANODE("the link between the workers is cut for 30 s", Broken.OF_CLUSTER),
  LINK_CLIENT("the client's link to the cluster is cut for 30 s", Broken.OF_CLUSTER),
  LINK_TASK("a worker reaches only the database until a second attempt runs", Broken.OF_CLUSTER);

  /**
   * The link of a trial with {@link #LOSS}. A lab that is made with a loss sends small frames, so
   * that each is lost alone; without one, it sends up to 64 KB as one frame.
   */
  public static final String LOSSY_NET = "unlimited+1%loss";

  /** The link that a fault breaks. */
  private enum Broken {
    NONE,
    OF_DATABASE,
    OF_CLUSTER
  }

  private final String title;
  private final Broken link;

  Fault(String title) {
    this(title, Broken.NONE);
  }

  Fault(String title, Broken link) {
    this.title = title;
    this.link = link;
  }

  /** Returns a sentence about the fault. */
  public String title() {
    return title;
  }

  /** Whether only jobs with reduces have it. */
  boolean needsReduces() {
    return this == REDUCE_ATTEMPT;
  }

  /** Whether it breaks a link, so that it needs a lab. */
  public boolean onNetwork() {
    return link != Broken.NONE;
  }

  /** Whether it breaks the database's link, so that it waits for a session that works. */
  boolean onDatabaseLink() {
    return link == Broken.OF_DATABASE;
  }

  /** Whether it is triggered only on demand: not every job has reduces, nor every machine a lab. */
  public boolean onDemand() {
    return needsReduces() || onNetwork();
  }

  /**
   * Whether it can happen to a path.
   *
   * @param onCluster whether the path runs on a cluster
   * @param onDatabase whether the path uses PostgreSQL
   */
  public boolean fits(boolean onCluster, boolean onDatabase) {
    if (onDatabaseLink()) {
      return onDatabase;
    }
    return this == CLIENT || onCluster == (this != SESSION && this != SERVER);
  }

  /** Whether the job needs a second worker to continue. */
  boolean needsTwoWorkers() {
    return this == NODEMANAGER || this == DATANODE || this == LINK_DATANODE || this == LINK_TASK;
  }

  /** Returns its name on a command line, such as {@code map-attempt}. */
  @JsonValue
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
