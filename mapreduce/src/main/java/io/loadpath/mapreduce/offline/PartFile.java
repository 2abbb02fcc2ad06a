package io.loadpath.mapreduce.offline;

import java.io.IOException;

/**
 * A file of a partition.
 *
 * @param partition its number
 * @param name in the output folder
 * @param bytes of the file
 * @param sha256 of the file, in hexadecimal digits
 * @param hash sum of the rows' {@link io.loadpath.rows.RowHash}
 */
record PartFile(int partition, String name, long rows, long bytes, String sha256, long hash) {
  private static final int FIELDS = 6;

  String line() {
    return "%d %d %d %s %d %s\n".formatted(partition, rows, bytes, sha256, hash, name);
  }

  static PartFile of(String line) throws IOException {
    String[] fields = line.split(" ", FIELDS);
    if (fields.length != FIELDS) {
      throw new IOException("not a line about a file: " + line);
    }
    return new PartFile(
        Integer.parseInt(fields[0]),
        fields[5],
        Long.parseLong(fields[1]),
        Long.parseLong(fields[2]),
        fields[3],
        Long.parseLong(fields[4]));
  }
}
