package io.loadpath.mapreduce.columnar;

import io.loadpath.loads.files.ChunkFiles;
import io.loadpath.loads.files.ChunkSource;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.loads.files.RowChunks;
import io.loadpath.loads.files.RowChunks.Chunk;
import io.loadpath.rows.TextFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * ORC, Parquet or Avro files. A piece of a file has the stripes, row groups or blocks that begin in
 * it.
 *
 * @param columns in the order of the chunks' fields
 */
public record ColumnarFiles(FileKind kind, List<FileColumn> columns) implements ChunkFiles {
  private static final int CHUNK_BYTES = 256 * 1024;
  private static final Pattern TRANSACTION =
      Pattern.compile("(?:base|delta|delete_delta)_\\d+(?:_.*)?");
  private static final Pattern BUCKET = Pattern.compile("bucket_\\d+(?:_.*)?");
  private static final long serialVersionUID = 1;

  public ColumnarFiles {
    columns = new ArrayList<>(columns); // serializable by all, unlike a stream's list
  }

  /**
   * Returns the files of a load, checked by their first and last bytes; empty if they are text.
   *
   * @param columns in the order of the rows
   * @throws IOException naming the file, if kinds differ or a file is one of a transactional table
   */
  public static Optional<ColumnarFiles> of(
      List<FileStatus> files, List<FileColumn> columns, Configuration conf) throws IOException {
    Optional<FileKind> kind = Optional.empty();
    FileStatus first = null;
    for (FileStatus file : files) {
      if (file.getLen() == 0) {
        continue; // Hive writes empty files for buckets without rows
      }
      Optional<FileKind> found = FileKind.of(file, conf);
      if (first != null && !found.equals(kind)) {
        throw new IOException(
            "%s is %s, but %s is %s: load them one after the other"
                .formatted(first.getPath(), label(kind), file.getPath(), label(found)));
      }
      if (found.isPresent()) {
        requireNoTransactions(file.getPath());
      }
      kind = found;
      first = file;
    }
    return kind.map(known -> new ColumnarFiles(known, columns));
  }

  private static String label(Optional<FileKind> kind) {
    return kind.map(known -> "of the kind " + known).orElse("text");
  }

  /** Refuses a file whose rows may be deleted or not committed, as only Hive's metastore knows. */
  private static void requireNoTransactions(Path file) throws IOException {
    for (Path at = file; at.getParent() != null; at = at.getParent()) {
      boolean bucket = at == file && BUCKET.matcher(at.getName()).matches();
      if (bucket || TRANSACTION.matcher(at.getName()).matches()) {
        throw transactional(file);
      }
    }
  }

  static IOException transactional(Object file) {
    return new IOException(
        "%s belongs to a transactional table of Hive, whose files also hold deleted rows and those of open transactions: in Hive, copy the rows with INSERT INTO … SELECT to an external table STORED AS ORC, and load its files (a major compaction is not enough)"
            .formatted(file));
  }

  /**
   * Returns the same files with other columns as NULL, without reading them.
   *
   * @param indexes of the columns that are read
   */
  public ColumnarFiles only(Set<Integer> indexes) {
    List<FileColumn> only = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      only.add(indexes.contains(i) ? columns.get(i) : columns.get(i).unread());
    }
    return new ColumnarFiles(kind, only);
  }

  @Override
  public TextFormat format() {
    return RowText.FORMAT;
  }

  @Override
  public ChunkSource open(Piece piece, int number, Configuration conf) throws IOException {
    RowChunks.requireUnchanged(piece, conf);
    return new Chunks(piece, number, conf);
  }

  /**
   * Returns the stripes or row groups of a file by its footer; none if it is an Avro file, which
   * has no footer.
   *
   * @param file a whole file
   * @param ranged index of a read column whose range is needed; less than 0 for none
   */
  public List<FileBlock> blocks(Piece file, int ranged, Configuration conf) throws IOException {
    try {
      return switch (kind) {
        case ORC -> OrcRows.blocks(file, columns, ranged, conf);
        case PARQUET -> ParquetRows.blocks(file, columns, ranged, conf);
        case AVRO -> List.of();
      };
    } catch (IOException e) {
      throw new IOException("file %s: %s".formatted(file.file(), e.getMessage()), e);
    } catch (RuntimeException e) {
      throw new IOException("file %s %s".formatted(file.file(), damaged(e).getMessage()), e);
    }
  }

  /** Reads the rows of a piece. */
  RowReader rows(Piece piece, Configuration conf) throws IOException {
    return switch (kind) {
      case ORC -> new OrcRows(piece, columns, conf);
      case PARQUET -> new ParquetRows(piece, columns, conf);
      case AVRO -> new AvroRows(piece, columns, conf);
    };
  }

  IOException damaged(RuntimeException e) {
    return new IOException("is not a whole %s file: %s".formatted(kind, e.getMessage()), e);
  }

  @Override
  public String describe(long position) {
    return kind == FileKind.AVRO ? AvroRows.describe(position) : "row " + (position + 1);
  }

  /** Gathers rows to chunks. */
  private final class Chunks implements ChunkSource {
    private final RowReader rows;
    private final int number;
    private final RowText text = new RowText();

    Chunks(Piece piece, int number, Configuration conf) throws IOException {
      this.number = number;
      try {
        rows = rows(piece, conf);
      } catch (RuntimeException e) {
        throw damaged(e);
      }
    }

    @Override
    public Chunk next() throws IOException {
      try {
        long first = rows.position();
        if (first == RowReader.END) {
          return null;
        }
        text.clear();
        do {
          text.beginRow();
          rows.read(text);
          text.endRow();
        } while (text.length() < CHUNK_BYTES && rows.position() == first + text.rows());
        return new Chunk(text.bytes(), text.length(), number, first, text.starts());
      } catch (RuntimeException e) {
        throw damaged(e);
      }
    }

    @Override
    public long bytesRead() {
      return rows.bytesRead();
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }
}
