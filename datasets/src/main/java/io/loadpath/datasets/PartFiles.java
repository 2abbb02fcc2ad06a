package io.loadpath.datasets;

import io.loadpath.datasets.generate.TextBuffer;
import io.loadpath.engines.service.StoppedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;

/**
 * Writes blocks of text into the files {@code part-00000.tbl} and so on. Several threads finish and
 * compress blocks. The calling thread writes them in order. Memory holds only a few blocks for each
 * thread. The files are the same for any number of threads.
 *
 * @param folder for the files
 * @param codec of the files
 * @param threads number of threads that finish blocks
 * @param opener opens each file for writing
 */
record PartFiles(Path folder, Codec codec, int threads, Opener opener) {

  private static final int AHEAD_PER_THREAD = 2;

  /** Opens a new file for writing. */
  interface Opener {
    OutputStream open(Path file) throws IOException;
  }

  /** A block of rows for a file; reused. */
  static final class Block {
    final TextBuffer text = new TextBuffer();

    /** The stored text. */
    final ByteArrayOutputStream stored = new ByteArrayOutputStream();

    long rows;

    /** Whether it is the last block of a file. */
    boolean endsPart;

    /** The share of the whole work that is done after this block, from 0 to 1. */
    double done;

    void compress(BlockCompressor compressor) throws IOException {
      stored.reset();
      compressor.compress(text.bytes, text.length, stored);
    }
  }

  /** Makes the text of blocks. */
  interface Source {
    /**
     * Begins the next block; called in order by one thread.
     *
     * @return the rest of the work, which any thread may do; null after the last block
     */
    Finish begin(Block block) throws IOException;

    /** Receives a written block; called in order by one thread. */
    default void written(Block block) {}
  }

  /** The work on a block that does not depend on other blocks. */
  interface Finish {
    void run() throws IOException;
  }

  /** Returns the name of a file, by its number from 0. */
  static String fileName(int part, Codec codec) {
    return String.format("part-%05d%s", part, codec.fileSuffix());
  }

  /**
   * Writes all files.
   *
   * @param stopped checked for each block; true ends the work with a {@link StoppedException}
   * @return the files, in order
   */
  List<Manifest.DataFile> write(Source source, Progress progress, BooleanSupplier stopped)
      throws IOException {
    Queue<BlockCompressor> idle = new ConcurrentLinkedQueue<>();
    Deque<Future<Block>> ahead = new ArrayDeque<>();
    Queue<Block> free = new ArrayDeque<>();
    List<Manifest.DataFile> files = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    PartWriter open = null;
    try {
      boolean more = true;
      while (true) {
        while (more && ahead.size() < AHEAD_PER_THREAD * threads) {
          Block block = free.isEmpty() ? new Block() : free.remove();
          Finish rest = source.begin(block);
          more = rest != null;
          if (more) {
            ahead.add(pool.submit(() -> finish(block, rest, idle)));
          }
        }
        if (ahead.isEmpty()) {
          return files;
        }
        if (stopped.getAsBoolean()) {
          throw new StoppedException();
        }
        Block block = FileTasks.get(ahead.remove());
        if (open == null) {
          String name = fileName(files.size(), codec);
          open = new PartWriter(name, opener.open(folder.resolve(name)), codec);
        }
        open.write(block);
        source.written(block);
        progress.update(block.done, block.text.length);
        if (block.endsPart) {
          files.add(open.finish());
          open = null;
        }
        free.add(block);
      }
    } finally {
      pool.shutdownNow();
      if (open != null) {
        open.close();
      }
    }
  }

  private Block finish(Block block, Finish rest, Queue<BlockCompressor> idle) throws IOException {
    rest.run();
    BlockCompressor waiting = idle.poll();
    BlockCompressor compressor = waiting == null ? codec.newCompressor() : waiting;
    block.compress(compressor);
    idle.add(compressor);
    return block;
  }
}
