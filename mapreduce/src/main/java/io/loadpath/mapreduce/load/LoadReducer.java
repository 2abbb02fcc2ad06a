package io.loadpath.mapreduce.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.loadpath.loads.exports.RejectsFile;
import io.loadpath.loads.files.RowPlaces;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Writes the sorted rows of a writer, as one stream of binary COPY for each partition. Fails at the
 * first two rows of a partition that have the same unique key; a key with NULL is never the same.
 */
public abstract class LoadReducer
    extends Reducer<BytesWritable, BytesWritable, NullWritable, NullWritable> {
  /** The signature of the format, flags, and the length of an extension. */
  private static final byte[] HEADER = "PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0".getBytes(ISO_8859_1);

  private static final byte[] TRAILER = {-1, -1};
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int NONE = -1;

  /** Rows whose places are known, in 12 bytes each. */
  private static final int LAST_ROWS = 1 << 18;

  private final BytesWritable before = new BytesWritable();
  private final int[] files = new int[LAST_ROWS];
  private final long[] offsets = new long[LAST_ROWS];
  private RowPlaces places;
  private LoadPlan plan;
  private List<LoadColumn> unique;
  private LoadSink sink;
  private OutputStream out;
  private int partition = NONE;
  private RowSum mapped = RowSum.NONE;
  private long rows;

  /** Opens the destination of the rows. It takes no connection before its first partition. */
  protected abstract LoadSink open(Context context) throws IOException;

  @Override
  public final void run(Context context) throws IOException, InterruptedException {
    plan = LoadPlan.from(context.getConfiguration());
    places = plan.places(context.getConfiguration());
    unique = plan.sortColumns().subList(0, plan.uniqueColumns());
    try (LoadSink opened = open(context)) {
      sink = opened;
      while (context.nextKey()) {
        BytesWritable key = context.getCurrentKey();
        if (LoadKey.isSummary(key)) {
          endPartition(context);
          beginPartition(LoadKey.partition(key), context.getValues());
        } else {
          for (BytesWritable value : context.getValues()) {
            if (partition == LoadKey.REJECTS) {
              reject(key, value);
            } else {
              write(key, value);
            }
          }
        }
      }
      endPartition(context);
      sink.complete();
    } catch (IOException | RuntimeException | Error e) {
      if (!(e.getCause() instanceof SQLException)) { // the attempt has noted the server's errors
        LoadFailure.note(context, e, e instanceof BadRowsException);
      }
      throw e;
    }
  }

  private void beginPartition(int number, Iterable<BytesWritable> summaries) throws IOException {
    partition = number;
    mapped = RowSum.NONE;
    for (BytesWritable summary : summaries) {
      mapped = mapped.plus(RowSum.ofRecord(summary));
    }
    if (partition == LoadKey.REJECTS) {
      return;
    }
    sink.counted(partition, mapped.rows(), mapped.hash());
    out = new BufferedOutputStream(sink.begin(partition), BUFFER_BYTES);
    out.write(HEADER);
  }

  private void write(BytesWritable key, BytesWritable value) throws IOException {
    if (LoadKey.partition(key) != partition) {
      throw new IOException(
          "the shuffle lost the summary of partition %d".formatted(LoadKey.partition(key)));
    }
    int file = LoadKey.file(key);
    long offset = LoadKey.offset(key);
    if (plan.inBlocks()) {
      out.write(value.getBytes(), 0, RowBlocks.tupleBytes(value));
      RowBlocks.places(value, offset, row -> sent(file, row));
      return;
    }
    if (!unique.isEmpty()) {
      requireUnique(key);
    }
    out.write(value.getBytes(), 0, value.getLength());
    sent(file, offset);
  }

  private void sent(int file, long offset) {
    int slot = (int) (rows++ % LAST_ROWS);
    files[slot] = file;
    offsets[slot] = offset;
  }

  private void reject(BytesWritable key, BytesWritable line) throws IOException {
    rows++;
    String message =
        "%s: %s".formatted(place(key), RejectsFile.reason(line.getBytes(), line.getLength()));
    if (mapped.rows() > plan.rejectLimit()) {
      throw new BadRowsException(
          "%d rows are rejected, more than the limit of %d; the first one: %s"
              .formatted(mapped.rows(), plan.rejectLimit(), message));
    }
    sink.rejected(message, line.getBytes(), line.getLength());
  }

  /**
   * Describes the place of a row of the current partition by its number, from 1. The server may
   * refuse a row after later ones were sent, so the places of the last rows are kept.
   */
  protected final String place(long row) {
    if (row > rows || row <= rows - LAST_ROWS) {
      return "row " + row;
    }
    int slot = (int) ((row - 1) % LAST_ROWS);
    return places.describe(files[slot], offsets[slot]);
  }

  private void endPartition(Context context) throws IOException {
    if (partition == NONE) {
      return;
    }
    if (rows != mapped.rows()) {
      throw new IOException(
          "the mappers sent %d rows of partition %d, and %d arrived"
              .formatted(mapped.rows(), partition, rows));
    }
    if (partition != LoadKey.REJECTS) {
      out.write(TRAILER);
      out.flush();
      sink.end(rows);
      context.getCounter(LoadCounter.COPIED_ROWS).increment(rows);
    }
    rows = 0;
  }

  private void requireUnique(BytesWritable key) throws IOException {
    int equal =
        Arrays.mismatch(
            before.getBytes(), 0, before.getLength(), key.getBytes(), 0, key.getLength());
    int end = equal < LoadKey.HEAD_BYTES ? NONE : LoadKey.endOfValues(key, unique);
    if (end != NONE && equal >= end) {
      throw new BadRowsException(
          "two rows have the same unique key (%s): %s, and %s"
              .formatted(
                  unique.stream().map(LoadColumn::name).collect(Collectors.joining(", ")),
                  place(before),
                  place(key)));
    }
    before.set(key);
  }

  private String place(BytesWritable key) {
    return places.describe(LoadKey.file(key), LoadKey.offset(key));
  }

  /** No other attempt can succeed. */
  private static final class BadRowsException extends IOException {
    private static final long serialVersionUID = 1;

    BadRowsException(String message) {
      super(message);
    }
  }
}
