package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.cloudera.sqoop.SqoopOptions;
import com.cloudera.sqoop.metastore.JobData;
import org.apache.hadoop.conf.Configuration;
import org.apache.sqoop.tool.ExportTool;
import org.apache.sqoop.tool.ImportTool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyCheckTest {
  @ParameterizedTest
  @CsvSource({
    "oraoop.nologging, oraoop.no.logging",
    "oraoop.chunk.methd, oraoop.chunk.method",
    "sqoop.export.statement.per.transaction, sqoop.export.statements.per.transaction",
    "loadpath.session.statement, loadpath.session.statements",
    "loadpath.import.plan, loadpath.export.id",
  })
  void namesTheNearestKey(String unknown, String nearest) {
    assertThatThrownBy(() -> KeyCheck.check(given(unknown)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("unknown key " + unknown + ": did you mean ")
        .hasMessageContaining(nearest.startsWith("loadpath.export") ? "loadpath." : nearest + "?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "oraoop.no.logging",
        "oraoop.oracle.append.values.hint.usage",
        "sqoop.connection.factories",
        "sqoop.export.records.per.statement",
        "sqoop.metastore.client.record.password",
        "loadpath.session.statements",
        "mapreduce.unknown.key",
      })
  void takesKnownAndForeignKeys(String key) {
    assertThatCode(() -> KeyCheck.check(given(key))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "loadpath.export.partition.column, export into a separate table",
    "loadpath.export.defer.indexes, drop the indexes before the export",
    "loadpath.export.unlogged, leave it out",
    "loadpath.export.changed.only, give the table a trigger",
  })
  void saysWhatToDoInsteadOfAKeyThatIsGone(String gone, String instead) {
    assertThatThrownBy(() -> KeyCheck.check(given(gone)))
        .hasMessageStartingWith(gone + " is gone: " + instead);
  }

  @ParameterizedTest
  @CsvSource({
    "loadpath.export.reject.limit, loadpath.export.reject-limit",
    "loadpath.export.hex.bytes, loadpath.export.hex-bytes",
    "loadpath.export.recover.only, loadpath.export.recover-only",
  })
  void anOldKeyAnswersWithTodays(String old, String today) {
    assertThatThrownBy(() -> KeyCheck.check(given(old)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(old + " is called " + today + " now");
    assertThatCode(() -> KeyCheck.check(given(today))).doesNotThrowAnyException();
  }

  @Test
  void namesAllUnknownKeysAtOnce() {
    Configuration conf = given("oraoop.a");
    conf.set("loadpath.b", "1", "from command line");

    assertThatThrownBy(() -> KeyCheck.check(conf))
        .hasMessageContaining("unknown key oraoop.a")
        .hasMessageContaining("unknown key loadpath.b");
  }

  @Test
  void anUnknownKeyOfAConfigurationFileIsNoError() {
    Configuration conf = new Configuration(false);
    conf.set("sqoop.of.a.vendor", "1", "sqoop-site.xml");

    assertThatCode(() -> KeyCheck.check(conf)).doesNotThrowAnyException();
  }

  @Test
  void allOptionsOfOraOopAreKnown() throws Exception {
    assertThat(KeyCheck.known())
        .hasSizeGreaterThan(100)
        .contains("oraoop.disabled")
        .doesNotContain("oraoop.nologging");
  }

  /** Only the connector knows the key; Sqoop's own exports would take the line for a row. */
  @Test
  @SuppressWarnings("deprecation") // Sqoop declares its methods with its classes' former names
  void headerLinesAreRefusedWhereTheConnectorDoesNotExport() {
    Configuration conf = given("loadpath.export.skip.header.lines");
    SqoopOptions options = new SqoopOptions(conf);
    options.setConnectString("jdbc:postgresql://127.0.0.1/none");
    JobData export = new JobData(options, new ExportTool());
    String refused = "only Loadpath's connector for PostgreSQL skips header lines";

    assertThatThrownBy(() -> new KeyCheck().accept(export)).hasMessageContaining(refused);
    assertThatThrownBy(() -> new PostgresManagerFactory().accept(export))
        .hasMessageContaining(refused);
    assertThat(new KeyCheck().accept(new JobData(options, new ImportTool()))).isNull();

    options.setDirectMode(true);
    assertThatThrownBy(() -> new KeyCheck().accept(export)).hasMessageContaining(refused);
    assertThat(new PostgresManagerFactory().accept(export)).isInstanceOf(PostgresConnector.class);
    conf.set("sqoop.connection.factories", PostgresManagerFactory.class.getName());
    assertThat(new KeyCheck().accept(export)).isNull();
  }

  private static Configuration given(String key) {
    Configuration conf = new Configuration(false);
    conf.set(key, "1", "from command line");
    return conf;
  }
}
