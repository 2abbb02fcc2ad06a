package io.loadpath.sqoop.exports;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** Pieces of files for one mapper. */
public final class ExportSplit extends InputSplit implements Writable {
  /**
   * A piece of a file.
   *
   * @param start first byte; the piece has the rows that begin in it
   * @param end byte after the last
   * @param fileBytes of the whole file, when it was listed
   * @param modified the file's time then, in milliseconds
   */
  record Piece(String file, long start, long end, long fileBytes, long modified) {
    /** Whether the piece is its whole file, compressed or not. */
    boolean whole() {
      return start == 0 && end == fileBytes;
    }

    Path path() {
      return new Path(file);
    }

    long bytes() {
      return end - start;
    }
  }

  private final List<Piece> pieces = new ArrayList<>();
  private final List<String> nodes = new ArrayList<>();

  /** For Hadoop, which calls {@link #readFields}. */
  public ExportSplit() {}

  ExportSplit(List<Piece> pieces, List<String> nodes) {
    this.pieces.addAll(pieces);
    this.nodes.addAll(nodes);
  }

  List<Piece> pieces() {
    return pieces;
  }

  @Override
  public long getLength() {
    return pieces.stream().mapToLong(Piece::bytes).sum();
  }

  @Override
  public String[] getLocations() {
    return nodes.toArray(String[]::new);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    out.writeInt(pieces.size());
    for (Piece piece : pieces) {
      out.writeUTF(piece.file());
      out.writeLong(piece.start());
      out.writeLong(piece.end());
      out.writeLong(piece.fileBytes());
      out.writeLong(piece.modified());
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    pieces.clear();
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      pieces.add(
          new Piece(in.readUTF(), in.readLong(), in.readLong(), in.readLong(), in.readLong()));
    }
  }

  @Override
  public String toString() {
    return pieces.toString();
  }
}
