package io.loadpath.benchmarks.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.service.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A file of random rows, as text with '|' between the fields, backslashes before characters that
 * mean something, and nothing for NULL.
 *
 * @param firstKey the key of the first row; the others follow
 * @param rows number of rows
 * @param seed of their values
 * @param cut where the file ends early
 * @param cutAt the share of the file's bytes, or of its blocks, that stays
 */
record DataFile(
    String name, FileCodec codec, int firstKey, int rows, long seed, Cut cut, double cutAt) {
  /** Where a file is cut. */
  enum Cut {
    NONE,
    ANYWHERE,
    BETWEEN_BLOCKS
  }

  /** Returns the rows: texts of the fields, null for NULL. */
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

  static byte[] text(List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        String field = row.get(i) == null ? "" : row.get(i);
        text.append(i == 0 ? "" : "|").append(field.replace("\\", "\\\\").replace("|", "\\|"));
      }
      text.append('\n');
    }
    return text.toString().getBytes(UTF_8);
  }

  /** Writes the file, readable for all. */
  void write(Path folder, TableSpec table) throws IOException {
    byte[] whole = codec.compress(text(values(table)));
    Path file = folder.resolve(name + codec.suffix());
    Files.write(file, Arrays.copyOf(whole, length(whole)));
    Owner.mode(file, "rw-r--r--");
  }

  /** Returns how many bytes of the file stay. */
  int length(byte[] whole) {
    if (cut == Cut.NONE) {
      return whole.length;
    }
    List<Integer> blocks = cut == Cut.BETWEEN_BLOCKS ? FileCodec.bzip2Blocks(whole) : List.of();
    return blocks.isEmpty()
        ? (int) (cutAt * whole.length)
        : blocks.get((int) (cutAt * blocks.size()));
  }

  @Override
  public String toString() {
    return "%s%s (%d rows from key %d%s)"
        .formatted(
            name,
            codec.suffix(),
            rows,
            firstKey,
            cut == Cut.NONE ? "" : ", cut %s at %.3f".formatted(cut, cutAt));
  }
}
