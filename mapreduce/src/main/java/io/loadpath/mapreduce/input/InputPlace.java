package io.loadpath.mapreduce.input;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Describes a row's place in the input as exactly as the split allows. Lines count from 1. */
public record InputPlace(String file, long splitStart, boolean compressed) {

  public static InputPlace of(FileSplit split, Configuration conf) {
    boolean compressed = new CompressionCodecFactory(conf).getCodec(split.getPath()) != null;
    return new InputPlace(split.getPath().toString(), split.getStart(), compressed);
  }

  /**
   * @param offset the reader's key: the row's byte in the text; meaningless in a later split of a
   *     compressed file
   * @param rowInSplit number of the row in its split, from 1
   */
  public String describe(long offset, long rowInSplit) {
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
