package io.loadpath.loads.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.junit.jupiter.api.Test;

class CompressedTextTest {
  @Test
  void closedTwiceItReturnsItsDecompressorOnce() throws IOException {
    DefaultCodec codec = new DefaultCodec();
    codec.setConf(new Configuration());
    InputStream text = CompressedText.of(codec, InputStream.nullInputStream());
    text.close();
    Decompressor next = CodecPool.getDecompressor(codec); // the same one
    int leased = CodecPool.getLeasedDecompressorsCount(codec);

    text.close();

    assertThat(CodecPool.getLeasedDecompressorsCount(codec)).isEqualTo(leased);
    CodecPool.returnDecompressor(next);
  }
}
