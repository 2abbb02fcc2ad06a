package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What engines/bin/sqoop leaves out, so that a small job of the connector starts sooner. */
@ExtendWith(SharedServer.class)
class SqoopStartIT {
  private static final Pattern LEVEL = Pattern.compile("TieredStopAtLevel += (\\d)");
  private static final int FIRST_COMPILER = 1;
  private static final int BOTH_COMPILERS = 4;

  private Path folder;

  @BeforeEach
  void newFolder() throws Exception {
    folder = Database.server().newFolder();
  }

  @Test
  void aSmallExportHasOnlyTheFirstCompiler() throws Exception {
    Path files = Files.createDirectory(folder.resolve("two words"));
    Files.writeString(files.resolve("part-0"), "1\n");
    Files.writeString(files.resolve("part-1"), "2\n");

    assertThat(levelOfExport(Map.of(), files.toString())).isEqualTo(FIRST_COMPILER);
    assertThat(levelOfExport(Map.of(), "file://" + files + "/part-*")).isEqualTo(FIRST_COMPILER);
    assertThat(levelOfExport(Map.of(), "two words/part-1")).isEqualTo(FIRST_COMPILER);
  }

  @Test
  void anExportThatMayTakeLongHasBoth() throws Exception {
    Path large = Files.createDirectory(folder.resolve("large"));
    for (int part = 0; part < 2; part++) {
      try (RandomAccessFile file =
          new RandomAccessFile(large.resolve("part-" + part).toFile(), "rw")) {
        file.setLength(50_000_001);
      }
    }
    Path compressed = Files.createDirectory(folder.resolve("compressed"));
    Files.writeString(compressed.resolve("part-0.bz2"), "1\n");

    assertThat(levelOfExport(Map.of(), large + "/part-0")).isEqualTo(FIRST_COMPILER);
    assertThat(levelOfExport(Map.of(), large.toString())).isEqualTo(BOTH_COMPILERS);
    assertThat(levelOfExport(Map.of(), compressed.toString())).isEqualTo(BOTH_COMPILERS);
    assertThat(levelOfExport(Map.of(), folder + "/nosuch")).isEqualTo(BOTH_COMPILERS);
    assertThat(levelOfExport(Map.of(), "")).isEqualTo(BOTH_COMPILERS);
  }

  @Test
  void theClientOfAClusterHasOnlyTheFirst() throws Exception {
    Path conf = Files.createDirectory(folder.resolve("conf"));
    Map<String, String> ofCluster = Map.of("HADOOP_CONF_DIR", conf.toString());
    assertThat(levelOfExport(ofCluster, folder.toString())).isEqualTo(BOTH_COMPILERS);

    Files.writeString(
        conf.resolve("mapred-site.xml"),
        """
        <configuration>
          <property>
            <name>mapreduce.framework.name</name>
            <value>yarn</value>
          </property>
        </configuration>
        """);
    assertThat(levelOfExport(ofCluster, folder.toString())).isEqualTo(FIRST_COMPILER);
  }

  @Test
  void aJobInItsJvmStartsNoMetricsSystem() throws Exception {
    Database.server().sql("CREATE TABLE start_it AS SELECT 1 AS a");
    Path log = folder.resolve("classes.log");

    sqoop(
            Map.of("HADOOP_OPTS", "-Xlog:class+load:file=" + log),
            "import",
            "--table",
            "start_it",
            "--target-dir",
            "out")
        .run()
        .ok();

    Database.server().sql("DROP TABLE start_it");
    assertThat(folder.resolve("out/part-m-00000")).hasContent("1");
    assertThat(Files.readString(log))
        .contains("org.apache.hadoop.mapred.LocalJobRunner ")
        .doesNotContain("com.sun.jmx.mbeanserver.JmxMBeanServer ");
  }

  /** Returns the JVM's limit on its compilers. The export fails, because its table is missing. */
  private int levelOfExport(Map<String, String> environment, String files) throws IOException {
    String out =
        sqoop(environment, "export", "--table", "nosuch", "--export-dir", files)
            .set(Map.of("HADOOP_OPTS", "-XX:+PrintFlagsFinal"))
            .run()
            .out();
    Matcher level = LEVEL.matcher(out);
    assertThat(level.find()).as(out).isTrue();
    return Integer.parseInt(level.group(1));
  }

  private Program sqoop(Map<String, String> environment, String tool, String... arguments) {
    return Program.in(
            folder,
            "engines/bin/sqoop",
            ImportFixture.join(
                ImportFixture.join(
                    new String[] {
                      tool,
                      "-Dsqoop.connection.factories=io.loadpath.sqoop.PostgresManagerFactory,org.apache.sqoop.manager.DefaultManagerFactory",
                      "--direct"
                    },
                    arguments),
                Database.arguments().toArray(String[]::new)))
        .set(Database.environment())
        .set(environment);
  }
}
