package io.loadpath.mapreduce.load;

import io.loadpath.loads.Share;
import io.loadpath.loads.files.ChunkReader;
import io.loadpath.loads.files.RowChunks.Chunk;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads the pieces of files in a mapper's share, chunk by chunk. The client made the shares. */
public final class LoadInputFormat extends InputFormat<NullWritable, Chunk> {
  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    return Share.take(job.getConfiguration());
  }

  @Override
  public RecordReader<NullWritable, Chunk> createRecordReader(
      InputSplit split, TaskAttemptContext context) throws IOException {
    LoadPlan plan = LoadPlan.from(context.getConfiguration());
    return new ChunkReader(plan.format(), plan.headerLines());
  }
}
