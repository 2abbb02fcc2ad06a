package io.loadpath.mapreduce.input;

import io.loadpath.loads.files.Bzip2Stream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.SplitCompressionInputStream;

/** Hadoop's codec, but splits are read by {@link Bzip2Stream}. Hadoop creates it by its name. */
public final class StrictBzip2Codec extends BZip2Codec {
  /** Makes Hadoop's readers use this codec for {@code .bz2}. */
  static void use(Configuration conf) {
    String codecs = conf.get(CommonConfigurationKeys.IO_COMPRESSION_CODECS_KEY, "");
    // the last one with a suffix wins
    conf.set(
        CommonConfigurationKeys.IO_COMPRESSION_CODECS_KEY,
        codecs + "," + StrictBzip2Codec.class.getName());
  }

  @Override
  public SplitCompressionInputStream createInputStream(
      InputStream file, Decompressor decompressor, long start, long end, READ_MODE mode)
      throws IOException {
    return new Bzip2Stream((FSDataInputStream) file, start, end);
  }
}
