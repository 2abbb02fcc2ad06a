package io.loadpath.sqoop.imports;

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskCounter;

/** Writes blocks as they come, and counts their rows. */
public final class ImportMapper extends Mapper<NullWritable, CopyText, NullWritable, CopyText> {
  @Override
  protected void map(NullWritable key, CopyText block, Context context)
      throws IOException, InterruptedException {
    // Hadoop counts the block as one record
    long others = block.rows() - 1L;
    context.getCounter(TaskCounter.MAP_INPUT_RECORDS).increment(others);
    context.write(key, block);
    context.getCounter(TaskCounter.MAP_OUTPUT_RECORDS).increment(others);
  }
}
