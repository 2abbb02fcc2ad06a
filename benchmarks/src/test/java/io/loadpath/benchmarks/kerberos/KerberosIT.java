package io.loadpath.benchmarks.kerberos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.Progress;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Clients of a cluster that is secured by a real KDC: their work with a ticket, and their messages
 * without one.
 */
@Tag("cluster")
@Timeout(900)
class KerberosIT {
  private static final String USER = SecuredCluster.USER;

  private static SecuredCluster cluster;
  private static Path tickets;
  private static Path lineitem;
  private static String home;

  @BeforeAll
  static void start() throws Exception {
    assumeThat(System.getProperty("os.arch"))
        .as("the native library of Hadoop is for this processor")
        .isEqualTo("amd64");
    cluster = new SecuredCluster();
    cluster.start();
    cluster.makeUser(USER);
    tickets = cluster.kinit(USER);
    lineitem = cluster.newFolder().resolve("lineitem");
    Dataset.lineitem(new BigDecimal("0.01"), 2, Codec.NONE).prepare(lineitem, Progress.silent());
    home = cluster.fileSystem() + "/user/" + USER;
  }

  @AfterAll
  static void stop() throws IOException {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static Program stage(Path ticketCache, String uri) {
    return cluster.client(ticketCache, "engines/hadoop/stage", lineitem.toString(), uri);
  }

  private static void refused(Outcome outcome, String... words) {
    assertThat(outcome.exitCode()).as(outcome.all()).isEqualTo(1);
    assertThat(outcome.err()).contains(words).doesNotContain("\tat ");
  }

  @Test
  void withoutATicketEveryClientIsRefusedAndOursSayWhatToDo() throws Exception {
    Path none = cluster.noTickets();
    String message = "no valid Kerberos ticket in KRB5CCNAME=FILE:" + none + ": run 'kinit'";
    Path conf = cluster.conf();

    Outcome plain = cluster.client(none, "engines/bin/hadoop", "fs", "-ls", "/").run();
    assertThat(plain.exitCode()).isNotZero();
    assertThat(plain.err()).contains("Client cannot authenticate via:[TOKEN, KERBEROS]");

    refused(stage(none, home + "/refused").run(), "stage: ", message);
    refused(
        cluster
            .client(none, "bin/loadpath", "run", "q1", "--only", "mapreduce-q1")
            .with("--scale", "0.01", "--on", conf.toString())
            .run(),
        "the cluster of " + conf + " cannot be used: " + message);
  }

  @Test
  void anExpiredTicketIsAsNone() throws Exception {
    Path expired = cluster.kinitOfYesterday(USER);

    refused(stage(expired, home + "/refused").run(), "no valid Kerberos ticket in", "run 'kinit'");
  }

  @Test
  void aConfigurationThatSaysNothingOfKerberosIsNamed() throws Exception {
    refused(
        stage(tickets, home + "/refused")
            .set("HADOOP_CONF_DIR", cluster.confWithoutSecurity())
            .run(),
        "the cluster requires Kerberos, but HADOOP_CONF_DIR does not",
        "'kinit'");
  }

  @Test
  void aTicketGivesNoRightsToAnothersFolder() throws Exception {
    cluster.makeUser("guest");

    refused(
        stage(cluster.kinit("guest"), home + "/refused").run(), "no right to write", "user=guest");
  }

  @Test
  void aKeytabServesInPlaceOfATicketCache() throws Exception {
    Path keytab = cluster.makeUser("service");
    Program list =
        cluster
            .client(cluster.noTickets(), "engines/bin/hadoop", "fs", "-ls", "-d", "/user")
            .set("KRB5PRINCIPAL", cluster.principalOf("service"))
            .set("KRB5KEYTAB", keytab);

    assertThat(list.run().ok().out()).contains("/user");
  }

  @Test
  void theHarnessProvesQ1AndSqoopBothWays() throws Exception {
    proves(
        "mapreduce-q1",
        "sqoop-jdbc-unload-postgres",
        "sqoop-jdbc-load-postgres",
        "sqoop-direct-load-postgres");
  }

  @Test
  void theHarnessProvesHiveOnBothEngines() throws Exception {
    proves("hive-q1 engine=mr", "hive-q1 engine=tez");
  }

  private static void proves(String... variants) throws IOException {
    Path results = cluster.newFolder();
    Program run =
        cluster
            .client(tickets, "bin/loadpath", "run", "local-vs-cluster", "--rounds", "1")
            .with("--scale", "0.01", "--rows", "2000", "--out", results.toString())
            .with("--on", cluster.conf().toString());
    for (String variant : variants) {
      run.with("--only", variant);
    }
    run.run().ok();

    RunRecord record = TestRecords.newest(results);
    assertThat(record.variants()).hasSize(variants.length);
    assertThat(record.samples())
        .allMatch(Sample::verified)
        .extracting(Sample::variant)
        .containsAll(record.variants().stream().map(VariantInfo::id).toList());
  }
}
