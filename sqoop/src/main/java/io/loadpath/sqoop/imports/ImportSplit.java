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
  private List<String> tables = new ArrayList<>();
  private boolean locksAll;
  private long bytes;

  /** For Hadoop, which then calls {@link #readFields}. */
  public ImportSplit() {}

  /**
   * @param tables as LOCK names them
   * @param locksAll whether the queries read nothing but these tables
   * @param bytes estimated size of what the queries read; Hadoop numbers the files by it, greatest
   *     first
   */
  ImportSplit(List<String> queries, List<String> tables, boolean locksAll, long bytes) {
    this.queries = List.copyOf(queries);
    this.tables = List.copyOf(tables);
    this.locksAll = locksAll;
    this.bytes = bytes;
  }

  /** SELECT statements. */
  List<String> queries() {
    return queries;
  }

  /** Tables to lock before the first query. */
  List<String> tables() {
    return tables;
  }

  /** Whether the locks on these tables keep all that the queries read as it is. */
  boolean locksAll() {
    return locksAll;
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
    out.writeBoolean(locksAll);
    write(out, queries);
    write(out, tables);
  }

  private static void write(DataOutput out, List<String> list) throws IOException {
    out.writeInt(list.size());
    for (String element : list) {
      byte[] text = element.getBytes(StandardCharsets.UTF_8);
      out.writeInt(text.length);
      out.write(text);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    bytes = in.readLong();
    locksAll = in.readBoolean();
    queries = read(in);
    tables = read(in);
  }

  private static List<String> read(DataInput in) throws IOException {
    List<String> list = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      byte[] text = new byte[in.readInt()];
      in.readFully(text);
      list.add(new String(text, StandardCharsets.UTF_8));
    }
    return list;
  }

  @Override
  public String toString() {
    return String.join("; ", queries);
  }
}
