package io.loadpath.mapreduce.q1;

import io.loadpath.mapreduce.input.LineBlock;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;

/**
 * Sums blocks of rows in memory and sends one record per group and task. {@link BlockSums} sums the
 * rows of the usual form; the strict parser reads all other lines.
 */
final class Q1Mapper extends LineitemMapper<LineBlock> {
  private BlockSums sums;
  private long otherRowsKept;

  @Override
  protected void setup(Context context) {
    super.setup(context);
    Q1Options options = Q1Options.from(context.getConfiguration());
    sums = new BlockSums(options.lastShipDay(), groups(), this::readOtherLine);
  }

  @Override
  protected void map(LongWritable offset, LineBlock block, Context context)
      throws IOException, InterruptedException {
    sums.add(block);
  }

  private void readOtherLine(LineBlock block, int start, int end, long rowInSplit)
      throws IOException, InterruptedException {
    LineitemRow row = read(block.bytes(), start, end, block.offsetOf(start), rowInSplit);
    if (row != null) {
      otherRowsKept++;
      groups().of(row.returnFlag, row.lineStatus).add(row);
    }
  }

  @Override
  long rowsRead() {
    return sums.rowsRead();
  }

  @Override
  long rowsKept() {
    return sums.rowsKept() + otherRowsKept;
  }
}
