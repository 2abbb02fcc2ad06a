package io.loadpath.mapreduce.load;

import io.loadpath.loads.TaskSetup;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.LocalJobRunner;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;

/**
 * Fits Hadoop's memory for sorting into the heaps of the tasks. Its defaults would fill a small
 * heap and leave no room for the task.
 */
final class SortMemory {
  /** What a map needs of its heap, except for the sort, in MB: two chunks of rows, and Hadoop. */
  private static final int MAP_MB = 80;

  /** The same for a reduce. */
  private static final int REDUCE_MB = 96;

  private static final int SORT_MB = 100;
  private static final float SHUFFLE_PART = 0.7f;
  private static final float LEAST_PART = 0.2f;
  private static final int BYTES = 1 << 20;

  private SortMemory() {}

  /** Lowers what is too large. */
  static void fit(Configuration conf) {
    int map = heap(conf, TaskType.MAP, LocalJobRunner.LOCAL_MAX_MAPS);
    int reduce = heap(conf, TaskType.REDUCE, LocalJobRunner.LOCAL_MAX_REDUCES);
    if (map > 0) {
      int sort = Math.max(map / 3, map - MAP_MB);
      conf.setInt(
          MRJobConfig.IO_SORT_MB, Math.min(sort, conf.getInt(MRJobConfig.IO_SORT_MB, SORT_MB)));
    }
    if (reduce > 0) {
      // the last fetched part may exceed the limit
      float over = 1 + conf.getFloat(MRJobConfig.SHUFFLE_MEMORY_LIMIT_PERCENT, 0.25f);
      float part = Math.max(LEAST_PART, (reduce - REDUCE_MB) / over / reduce);
      conf.setFloat(
          MRJobConfig.SHUFFLE_INPUT_BUFFER_PERCENT,
          Math.min(part, conf.getFloat(MRJobConfig.SHUFFLE_INPUT_BUFFER_PERCENT, SHUFFLE_PART)));
      if (TaskSetup.isLocal(conf)) { // several reduces share the heap
        conf.setLong(MRJobConfig.REDUCE_MEMORY_TOTAL_BYTES, (long) reduce * BYTES);
      }
    }
  }

  /** Returns the heap of a task, in MB; negative if it is not known. */
  private static int heap(Configuration conf, TaskType type, String atATime) {
    return TaskSetup.isLocal(conf)
        ? (int) (Runtime.getRuntime().maxMemory() / BYTES / Math.max(1, conf.getInt(atATime, 1)))
        : JobConf.parseMaximumHeapSizeMB(new JobConf(conf).getTaskJavaOpts(type));
  }
}
