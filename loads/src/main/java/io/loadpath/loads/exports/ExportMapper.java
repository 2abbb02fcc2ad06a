package io.loadpath.loads.exports;

import io.loadpath.loads.files.RowChunks.Chunk;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Copies the rows of its share to the database. The job's committer ends the transaction. */
public final class ExportMapper extends Mapper<NullWritable, Chunk, NullWritable, NullWritable> {
  /** Counters of an export. */
  public enum Counter {
    /** Rows that were sent to the database. */
    ROWS,
    /** Malformed rows that were left out. */
    REJECTED_ROWS
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    ExportAttempt attempt = ExportAttempt.copy(context);
    ((ExportCommitter) context.getOutputCommitter()).commitLater(attempt);
  }
}
