package io.loadpath.benchmarks.locations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopConfTest {
  @TempDir private Path folder;

  private void write(String file, String... settings) throws IOException {
    StringBuilder text =
        new StringBuilder("<configuration xmlns:xi=\"http://www.w3.org/2001/XInclude\">");
    for (int i = 0; i < settings.length; i += 2) {
      text.append(
          "<property><name> %s</name><value>%s\n</value></property>"
              .formatted(settings[i], settings[i + 1]));
    }
    Files.writeString(folder.resolve(file), text + "</configuration>");
  }

  @Test
  void findsTheWebServerOfTheNameNode() throws IOException {
    write("core-site.xml", "fs.defaultFS", "hdfs://nn.example:8020");
    HadoopConf conf = new HadoopConf(folder);
    assertThat(conf.nameNodes("")).containsExactly("nn.example:9870");
    assertThat(conf.nameNodes("other.example:8020")).containsExactly("other.example:9870");
    assertThat(conf.kerberos()).isFalse();

    write("hdfs-site.xml", "dfs.namenode.http-address", "0.0.0.0:50070");
    conf = new HadoopConf(folder);
    assertThat(conf.nameNodes("")).containsExactly("nn.example:50070");
    assertThat(conf.nameNodes("nn.example:8020")).containsExactly("nn.example:50070");
    assertThat(conf.nameNodes("other.example:8020")).containsExactly("other.example:9870");

    write("hdfs-site.xml", "dfs.http.policy", "HTTPS_ONLY");
    conf = new HadoopConf(folder);
    assertThat(conf.https()).isTrue();
    assertThat(conf.nameNodes("")).containsExactly("nn.example:9871");
  }

  @Test
  void findsBothNameNodesOfAPair() throws IOException {
    write(
        "core-site.xml",
        "fs.defaultFS",
        "hdfs://shop",
        "hadoop.security.authentication",
        "kerberos");
    write(
        "hdfs-site.xml",
        "dfs.ha.namenodes.shop",
        "nn1 , nn2",
        "dfs.namenode.http-address.shop.nn1",
        "a.example:9870",
        "dfs.namenode.http-address.shop.nn2",
        "b.example:9870");

    HadoopConf conf = new HadoopConf(folder);

    assertThat(conf.nameNodes("")).containsExactly("a.example:9870", "b.example:9870");
    assertThat(conf.nameNodes("shop")).containsExactly("a.example:9870", "b.example:9870");
    assertThat(conf.kerberos()).isTrue();
  }

  @Test
  void readsAnIncludedFileAsHadoopDoes() throws IOException {
    write("original.xml", "fs.defaultFS", "hdfs://nn.example:8020");
    Files.writeString(
        folder.resolve("core-site.xml"),
        "<configuration xmlns:xi=\"http://www.w3.org/2001/XInclude\"><xi:include href=\"%s\"/></configuration>"
            .formatted(folder.resolve("original.xml")));

    assertThat(new HadoopConf(folder).nameNodes("")).containsExactly("nn.example:9870");
  }

  @Test
  void saysWhatIsMissing() throws IOException {
    assertThatThrownBy(() -> new HadoopConf(null).nameNodes(""))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("no NameNode is known: set HADOOP_CONF_DIR");
    assertThat(new HadoopConf(null).nameNodes("nn:8020")).containsExactly("nn:9870");
    write("core-site.xml", "fs.defaultFS", "file:///");
    assertThatThrownBy(() -> new HadoopConf(folder).nameNodes(""))
        .isInstanceOf(UsageException.class);
    Files.writeString(folder.resolve("core-site.xml"), "<configuration>");
    assertThatThrownBy(() -> new HadoopConf(folder))
        .isInstanceOf(LoadpathException.class)
        .hasMessageStartingWith("cannot read " + folder.resolve("core-site.xml"));
  }
}
