package io.loadpath.mapreduce.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputPlaceTest {
  @ParameterizedTest
  @CsvSource({
    "/in.tbl, 0, 'line 4, byte 390'",
    "/in.gz, 0, 'line 4, byte 390 of the uncompressed text'",
    "/in.tbl, 100, byte 390",
    "/in.bz2, 100, line 4 after compressed byte 100"
  })
  void describesARowAsExactlyAsTheSplitAllows(String file, long splitStart, String place) {
    FileSplit split = new FileSplit(new Path(file), splitStart, 1000, null);
    assertThat(InputPlace.of(split, new Configuration()).describe(390, 4))
        .isEqualTo("file " + file + ", " + place);
  }
}
