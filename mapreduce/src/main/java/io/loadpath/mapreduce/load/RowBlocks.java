package io.loadpath.mapreduce.load;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.WritableComparator;

/**
 * Joins rows of a mapper that have the same writer and partition into blocks, which are one record
 * of the shuffle each. Only for a load without a sort column: the rows of a block follow each other
 * in a file, and no other row of their writer and partition is between them. A record for each row
 * would cost the shuffle more CPU than the rows cost the mapper.
 *
 * <p>The key of a block is that of its first row. Its value is the rows' tuples, then the distance
 * of each row from the first one (4 bytes each), then their number (4 bytes).
 */
final class RowBlocks {
  /** Takes a record of the shuffle. */
  interface Output {
    void write(BytesWritable key, BytesWritable value) throws IOException;
  }

  /** Takes the place of a row in its file. */
  interface Places {
    void add(long offset);
  }

  /** Maximum bytes of a block, unless it has a single row. */
  private static final int BLOCK_BYTES = 1 << 16;

  /** Maximum bytes of memory for all blocks. */
  private static final int ALL_BYTES = 1 << 24;

  private static final int FIRST_BYTES = 1 << 10;

  private final Output out;
  private final Map<Integer, Block> blocks = new HashMap<>();
  private long memory;

  RowBlocks(Output out) {
    this.out = out;
  }

  /**
   * Adds a row. The rows come in the order of their file.
   *
   * @param key of the row, which is copied
   * @param tuple holds the row, {@code tuple[from..to)}
   */
  void add(BytesWritable key, byte[] tuple, int from, int to) throws IOException {
    Block block = blocks.computeIfAbsent(LoadKey.head(key), head -> newBlock());
    if (block.rows > 0 && !block.takes(key, to - from)) {
      write(block);
    }
    int before = block.memory();
    block.add(key, tuple, from, to);
    memory += block.memory() - before;
    if (memory > ALL_BYTES) {
      flush();
      blocks.clear();
      memory = 0;
    }
  }

  private Block newBlock() {
    Block block = new Block();
    memory += block.memory();
    return block;
  }

  /** Writes all rows. To be called at the end of each piece of a file. */
  void flush() throws IOException {
    for (Block block : blocks.values()) {
      if (block.rows > 0) {
        write(block);
      }
    }
  }

  private void write(Block block) throws IOException {
    out.write(block.key, block.value());
    block.length = 0;
    block.rows = 0;
  }

  /** Returns the number of tuples' bytes, which a block's value begins with. */
  static int tupleBytes(BytesWritable value) {
    return value.getLength() - (rows(value) + 1) * Integer.BYTES;
  }

  /** Returns the number of a block's rows. */
  static int rows(BytesWritable value) {
    return WritableComparator.readInt(value.getBytes(), value.getLength() - Integer.BYTES);
  }

  /**
   * Names the places of a block's rows, in order.
   *
   * @param first the place of the first row
   */
  static void places(BytesWritable value, long first, Places places) {
    int end = value.getLength() - Integer.BYTES;
    for (int at = tupleBytes(value); at < end; at += Integer.BYTES) {
      places.add(first + WritableComparator.readInt(value.getBytes(), at));
    }
  }

  private static final class Block {
    private final BytesWritable key = new BytesWritable();
    private byte[] tuples = new byte[FIRST_BYTES];
    private int[] distances = new int[FIRST_BYTES / 64];
    private int length;
    private int rows;

    boolean takes(BytesWritable of, int bytes) {
      return distance(of) <= Integer.MAX_VALUE && sizeWith(bytes) <= BLOCK_BYTES;
    }

    private long distance(BytesWritable of) {
      return LoadKey.offset(of) - LoadKey.offset(key);
    }

    /** Returns the size of the value with one more row. */
    private int sizeWith(int bytes) {
      return length + bytes + (rows + 2) * Integer.BYTES;
    }

    int memory() {
      return tuples.length + distances.length * Integer.BYTES;
    }

    void add(BytesWritable of, byte[] tuple, int from, int to) {
      if (rows == 0) {
        key.set(of);
      }
      int size = sizeWith(to - from);
      if (size > tuples.length) {
        tuples = Arrays.copyOf(tuples, Math.max(size, 2 * tuples.length));
      }
      if (rows == distances.length) {
        distances = Arrays.copyOf(distances, 2 * rows);
      }
      distances[rows++] = (int) distance(of);
      System.arraycopy(tuple, from, tuples, length, to - from);
      length += to - from;
    }

    BytesWritable value() {
      int at = length;
      for (int i = 0; i < rows; i++, at += Integer.BYTES) {
        LoadKey.putInt(tuples, at, distances[i]);
      }
      LoadKey.putInt(tuples, at, rows);
      return new BytesWritable(tuples, at + Integer.BYTES);
    }
  }
}
