package io.loadpath.sqoop.imports;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads the splits of an {@link ImportPlan} as blocks of text. */
public final class ImportInputFormat extends InputFormat<NullWritable, CopyText> {
  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    return List.copyOf(ImportPlan.splits(job.getConfiguration()));
  }

  @Override
  public RecordReader<NullWritable, CopyText> createRecordReader(
      InputSplit split, TaskAttemptContext task) {
    return new CopyReader();
  }
}
