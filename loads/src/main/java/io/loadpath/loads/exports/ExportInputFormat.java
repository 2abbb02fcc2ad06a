package io.loadpath.loads.exports;

import io.loadpath.loads.Share;
import io.loadpath.loads.files.ChunkReader;
import io.loadpath.loads.files.RowChunks.Chunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Reads the pieces of files in a mapper's share, which {@link ExportSource} made, chunk by chunk.
 */
public final class ExportInputFormat extends FileInputFormat<NullWritable, Chunk> {
  /**
   * Returns a job's files in the order of their paths. Globs and folders are resolved, without
   * hidden files.
   *
   * @throws IOException if a folder is among them
   */
  public static List<FileStatus> files(JobContext job) throws IOException {
    List<FileStatus> files = new ArrayList<>(new ExportInputFormat().listStatus(job));
    for (FileStatus file : files) {
      if (file.isDirectory()) {
        throw new IOException(
            "%s is a folder: name its files, or set %s=true"
                .formatted(file.getPath(), INPUT_DIR_RECURSIVE));
      }
    }
    files.sort(Comparator.comparing(FileStatus::getPath)); // a local folder has no order
    return files;
  }

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    return Share.take(job.getConfiguration());
  }

  @Override
  public RecordReader<NullWritable, Chunk> createRecordReader(
      InputSplit split, TaskAttemptContext context) throws IOException {
    ExportPlan plan = ExportPlan.from(context.getConfiguration());
    return new ChunkReader(plan.format(), plan.headerLines());
  }
}
