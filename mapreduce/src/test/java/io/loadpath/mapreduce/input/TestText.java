package io.loadpath.mapreduce.input;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/** Text files for tests. */
public final class TestText {
  private TestText() {}

  /** Writes the text and makes its folder; the file name's suffix picks the codec. */
  public static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    var hadoopPath = new org.apache.hadoop.fs.Path(file.toUri());
    var codec = new CompressionCodecFactory(new Configuration()).getCodec(hadoopPath);
    try (OutputStream raw = Files.newOutputStream(file);
        OutputStream out = codec == null ? raw : codec.createOutputStream(raw)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
