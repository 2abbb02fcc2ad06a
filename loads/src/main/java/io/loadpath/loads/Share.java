package io.loadpath.loads;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** One mapper's share of a job's work, as planned by the client. */
public final class Share extends InputSplit implements Writable, Serializable {
  private static final long serialVersionUID = 1;
  private static final String SHARES = "loadpath.shares";

  private Serializable work;
  private long bytes;
  private String[] nodes;

  /** For Hadoop, which then calls {@link #readFields}. */
  public Share() {}

  /**
   * @param work the mapper gets it by {@link #work}
   * @param bytes estimated size of its input; Hadoop numbers shares by it, largest first
   * @param nodes with most of these bytes
   */
  public Share(Serializable work, long bytes, List<String> nodes) {
    this.work = work;
    this.bytes = bytes;
    this.nodes = nodes.toArray(String[]::new);
  }

  public <T> T work(Class<T> type) {
    return type.cast(work);
  }

  /** Passes shares to {@link #take}, which the job's submission calls in the same JVM. */
  public static void store(Configuration conf, List<Share> shares) throws IOException {
    Coded.put(conf, SHARES, shares.toArray(Share[]::new));
  }

  /** Returns the shares of {@link #store}; a task gets only its own. */
  public static List<InputSplit> take(Configuration conf) throws IOException {
    Share[] shares = Coded.get(conf, SHARES, Share[].class);
    conf.unset(SHARES);
    return List.of(shares);
  }

  @Override
  public long getLength() {
    return bytes;
  }

  @Override
  public String[] getLocations() {
    return nodes;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    byte[] coded = Coded.bytes(work);
    out.writeLong(bytes);
    out.writeInt(coded.length);
    out.write(coded);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    bytes = in.readLong();
    byte[] coded = new byte[in.readInt()];
    in.readFully(coded);
    work = (Serializable) Coded.object(coded);
    nodes = new String[0]; // only the client needs these
  }

  @Override
  public String toString() {
    return work instanceof Object[] parts ? Arrays.toString(parts) : work.toString();
  }
}
