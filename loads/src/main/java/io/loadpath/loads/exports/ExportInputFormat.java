package io.loadpath.loads.exports;

import io.loadpath.loads.Share;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.loads.files.RowChunks;
import io.loadpath.loads.files.RowChunks.Chunk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
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
  static List<FileStatus> files(JobContext job) throws IOException {
    List<FileStatus> files = new ArrayList<>(new ExportInputFormat().listStatus(job));
    for (FileStatus file : files) {
      if (file.isDirectory()) {
        throw new IOException(
            "%s is a folder: name its files in --export-dir, or set %s=true"
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
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  private static final class Reader extends RecordReader<NullWritable, Chunk> {
    private Configuration conf;
    private Piece[] pieces;
    private ExportPlan plan;
    private long bytes;
    private long bytesOfPiecesBefore;
    private RowChunks in;
    private Chunk chunk;
    private int piece = -1;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      conf = context.getConfiguration();
      Share share = (Share) split;
      pieces = share.work(Piece[].class);
      bytes = share.getLength();
      plan = ExportPlan.from(conf);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      while (in != null || piece + 1 < pieces.length) {
        try {
          if (in == null) {
            piece++;
            in = RowChunks.open(pieces[piece], piece, plan.format(), plan.headerLines(), conf);
          }
          chunk = in.next();
        } catch (IOException e) {
          throw new IOException("file %s: %s".formatted(pieces[piece].file(), e.getMessage()), e);
        }
        if (chunk != null) {
          return true;
        }
        bytesOfPiecesBefore += pieces[piece].bytes();
        close();
      }
      return false;
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public Chunk getCurrentValue() {
      return chunk;
    }

    @Override
    public float getProgress() {
      long read = bytesOfPiecesBefore + (in == null ? 0 : in.bytesRead());
      return bytes == 0 ? 0 : Math.min(1, (float) read / bytes);
    }

    @Override
    public void close() throws IOException {
      RowChunks open = in;
      in = null;
      if (open != null) {
        open.close();
      }
    }
  }
}
