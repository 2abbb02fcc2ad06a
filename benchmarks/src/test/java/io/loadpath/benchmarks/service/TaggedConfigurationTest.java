package io.loadpath.benchmarks.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaggedConfigurationTest {
  @TempDir private Path folder;

  @Test
  void linksToTheClustersOwnFilesAndTagsItsJobs() throws IOException {
    Path own = Files.createDirectory(folder.resolve("R&D"));
    Files.writeString(own.resolve("core-site.xml"), "<configuration/>");
    Path secret = Files.writeString(own.resolve("ssl-client.xml"), "secret");
    Path folderOfRun = folder.resolve("run/conf-cluster");
    TaggedConfiguration tagged = new TaggedConfiguration(own, folderOfRun, "loadpath-2");

    new TaggedConfiguration(own, folderOfRun, "loadpath-1").make();
    tagged.make();

    assertThat(tagged.folder().resolve("ssl-client.xml"))
        .isSymbolicLink()
        .hasSameBinaryContentAs(secret);
    assertThat(tagged.folder().resolve("core-site.xml"))
        .isRegularFile()
        .content()
        .contains("href=\"" + folder + "/R&amp;D/core-site.xml\"")
        .containsSubsequence("mapreduce.job.tags", "loadpath-2", "<final>true</final>")
        .containsSubsequence("tez.application.tags", "loadpath-2", "<final>true</final>")
        .doesNotContain("loadpath-1");

    tagged.set(Map.of("mapreduce.map.speculative", "true"));
    assertThat(tagged.folder().resolve("core-site.xml"))
        .content()
        .containsSubsequence("mapreduce.job.tags", "loadpath-2", "<final>true</final>")
        .containsSubsequence("mapreduce.map.speculative", "true", "<final>true</final>");
    tagged.set(Map.of());
    assertThat(tagged.folder().resolve("core-site.xml")).content().doesNotContain("speculative");

    tagged.delete();
    assertThat(tagged.folder()).doesNotExist();
    assertThat(secret).hasContent("secret");
  }

  @Test
  void aTagIsNoLongerThanYarnTakes() {
    assertThat(TaggedConfiguration.tag("loadpath-" + "x".repeat(200))).hasSize(100);
    assertThat(TaggedConfiguration.tag("loadpath-1")).isEqualTo("loadpath-1");
  }
}
