package io.loadpath.mapreduce.offline;

import java.io.IOException;

/**
 * A file of a partition.
 *
 * @param partition its number
 * @param name in the output folder
 * @param bytes of the file
 * @param sha256 of the file, in hexadecimal digits
 */
record PartFile(int partition, String name, long rows, long bytes, String sha256) {
  private static final int FIELDS = 5;

  String line() {
    return "%d %d %d %s %s\n".formatted(partition, rows, bytes, sha256, name);
  }

  static PartFile of(String line) throws IOException {
    String[] fields = line.split(" ", FIELDS);
    if (fields.length != FIELDS) {
      throw new IOException("not a line about a file: " + line);
    }
    return new PartFile(
        Integer.parseInt(fields[0]),
        fields[4],
        Long.parseLong(fields[1]),
        Long.parseLong(fields[2]),
        fields[3]);
  }
}
