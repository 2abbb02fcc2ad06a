package io.loadpath.mapreduce.columnar;

import io.loadpath.loads.files.EvenSplits.Piece;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Reads row groups of Parquet files. */
final class ParquetRows implements RowReader {
  /** Hive's own name of the time zone in which its INT96 times were local ones. */
  static final String ZONE = "writer.time.zone";

  private final List<ParquetColumn> columns = new ArrayList<>();
  private final ParquetFileReader file;
  private final MessageType requested;
  private final Piece piece;
  private int nextGroup;
  private ColumnReader[] readers;
  private long position;
  private long groupEnd;
  private long bytesRead;

  ParquetRows(Piece piece, List<FileColumn> wanted, Configuration conf) throws IOException {
    this.piece = piece;
    file = open(piece, conf);
    try {
      MessageType schema = file.getFileMetaData().getSchema();
      List<String> names = schema.getFields().stream().map(Type::getName).toList();
      String zone = file.getFileMetaData().getKeyValueMetaData().get(ZONE);
      List<Type> fields = new ArrayList<>();
      for (FileColumn column : wanted) {
        if (!column.isRead()) {
          columns.add(null);
          continue;
        }
        Type field = schema.getFields().get(column.find(names));
        columns.add(ParquetColumn.of(column, field, zone));
        if (!fields.contains(field)) {
          fields.add(field);
        }
      }
      requested = new MessageType(schema.getName(), fields);
      file.setRequestedSchema(requested);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  static ParquetFileReader open(Piece piece, Configuration conf) throws IOException {
    FileStatus found = piece.path().getFileSystem(conf).getFileStatus(piece.path());
    return ParquetFileReader.open(
        HadoopInputFile.fromStatus(found, conf),
        HadoopReadOptions.builder(conf).withCodecFactory(new ParquetCodecs()).build());
  }

  /** Returns the row groups of a file. */
  static List<FileBlock> blocks(
      Piece piece, List<FileColumn> columns, int ranged, Configuration conf) throws IOException {
    try (ParquetFileReader file = open(piece, conf)) {
      MessageType schema = file.getFileMetaData().getSchema();
      List<String> names = schema.getFields().stream().map(Type::getName).toList();
      Map<ColumnPath, FileColumn> read = new HashMap<>();
      for (FileColumn column : columns) {
        if (column.isRead()) {
          read.put(ColumnPath.get(names.get(column.find(names))), column);
        }
      }
      FileColumn wanted = ranged < 0 ? null : columns.get(ranged);
      return file.getRowGroups().stream()
          .map(
              group ->
                  new FileBlock(
                      group.getStartingPos(),
                      group.getCompressedSize(),
                      group.getRowCount(),
                      group.getColumns().stream()
                          .filter(chunk -> read.containsKey(chunk.getPath()))
                          .mapToLong(ColumnChunkMetaData::getTotalSize)
                          .sum(),
                      group.getColumns().stream()
                          .filter(chunk -> wanted != null && read.get(chunk.getPath()) == wanted)
                          .findFirst()
                          .flatMap(chunk -> range(wanted, chunk))))
          .toList();
    }
  }

  /** Returns a range; empty without statistics, or if a value is another one in the target. */
  private static Optional<ColumnRange> range(FileColumn column, ColumnChunkMetaData chunk) {
    Statistics<?> found = chunk.getStatistics();
    if (found == null || !ParquetColumn.keepsNumbers(column, chunk.getPrimitiveType())) {
      return Optional.empty();
    }
    if (found.hasNonNullValue()) {
      long least = ((Number) found.genericGetMin()).longValue();
      return Optional.of(new ColumnRange(least, ((Number) found.genericGetMax()).longValue()));
    }
    boolean isAllNull = found.isNumNullsSet() && found.getNumNulls() == chunk.getValueCount();
    return isAllNull ? Optional.of(ColumnRange.NONE) : Optional.empty();
  }

  @Override
  public long position() throws IOException {
    while (position == groupEnd) {
      if (nextGroup == file.getRowGroups().size()) {
        return END;
      }
      BlockMetaData group = file.getRowGroups().get(nextGroup);
      long begin = group.getStartingPos();
      if (begin >= piece.start() && begin < piece.end()) {
        read(group);
      }
      nextGroup++;
    }
    return position;
  }

  private void read(BlockMetaData group) throws IOException {
    ColumnReadStoreImpl store =
        new ColumnReadStoreImpl(
            file.readRowGroup(nextGroup),
            new NoGroup(),
            requested,
            file.getFileMetaData().getCreatedBy());
    readers =
        columns.stream()
            .map(
                column ->
                    column == null
                        ? null
                        : store.getColumnReader(requested.getColumnDescription(column.path())))
            .toArray(ColumnReader[]::new);
    bytesRead += group.getCompressedSize();
    position = 0;
    for (BlockMetaData before : file.getRowGroups().subList(0, nextGroup)) {
      position += before.getRowCount();
    }
    groupEnd = position + group.getRowCount();
  }

  @Override
  public void read(RowText text) throws IOException {
    for (int i = 0; i < readers.length; i++) {
      if (readers[i] == null) {
        text.addNull();
      } else {
        columns.get(i).add(readers[i], text);
        readers[i].consume();
      }
    }
    position++;
  }

  @Override
  public void skip() {
    for (ColumnReader reader : readers) {
      if (reader != null) {
        reader.skip();
        reader.consume();
      }
    }
    position++;
  }

  @Override
  public long bytesRead() {
    return Math.min(bytesRead, piece.bytes());
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** Columns are read one by one, not through converters. */
  private static final class NoGroup extends GroupConverter {
    @Override
    public Converter getConverter(int field) {
      return new PrimitiveConverter() {};
    }

    @Override
    public void start() {
      // no group is read
    }

    @Override
    public void end() {
      // no group is read
    }
  }
}
