package io.loadpath.mapreduce.load;

import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Partitioner;

/** Sends a row to the writer in its key. */
public final class LoadPartitioner extends Partitioner<BytesWritable, BytesWritable> {
  @Override
  public int getPartition(BytesWritable key, BytesWritable tuple, int reducers) {
    return LoadKey.writer(key);
  }
}
