package io.loadpath.sqoop.exports;

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Passes a split's chunks on, and says when they are all. */
public final class ExportMapper extends Mapper<NullWritable, RowChunk, ExportSplit, RowChunk> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    ExportSplit split = (ExportSplit) context.getInputSplit();
    while (reads(context, split)) {
      context.write(split, context.getCurrentValue());
    }
    // a failure before this leaves the rows out
    context.write(split, RowChunk.theEnd());
  }

  private static boolean reads(Context context, ExportSplit split)
      throws IOException, InterruptedException {
    try {
      return context.nextKeyValue();
    } catch (IOException | RuntimeException e) {
      context.write(split, RowChunk.failed(e));
      throw e;
    }
  }
}
