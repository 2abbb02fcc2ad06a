package io.loadpath.sqoop.exports;

import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Passes a split's chunks on, and says when they are all. */
public final class ExportMapper extends Mapper<NullWritable, RowChunk, ExportSplit, RowChunk> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    ExportSplit split = (ExportSplit) context.getInputSplit();
    while (context.nextKeyValue()) {
      context.write(split, context.getCurrentValue());
    }
    // a failure before this leaves the rows out
    context.write(split, RowChunk.theEnd());
  }
}
