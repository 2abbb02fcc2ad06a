package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A table is imported from PostgreSQL as files of one kind on the bundled cluster, and exported
 * back.
 */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
class SqoopFilesOnCluster {
  private static final String CONNECTOR =
      "-Dsqoop.connection.factories=io.loadpath.sqoop.PostgresManagerFactory,"
          + "org.apache.sqoop.manager.DefaultManagerFactory";

  /** Kite needs Avro 1.8, and Hadoop has a later one. */
  private static final List<String> OWN_JARS_FIRST =
      List.of(
          "-Dmapreduce.job.user.classpath.first=true",
          "-Dmapred.child.java.opts=-Xmx384m -cp $CLASSPATH",
          "-Dyarn.app.mapreduce.am.command-opts=-Xmx384m -cp $CLASSPATH");

  private static final String DIGEST =
      "SELECT count(*), md5(string_agg(t::text, ' ' ORDER BY id)) FROM %s t";

  private static ConnectionInfo connection;

  @BeforeAll
  static void makeTable() {
    connection = SharedCluster.postgres();
    SharedCluster.sql(
        """
        CREATE TABLE kinds AS SELECT n AS id, CASE WHEN n % 3 > 0 THEN 'näme 😀 ' || n END AS name,
          n * 1.25 AS amount, n / 7.0::float8 AS share, n % 2 = 0 AS even,
          timestamp '2024-02-29 23:59:59' + n * interval '1 day' AS bought FROM generate_series(1, 1000) n""");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc, --as-avrodatafile, .avro",
    "connector, --as-parquetfile, .parquet",
    "connector, --compression-codec=zstd, .zst"
  })
  void aTableIsTheSameAfterAnImportAndAnExport(String by, String kind, String extension)
      throws Exception {
    String table = extension.substring(1) + "_back";
    String folder = SharedCluster.hdfs().home() + "/" + table;
    SharedCluster.sql("CREATE TABLE %s (LIKE kinds)".formatted(table));
    boolean direct = by.equals("connector");
    boolean text = extension.equals(".zst");

    Outcome imported =
        sqoop("import", direct, text, "kinds", kind, "--target-dir", folder, "--split-by", "id");
    Outcome exported =
        sqoop("export", text, text, table, "--export-dir", text ? folder + "/part-*" : folder);

    for (Outcome outcome : List.of(imported, exported)) {
      assertThat(outcome.err()).contains("running in uber mode : " + text);
    }

    assertThat(SharedCluster.hdfs().names(folder))
        .filteredOn(name -> name.endsWith(extension))
        .hasSize(2);
    assertThat(SharedCluster.sql(DIGEST.formatted(table)))
        .startsWith("1000|")
        .isEqualTo(SharedCluster.sql(DIGEST.formatted("kinds")));
  }

  /**
   * @param uber runs the mappers in the application master
   */
  private static Outcome sqoop(
      String tool, boolean direct, boolean uber, String table, String... arguments)
      throws IOException {
    List<String> all = new ArrayList<>(List.of(tool, "-Dmapreduce.job.ubertask.enable=" + uber));
    if (table.startsWith("parquet") || List.of(arguments).contains("--as-parquetfile")) {
      all.addAll(OWN_JARS_FIRST);
    }
    if (direct) {
      all.addAll(List.of(CONNECTOR, "--direct"));
    }
    all.addAll(List.of("--connect", connection.jdbcUrl(), "--username", connection.user()));
    all.addAll(List.of("--password-file", "file://" + connection.passwordFile()));
    all.addAll(List.of("--table", table, "-m", "2"));
    all.addAll(List.of(arguments));
    Path folder = SharedCluster.newFolder();
    Program client = SharedCluster.client(folder, "engines/bin/sqoop", all.toArray(String[]::new));
    return client.run().ok();
  }
}
