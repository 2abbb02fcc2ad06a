package io.loadpath.mapreduce.load.sample;

import io.loadpath.loads.files.ChunkFiles;
import io.loadpath.loads.files.ChunkSource;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.loads.files.RowChunks;
import io.loadpath.loads.files.RowChunks.Chunk;
import io.loadpath.mapreduce.load.sample.SamplePlaces.Place;
import io.loadpath.rows.RowBoundaries;
import io.loadpath.rows.TextFormat;
import io.loadpath.rows.parser.Utf8;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;

/** Reads the rows of a sample, in several threads. */
final class SampleReader {
  /** Takes the rows that one thread reads. */
  interface RowTaker {
    /**
     * Takes the row {@code bytes[from..to)}, with its end.
     *
     * @param place number of its place
     * @param weight bytes of the text of all files for which the row stands
     */
    void take(int place, byte[] bytes, int from, int to, double weight) throws IOException;
  }

  /**
   * A sample that was read.
   *
   * @param takers of the rows, in an order that does not depend on the threads
   * @param bytes that were read of the files
   * @param places that were read: fewer than all if rows were so long that the bytes were used up
   * @param sample all places; not complete if some were not read
   */
  record Read<T>(List<T> takers, long bytes, int places, SamplePlaces sample) {}

  /** Always the same, so that the same places are read on all machines. */
  private static final int THREADS = 8;

  /** Escapes before a block that are counted. */
  private static final int LOOK_BACK = 64;

  /** After a block, a part of its bytes is read for the end of the last row. */
  private static final int BLOCK_OF_REST = 16;

  /** Files that a thread keeps open, because most of them have several places. */
  private static final int MOST_OPEN_FILES = 50;

  private static final int MOST_ROW_BYTES = 16 << 20;

  /** Most bytes of the text of a file that cannot be cut, because each thread keeps them. */
  private static final int MOST_BEGINNING_BYTES = 16_000_000;

  private static final String BUFFER_KEY = "io.file.buffer.size";
  private static final int BUFFER_BYTES = 4096;

  /** Three chunks hold the rows of a block. */
  private static final int CHUNK_BYTES = SampleSize.PLACE_BYTES / 3;

  private final TextFormat format;
  private final int headerLines;
  private final Configuration conf;
  private final Optional<ChunkFiles> files;

  SampleReader(TextFormat format, int headerLines, Configuration conf) {
    this.format = format;
    this.headerLines = headerLines;
    this.conf = conf;
    files = ChunkFiles.of(conf);
  }

  /**
   * Reads the rows of all places. Places are read in a random order: if rows are so long that the
   * bytes do not suffice for all places, those that are read are still a random sample.
   *
   * @throws IOException naming the file, also if it became shorter
   */
  <T extends RowTaker> Read<T> read(SamplePlaces sample, long seed, Supplier<T> newTaker)
      throws IOException {
    List<Integer> order =
        new ArrayList<>(IntStream.range(0, sample.places().size()).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    List<ThreadShare<T>> shares = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      shares.add(new ThreadShare<>(newTaker.get()));
    }
    for (int i = 0; i < order.size(); i++) {
      shares.get(i % THREADS).places.add(order.get(i));
    }
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Void>> running = new ArrayList<>();
      for (ThreadShare<T> share : shares) {
        running.add(threads.submit(() -> share.read(sample)));
      }
      for (Future<Void> thread : running) {
        await(thread);
      }
    } finally {
      threads.shutdownNow();
    }
    int places = shares.stream().mapToInt(share -> share.placesRead).sum();
    boolean complete =
        sample.complete()
            && places == order.size()
            && shares.stream().noneMatch(share -> share.leftRows);
    return new Read<>(
        shares.stream().map(share -> share.taker).toList(),
        shares.stream().mapToLong(share -> share.bytesRead + share.bytesOfBeginnings).sum(),
        places,
        new SamplePlaces(sample.places(), complete, sample.bounded() || complete));
  }

  private static void await(Future<Void> thread) throws IOException {
    try {
      thread.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the sample was read", e);
    }
  }

  /** The places of a thread. */
  private final class ThreadShare<T extends RowTaker> {
    private final T taker;
    private final List<Integer> places = new ArrayList<>();
    private final RowBoundaries boundaries = new RowBoundaries(format);
    private final Map<String, FSDataInputStream> open = new HashMap<>();
    private byte[] buffer = new byte[SampleSize.PLACE_BYTES];
    private long bytesRead;
    private long bytesOfBeginnings;
    private int placesRead;
    private boolean leftRows;

    ThreadShare(T taker) {
      this.taker = taker;
    }

    Void read(SamplePlaces sample) throws IOException {
      try {
        for (int number : places) {
          read(number, sample.places().get(number));
        }
      } finally {
        closeFiles();
      }
      return null;
    }

    private void read(int number, Place place) throws IOException {
      try {
        if (place.whole()) {
          readBeginning(number, place);
        } else if (bytesRead + SampleSize.PLACE_BYTES <= SampleSize.MOST_BYTES / THREADS) {
          readBlock(number, place);
        } else {
          return;
        }
      } catch (IOException e) {
        throw new IOException("file %s: %s".formatted(place.piece().file(), e.getMessage()), e);
      }
      placesRead++;
    }

    /** Reads the rows that begin in a block. */
    private void readBlock(int number, Place place) throws IOException {
      Piece piece = place.piece();
      long begin = Math.max(0, piece.start() - LOOK_BACK);
      int end = (int) (piece.end() - begin);
      double rowByteWeight = place.weight() / place.bytes();
      FSDataInputStream file = file(piece);
      int filled = fill(file, piece, begin, 0, end + (int) place.bytes() / BLOCK_OF_REST);
      int at = firstRow((int) (piece.start() - begin), filled);
      while (at < end) {
        int next = boundaries.next(buffer, at, filled);
        if (next < 0 && begin + filled < piece.fileBytes()) {
          if (filled - at > MOST_ROW_BYTES) {
            throw new IOException(
                "the row at byte %d is longer than %d MiB"
                    .formatted(begin + at, MOST_ROW_BYTES >> 20));
          }
          filled = fill(file, piece, begin, filled, 2 * filled);
          continue;
        }
        next = next < 0 ? filled : next;
        taker.take(number, buffer, at, next, (next - at) * rowByteWeight);
        at = next;
      }
    }

    /** Returns an open file. With checksums, a local file would be opened again for each read. */
    private FSDataInputStream file(Piece piece) throws IOException {
      FSDataInputStream file = open.get(piece.file());
      if (file == null) {
        if (open.size() == MOST_OPEN_FILES) {
          closeFiles();
        }
        FileSystem system = piece.path().getFileSystem(conf);
        FileSystem raw =
            system instanceof ChecksumFileSystem local ? local.getRawFileSystem() : system;
        file = raw.open(piece.path());
        open.put(piece.file(), file);
      }
      return file;
    }

    private void closeFiles() throws IOException {
      for (FSDataInputStream file : open.values()) {
        file.close();
      }
      open.clear();
    }

    /** Reads on to an index of the buffer or the file's end, and returns where it ends. */
    private int fill(FSDataInputStream file, Piece piece, long begin, int filled, int wanted)
        throws IOException {
      int end = (int) Math.min(wanted, piece.fileBytes() - begin);
      if (end > buffer.length) {
        buffer = Arrays.copyOf(buffer, end);
      }
      file.readFully(begin + filled, buffer, filled, end - filled);
      bytesRead += end - filled;
      return end;
    }

    /** Returns the index of the first row that begins at {@code start} or after it. */
    private int firstRow(int start, int filled) {
      int at = 0;
      if (start == 0) {
        if (format.described() != null && Utf8.startsWithMark(buffer, 0, filled)) {
          at = Utf8.MARK_BYTES;
        }
        for (int i = 0; i < headerLines; i++) {
          int next = boundaries.next(buffer, at, filled);
          at = next < 0 ? filled : next;
        }
        return at;
      }
      for (int i = start - 1; i < filled; i++) {
        if (buffer[i] == format.lineEnd() && !boundaries.isEscaped(buffer, 0, i)) {
          return i + 1;
        }
      }
      return filled;
    }

    /** Reads the first rows of a piece that cannot be cut. */
    private void readBeginning(int number, Place place) throws IOException {
      Piece piece = place.piece();
      boolean columnar = files.isPresent();
      long most = columnar ? place.bytes() : Math.min(place.bytes(), MOST_BEGINNING_BYTES);
      ByteArrayOutputStream beginning = new ByteArrayOutputStream();
      long fileBytes = piece.bytes();
      try (ChunkSource chunks =
          columnar
              ? files.get().open(piece, number, conf)
              : RowChunks.open(piece, number, format, headerLines, CHUNK_BYTES, conf)) {
        while (true) {
          Chunk chunk = chunks.next();
          if (chunk == null) {
            break;
          }
          beginning.write(chunk.bytes(), 0, chunk.length());
          if (beginning.size() >= most) {
            fileBytes = fileBytes(chunks.bytesRead(), beginning.size());
            leftRows = !columnar;
            break;
          }
        }
      }
      bytesOfBeginnings += fileBytes;
      byte[] rows = beginning.toByteArray();
      double columnarWeight = columnar ? place.weight() / count(rows) : 0;
      double rowByteWeight = place.weight() / fileBytes;
      int at = 0;
      while (at < rows.length) {
        int next = boundaries.next(rows, at, rows.length);
        next = next < 0 ? rows.length : next;
        // of columnar files, other columns were not read
        taker.take(number, rows, at, next, columnar ? columnarWeight : (next - at) * rowByteWeight);
        at = next;
      }
    }

    private int count(byte[] rows) {
      int count = 0;
      for (int at = 0; at < rows.length; count++) {
        int next = boundaries.next(rows, at, rows.length);
        at = next < 0 ? rows.length : next;
      }
      return count;
    }

    /** Estimates the bytes of a file that hold a text: on average, half a buffer was read ahead. */
    private long fileBytes(long read, long textBytes) {
      return Math.max(1, Math.min(textBytes, read - conf.getInt(BUFFER_KEY, BUFFER_BYTES) / 2));
    }
  }
}
