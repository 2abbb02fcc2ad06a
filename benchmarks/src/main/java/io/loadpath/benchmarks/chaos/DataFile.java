package io.loadpath.benchmarks.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.Zstd;
import io.loadpath.engines.service.Owner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/**
 * A text file of random rows, with '|' between the fields, and empty fields for NULL. Special
 * characters are behind backslashes, or fields that hold them are in quotes.
 *
 * @param firstKey the key of the first row; the others follow
 * @param seed the seed of the rows' values
 * @param cut how the file is cut
 * @param cutAt the share of the file's bytes, or of its blocks, that stays
 * @param malformed the number of malformed rows between the others
 */
record DataFile(
    String name,
    Codec codec,
    int firstKey,
    int rows,
    long seed,
    Cut cut,
    double cutAt,
    int malformed) {
  private static final long BZIP2_BLOCK_MARK = 0x314159265359L;
  private static final int MARK_BITS = 48;

  /** The ways to cut a file. */
  enum Cut {
    NONE,
    ANYWHERE,
    BETWEEN_BLOCKS
  }

  /** The formats of files, which the connector reads. */
  enum Codec {
    NONE(""),
    GZIP(".gz"),
    BZIP2(".bz2"),
    ZSTD(".zst"),
    DEFLATE(".deflate");

    final String suffix;

    Codec(String suffix) {
      this.suffix = suffix;
    }

    byte[] compress(byte[] text) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      OutputStream out =
          switch (this) {
            case NONE -> bytes;
            case GZIP -> new GZIPOutputStream(bytes);
            case BZIP2 -> new BZip2CompressorOutputStream(bytes, 1);
            case DEFLATE -> new DeflaterOutputStream(bytes);
            case ZSTD -> {
              bytes.writeBytes(Zstd.compress(text));
              yield OutputStream.nullOutputStream();
            }
          };
      try (out) {
        out.write(text);
      }
      return bytes.toByteArray();
    }
  }

  /** Returns a whole file without compression. */
  static DataFile plain(String name, int firstKey, int rows, long seed) {
    return new DataFile(name, Codec.NONE, firstKey, rows, seed, Cut.NONE, 0, 0);
  }

  /** Returns the texts of the rows' fields; null for NULL. */
  List<List<String>> values(TableSpec table) {
    Random random = new Random(seed);
    List<List<String>> values = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      List<String> row = new ArrayList<>(List.of(Integer.toString(firstKey + i)));
      table.types().forEach(type -> row.add(type.draw(random)));
      values.add(row);
    }
    return values;
  }

  /** Returns the first fields of the malformed rows. */
  List<String> malformedKeys() {
    return IntStream.range(0, malformed).mapToObj(i -> "bad " + (firstKey + i)).toList();
  }

  static byte[] text(List<List<String>> rows) {
    return bytes(rows.stream().map(row -> line(row, false)).toList());
  }

  private static byte[] bytes(List<String> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line).append('\n'));
    return text.toString().getBytes(UTF_8);
  }

  private static String line(List<String> row, boolean quoted) {
    return row.stream()
        .map(
            field ->
                field == null
                    ? ""
                    : !quoted
                        ? field.replace("\\", "\\\\").replace("|", "\\|")
                        : field.contains("|") || field.contains("\"")
                            ? '"' + field.replace("\"", "\"\"") + '"'
                            : field)
        .collect(Collectors.joining("|"));
  }

  /**
   * Writes the file, readable for all.
   *
   * @param quoted whether special characters are in quotes
   */
  void write(Path folder, TableSpec table, boolean quoted) throws IOException {
    List<String> lines = new ArrayList<>();
    values(table).forEach(row -> lines.add(line(row, quoted)));
    Random random = new Random(seed);
    malformedKeys().forEach(key -> lines.add(random.nextInt(lines.size() + 1), key + "|x"));
    byte[] whole = codec.compress(bytes(lines));
    Path file = folder.resolve(name + codec.suffix);
    Files.write(file, Arrays.copyOf(whole, length(whole)));
    Owner.mode(file, "rw-r--r--");
  }

  /** Returns the length of the file after the cut. */
  int length(byte[] whole) {
    List<Integer> blocks = cut == Cut.BETWEEN_BLOCKS ? bzip2Blocks(whole) : List.of();
    return cut == Cut.NONE
        ? whole.length
        : blocks.isEmpty()
            ? (int) (cutAt * whole.length)
            : blocks.get((int) (cutAt * blocks.size()));
  }

  /** Returns the ends of the blocks of a bzip2 file, except the last one. */
  static List<Integer> bzip2Blocks(byte[] file) {
    List<Integer> begins = new ArrayList<>();
    long last = 0;
    for (long bit = 0; bit < 8L * file.length; bit++) {
      int b = file[(int) (bit / 8)] >> (7 - bit % 8) & 1;
      last = (last << 1 | b) & ((1L << MARK_BITS) - 1);
      if (last == BZIP2_BLOCK_MARK) {
        begins.add((int) ((bit - MARK_BITS + 1 + 7) / 8));
      }
    }
    return begins.isEmpty() ? begins : begins.subList(1, begins.size());
  }
}
