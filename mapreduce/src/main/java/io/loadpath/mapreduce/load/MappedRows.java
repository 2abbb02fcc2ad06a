package io.loadpath.mapreduce.load;

import io.loadpath.rows.RowHash;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;

/**
 * Adds up the rows of a mapper for each writer and partition. The summaries go through the shuffle
 * with the rows: so each writer gets those of the attempts whose rows it gets.
 */
final class MappedRows {
  /** Takes a record of the shuffle. */
  interface Output {
    void write(BytesWritable key, BytesWritable value) throws IOException, InterruptedException;
  }

  private static final class Sum {
    long rows;
    long hash;
  }

  private final Map<Integer, Sum> sums = new HashMap<>();
  private final RowHash hash; // null if the load is not proven

  MappedRows(Configuration conf) throws IOException {
    PartitionProof proof = PartitionProof.from(conf);
    hash = proof == null ? null : new RowHash(proof.types());
  }

  /**
   * Adds a row.
   *
   * @param key of the row
   * @param from the first byte of its tuple
   */
  void add(BytesWritable key, byte[] tuple, int from) {
    Sum sum = sums.computeIfAbsent(LoadKey.head(key), head -> new Sum());
    sum.rows++;
    if (hash != null) {
      sum.hash += hash.of(tuple, from);
    }
  }

  /** Adds a rejected row. */
  void addReject(BytesWritable key) {
    sums.computeIfAbsent(LoadKey.head(key), head -> new Sum()).rows++;
  }

  /** Writes the summaries, which sort before the rows of their writer and partition. */
  void write(Output out) throws IOException, InterruptedException {
    for (Map.Entry<Integer, Sum> entry : sums.entrySet()) {
      Sum sum = entry.getValue();
      out.write(LoadKey.summary(entry.getKey()), new RowSum(sum.rows, sum.hash).toRecord());
    }
  }
}
