package io.loadpath.mapreduce.columnar;

import io.loadpath.loads.files.EvenSplits.Piece;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.SeekableInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * Reads blocks of Avro files. A block belongs to the piece in which the 16 bytes before it begin.
 * The position of a row is its block's, in the upper bits, and its number in the block.
 */
final class AvroRows implements RowReader {
  private static final int ROW_BITS = 23;
  private static final long MAX_ROWS = 1L << ROW_BITS;

  static {
    AvroCodec.register();
  }

  private final List<AvroColumn> columns = new ArrayList<>();
  private final Piece piece;
  private final DataFileReader<GenericRecord> file;
  private long block = -1;
  private long rowsOfBlock;
  private GenericRecord row;

  AvroRows(Piece piece, List<FileColumn> wanted, Configuration conf) throws IOException {
    this.piece = piece;
    FSDataInputStream in = piece.path().getFileSystem(conf).open(piece.path());
    try {
      file = new DataFileReader<>(new Input(in, piece.fileBytes()), new GenericDatumReader<>());
      Schema schema = file.getSchema();
      if (schema.getType() != Schema.Type.RECORD) {
        throw new IOException("has no columns, but one " + schema.getType().getName());
      }
      List<String> names = schema.getFields().stream().map(Schema.Field::name).toList();
      for (FileColumn column : wanted) {
        columns.add(
            column.isRead()
                ? new AvroColumn(column, schema.getFields().get(column.find(names)))
                : null);
      }
      file.sync(piece.start());
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  static String describe(long position) {
    return "row %d of the block at byte %d".formatted(position % MAX_ROWS + 1, position / MAX_ROWS);
  }

  @Override
  public long position() throws IOException {
    if (!file.hasNext() || file.pastSync(piece.end())) {
      return END;
    }
    if (file.previousSync() != block) {
      block = file.previousSync();
      rowsOfBlock = 0;
    }
    if (rowsOfBlock == MAX_ROWS) {
      throw new IOException("has a block of more than %d rows".formatted(MAX_ROWS));
    }
    return block << ROW_BITS | rowsOfBlock;
  }

  @Override
  public void read(RowText text) throws IOException {
    skip();
    for (AvroColumn column : columns) {
      if (column == null) {
        text.addNull();
      } else {
        column.add(row, text);
      }
    }
  }

  @Override
  public void skip() throws IOException {
    row = file.next(row);
    rowsOfBlock++;
  }

  @Override
  public long bytesRead() {
    return Math.max(0, Math.min(block - piece.start(), piece.bytes()));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** A file of Hadoop. */
  private record Input(FSDataInputStream in, long length) implements SeekableInput {
    @Override
    public void seek(long offset) throws IOException {
      in.seek(offset);
    }

    @Override
    public long tell() throws IOException {
      return in.getPos();
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      return in.read(bytes, from, count);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
