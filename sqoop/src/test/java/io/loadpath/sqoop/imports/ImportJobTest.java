package io.loadpath.sqoop.imports;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudera.sqoop.SqoopOptions;
import com.cloudera.sqoop.manager.ImportJobContext;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.Test;

@SuppressWarnings("deprecation") // Sqoop declares its methods with its classes' former names
class ImportJobTest {
  private static boolean speculates(Configuration conf) throws IOException {
    Job job = Job.getInstance(conf);
    ImportJobContext context = new ImportJobContext("t", null, new SqoopOptions(conf), null);
    new ImportJob(context, null, false).configureMapper(job, "t", null);
    return job.getConfiguration().getBoolean(MRJobConfig.MAP_SPECULATIVE, true);
  }

  @Test
  void noMapIsReadTwiceUnlessTheUserAsksForSpeculation() throws Exception {
    Configuration asked = new Configuration();
    asked.set(MRJobConfig.MAP_SPECULATIVE, "true");

    assertThat(speculates(new Configuration())).isFalse();
    assertThat(speculates(asked)).isTrue();
  }
}
