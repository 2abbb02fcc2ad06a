package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.benchmarks.record.MapLocality;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs of a gigabyte on two workers. */
class ClusterLinksTest {
  private static final long SHUFFLED = 1_200_000_000;
  private static final MapLocality LOCALITY = new MapLocality(4, 3);

  private static SweepRecord links() {
    return new SweepRecord().link("100Mbit", 10, null).link("1GbE", 100, null);
  }

  private static SweepRecord over(SweepRecord record, String net, double seconds) {
    return record.load("loader files=2 net=" + net, "none", seconds, 20, 0, 0);
  }

  private static List<ClusterLinks> of(SweepRecord record) {
    return ClusterLinks.of(Figures.of(record.build()));
  }

  @Test
  void aForecastAddsTheNetworkOfTheSlowerLink() throws IOException {
    SweepRecord record = over(links(), "100Mbit", 160).onCluster(SHUFFLED, LOCALITY);
    over(record, "1GbE", 20).onCluster(SHUFFLED, LOCALITY);

    List<ClusterLinks.Row> rows = of(record).get(0).rows();

    assertThat(rows).extracting(ClusterLinks.Row::net).containsExactly("1GbE", "100Mbit");
    assertThat(rows.get(0).forecast()).isEmpty();
    // 600 MB of the shuffle and 250 MB of a file for two workers, and 1000 MB of rows
    assertThat(rows.get(0).termSeconds()).isCloseTo(14.25, within(0.01));
    assertThat(rows.get(1).termSeconds()).isCloseTo(142.5, within(0.1));
    assertThat(rows.get(1).forecast().orElseThrow()).isCloseTo(20 + 142.5 - 14.25, within(0.5));
    assertThat(rows.get(1).forecastOff().orElseThrow()).isCloseTo(-7.3, within(0.5));
    assertThat(Golden.section(ReportRecords.html(record.build()), "cluster-links-title"))
        .contains("shuffles 1.20 GB, and sends 850 MB between workers and 1.00 GB to the database")
        .contains("3 of 4 maps ran where their files are");
  }

  @Test
  void aJobOverOneLinkOrWithoutCountsHasNoForecast() throws IOException {
    SweepRecord one = over(links(), "1GbE", 20).onCluster(SHUFFLED, LOCALITY);
    assertThat(of(one)).isEmpty();
    assertThat(ReportRecords.html(one.build())).doesNotContain("cluster-links");
    SweepRecord local = over(over(links(), "1GbE", 20), "100Mbit", 160);
    assertThat(of(local)).isEmpty();
  }
}
