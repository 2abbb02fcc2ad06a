package io.loadpath.sqoop.imports;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * What the client tells an import's tasks, through the job's configuration. It is encoded, since
 * the text of a configuration cannot hold every character that a delimiter or a query can.
 *
 * @param snapshot the server's name of the picture of the database that all tasks read
 * @param client the client's transaction as {@code pg_locks} names it; while it lives, the client
 *     locks what it could lock
 * @param tables numbers of the tables that the client has found, with their partitions: no task may
 *     read more of these; "" if one task reads all, or each names its partitions
 * @param timeZone in which the server writes timestamps with time zone
 * @param parallelTasks whether several tasks divide the work, so that the server need not
 */
record ImportPlan(
    TextLayout layout,
    String snapshot,
    String client,
    String tables,
    String timeZone,
    boolean parallelTasks) {
  private static final String PLAN = "loadpath.import.plan";
  private static final String SPLITS = "loadpath.import.splits";

  /** Stores the plan, and the splits for {@link #splits}. */
  void storeIn(Configuration conf, List<ImportSplit> splits) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      layout.write(out);
      out.writeUTF(snapshot);
      out.writeUTF(client);
      out.writeInt(tables.length());
      out.writeBytes(tables);
      out.writeUTF(timeZone);
      out.writeBoolean(parallelTasks);
    }
    conf.set(PLAN, Base64.getEncoder().encodeToString(bytes.toByteArray()));
    bytes.reset();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(splits.size());
      for (ImportSplit split : splits) {
        split.write(out);
      }
    }
    conf.set(SPLITS, Base64.getEncoder().encodeToString(bytes.toByteArray()));
  }

  static ImportPlan of(Configuration conf) throws IOException {
    try (DataInputStream in = decoded(conf, PLAN)) {
      return new ImportPlan(
          TextLayout.read(in),
          in.readUTF(),
          in.readUTF(),
          new String(in.readNBytes(in.readInt()), StandardCharsets.US_ASCII),
          in.readUTF(),
          in.readBoolean());
    }
  }

  static List<ImportSplit> splits(Configuration conf) throws IOException {
    try (DataInputStream in = decoded(conf, SPLITS)) {
      List<ImportSplit> splits = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        ImportSplit split = new ImportSplit();
        split.readFields(in);
        splits.add(split);
      }
      return splits;
    }
  }

  private static DataInputStream decoded(Configuration conf, String key) throws IOException {
    String value = conf.get(key);
    if (value == null) {
      throw new IOException("the job's configuration has no " + key + ": start it with Sqoop");
    }
    return new DataInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(value)));
  }
}
