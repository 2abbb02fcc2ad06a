package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.cloudera.sqoop.SqoopOptions;
import com.cloudera.sqoop.metastore.JobData;
import org.apache.hadoop.conf.Configuration;
import org.apache.sqoop.tool.ImportTool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No library for Parquet is on the classpath of this module. */
@SuppressWarnings("deprecation") // Sqoop declares its methods with its classes' former names
class ParquetCheckTest {
  private static JobData job(SqoopOptions.FileLayout layout, boolean direct) {
    SqoopOptions options = new SqoopOptions();
    options.setFileLayout(layout);
    options.setConnectString("jdbc:postgresql://127.0.0.1:1/none");
    options.setDirectMode(direct);
    return new JobData(options, new ImportTool());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void saysWhatParquetNeedsWithAndWithoutTheConnector(boolean direct) {
    JobData job = job(SqoopOptions.FileLayout.ParquetFile, direct);

    assertThatThrownBy(
            () -> {
              if (direct) {
                new PostgresManagerFactory().accept(job);
              } else {
                new KeyCheck().accept(job);
              }
            })
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--as-parquetfile needs Kite")
        .hasMessageEndingWith("or import with --as-avrodatafile");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TextFile", "AvroDataFile", "SequenceFile"})
  void takesTheOthers(String layout) {
    JobData job = job(SqoopOptions.FileLayout.valueOf(layout), false);

    assertThatCode(() -> new KeyCheck().accept(job)).doesNotThrowAnyException();
  }

  @Test
  void saysWhatAClustersTasksMayNeed() {
    Configuration conf = new Configuration();
    assertThat(ParquetCheck.advice(conf)).isEmpty();

    conf.set("mapreduce.framework.name", "yarn");
    assertThat(ParquetCheck.advice(conf))
        .hasValueSatisfying(
            advice -> assertThat(advice).endsWith("-D mapreduce.job.user.classpath.first=true"));

    conf.setBoolean("mapreduce.job.user.classpath.first", true);
    assertThat(ParquetCheck.advice(conf)).isEmpty();
  }
}
