package io.loadpath.mapreduce;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Says where in the input a row is, as exactly as the split allows. Lines count from 1. */
record InputPlace(String file, long splitStart, boolean compressed) {

  static InputPlace of(FileSplit split, Configuration conf) {
    boolean compressed = new CompressionCodecFactory(conf).getCodec(split.getPath()) != null;
    return new InputPlace(split.getPath().toString(), split.getStart(), compressed);
  }

  /**
   * @param offset what LineRecordReader gives as key: the row's byte in the text, except in a later
   *     split of a compressed file, where it means nothing
   * @param rowInSplit number of the row in its split, from 1
   */
  String describe(long offset, long rowInSplit) {
    if (splitStart == 0) {
      String unit = compressed ? "byte %d of the uncompressed text" : "byte %d";
      return "file %s, line %d, %s".formatted(file, rowInSplit, unit.formatted(offset));
    }
    if (compressed) {
      return "file %s, line %d after compressed byte %d".formatted(file, rowInSplit, splitStart);
    }
    return "file %s, byte %d".formatted(file, offset);
  }
}
