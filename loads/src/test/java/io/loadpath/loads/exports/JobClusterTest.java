package io.loadpath.loads.exports;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class JobClusterTest {
  private static Configuration conf(String... settings) {
    Configuration conf = new Configuration(false);
    conf.set("mapreduce.framework.name", "yarn");
    for (int i = 0; i < settings.length; i += 2) {
      conf.set(settings[i], settings[i + 1]);
    }
    return conf;
  }

  @Test
  void namesAClusterByItsManagersAddressOrWithSeveralManagersByItsOwnName() {
    String address = "yarn.resourcemanager.address";
    assertThat(new JobCluster(conf(address, "a:1")).name()).isEqualTo("a:1");
    assertThat(
            new JobCluster(
                    conf(
                        address,
                        "0.0.0.0:8032",
                        "yarn.resourcemanager.ha.enabled",
                        "true",
                        "yarn.resourcemanager.cluster-id",
                        "east"))
                .name())
        .isEqualTo("east");
    assertThat(new JobCluster(conf("mapreduce.framework.name", "local")).name()).isEqualTo("local");
  }
}
