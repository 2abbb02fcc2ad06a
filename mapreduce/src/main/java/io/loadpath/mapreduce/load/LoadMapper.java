package io.loadpath.mapreduce.load;

import io.loadpath.loads.Share;
import io.loadpath.loads.exports.RejectsFile;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.loads.files.RowChunks.Chunk;
import io.loadpath.loads.files.RowPlaces;
import io.loadpath.rows.RowBoundaries;
import io.loadpath.rows.RowCopy;
import io.loadpath.rows.RowException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Mapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the rows of its share into tuples of binary COPY, with keys that sort them. */
public final class LoadMapper extends Mapper<NullWritable, Chunk, BytesWritable, BytesWritable> {
  private static final Logger LOG = LoggerFactory.getLogger(LoadMapper.class);

  private final BytesWritable value = new BytesWritable();
  private Context context;
  private LoadPlan plan;
  private int[] fileOfPiece;
  private RowPlaces places;
  private RowCopy rows;
  private RowBoundaries boundaries;
  private Tuple row;
  private LoadKey keys;
  private MappedRows mapped;
  private RowBlocks blocks; // null if each row is a record
  private Counter rejected;
  private Chunk chunk;
  private long routedOfChunk;

  @Override
  protected void setup(Context context) throws IOException {
    this.context = context;
    plan = LoadPlan.from(context.getConfiguration());
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < plan.files().size(); i++) {
      numbers.put(plan.files().get(i), i);
    }
    fileOfPiece =
        Stream.of(((Share) context.getInputSplit()).work(Piece[].class))
            .mapToInt(piece -> numbers.get(piece.file()))
            .toArray();
    places = plan.places(context.getConfiguration());
    rows =
        RowCopy.tuples(
            plan.copyColumns(), plan.format(), plan.dates(), this::rejectMalformed, this::route);
    boundaries = new RowBoundaries(plan.format());
    row = new Tuple(plan.columns().size());
    keys = new LoadKey(plan);
    mapped = new MappedRows(context.getConfiguration());
    blocks = plan.inBlocks() ? new RowBlocks(this::send) : null;
    rejected = context.getCounter(LoadCounter.REJECTED_ROWS);
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    try {
      super.run(context);
      flush();
      mapped.write(context::write);
    } catch (IOException | RuntimeException | Error e) {
      LoadFailure.note(context, e, e instanceof BadRowsException);
      throw e;
    }
  }

  @Override
  protected void map(NullWritable none, Chunk next, Context context) throws IOException {
    if (chunk != null && chunk.piece() != next.piece()) {
      flush();
    }
    chunk = next;
    routedOfChunk = 0;
    try {
      rows.write(chunk.bytes(), 0, chunk.length());
      rows.endText(); // chunks have whole rows, and bytes count from the start of a text
    } catch (RowException e) { // too long: no row can be sent after it
      throw new IOException(place(e.offset()) + ": " + e.wrong(), e);
    }
    context.getCounter(LoadCounter.ROUTED_ROWS).increment(routedOfChunk);
  }

  private void route(byte[] bytes, int from, int to, long offset) throws IOException {
    row.read(bytes, from);
    int partition = plan.router().partition(row);
    if (partition == LoadRouter.NONE) {
      reject(offset, "no partition takes it");
      return;
    }
    int file = fileOfPiece[chunk.piece()];
    BytesWritable key = keys.of(row, partition, file, chunk.position(offset));
    mapped.add(key, bytes, from);
    if (blocks == null) {
      value.set(bytes, from, to - from);
      send(key, value);
    } else {
      blocks.add(key, bytes, from, to);
    }
    routedOfChunk++;
  }

  private void flush() throws IOException {
    if (blocks != null) {
      blocks.flush();
    }
  }

  private void send(BytesWritable key, BytesWritable bytes) throws IOException {
    try {
      context.write(key, bytes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException().initCause(e);
    }
  }

  private void rejectMalformed(RowException malformed) throws IOException {
    reject(malformed.offset(), malformed.wrong());
  }

  private void reject(long offset, String why) throws IOException {
    String message = place(offset) + ": " + why;
    rejected.increment(1);
    if (rejected.getValue() > plan.rejectLimit()) {
      throw new BadRowsException(
          rejected.getValue() == 1
              ? message
              : "%d rows are rejected, more than the limit of %d; the last one: %s"
                  .formatted(rejected.getValue(), plan.rejectLimit(), message));
    }
    LOG.warn("Rejected {}", message);
    int piece = fileOfPiece[chunk.piece()];
    int end = boundaries.next(chunk.bytes(), (int) offset, chunk.length());
    byte[] line =
        RejectsFile.line(
            plan.files().get(piece),
            places.word(chunk.position(offset)),
            why,
            chunk.bytes(),
            (int) offset,
            end < 0 ? chunk.length() : end);
    BytesWritable rejectKey = LoadKey.reject(piece, chunk.position(offset));
    mapped.addReject(rejectKey);
    send(rejectKey, new BytesWritable(line));
  }

  private String place(long offset) {
    return places.describe(fileOfPiece[chunk.piece()], chunk.position(offset));
  }

  /** More rejected rows than the limit. */
  private static final class BadRowsException extends IOException {
    private static final long serialVersionUID = 1;

    BadRowsException(String message) {
      super(message);
    }
  }
}
