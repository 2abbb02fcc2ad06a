package io.loadpath.mapreduce.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SortMemoryTest {
  /** The heaps hold the sort, or the shuffle with one part above its limit, and the task. */
  @ParameterizedTest
  @CsvSource({
    "128, 256, 48, 0.5",
    "60, 100, 20, 0.2",
    "1024, 1024, 100, 0.7",
    "180, 640, 100, 0.68"
  })
  void largeBuffersAreLoweredForSmallHeaps(int map, int reduce, int sort, float shuffle) {
    Configuration conf = new Configuration();
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.YARN_FRAMEWORK_NAME);
    conf.set(MRJobConfig.MAP_JAVA_OPTS, "-Xmx%dm".formatted(map));
    conf.set(MRJobConfig.REDUCE_JAVA_OPTS, "-Xmx%dm".formatted(reduce));

    SortMemory.fit(conf);

    assertThat(conf.getInt(MRJobConfig.IO_SORT_MB, 0)).isEqualTo(sort);
    assertThat(conf.getFloat(MRJobConfig.SHUFFLE_INPUT_BUFFER_PERCENT, 0)).isEqualTo(shuffle);
  }
}
