package io.loadpath.sqoop.imports;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** What one mapper reads: queries, whose rows it writes one after another. */
public final class ImportSplit extends InputSplit implements Writable {
  private List<String> queries = new ArrayList<>();
  private long bytes;

  /** For Hadoop, which then calls {@link #readFields}. */
  public ImportSplit() {}

  /**
   * @param bytes estimated size of what the queries read; the largest split runs first
   */
  ImportSplit(List<String> queries, long bytes) {
    this.queries = List.copyOf(queries);
    this.bytes = bytes;
  }

  /** SELECT statements. */
  List<String> queries() {
    return queries;
  }

  @Override
  public long getLength() {
    return bytes;
  }

  @Override
  public String[] getLocations() {
    return new String[0];
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeLong(bytes);
    out.writeInt(queries.size());
    for (String query : queries) {
      byte[] text = query.getBytes(StandardCharsets.UTF_8);
      out.writeInt(text.length);
      out.write(text);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    bytes = in.readLong();
    queries = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      byte[] text = new byte[in.readInt()];
      in.readFully(text);
      queries.add(new String(text, StandardCharsets.UTF_8));
    }
  }

  @Override
  public String toString() {
    return String.join("; ", queries);
  }
}
