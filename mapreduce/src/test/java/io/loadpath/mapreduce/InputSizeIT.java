package io.loadpath.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.FakeJdk;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What engines/bin/hadoop gives query 1 by the size of its input. */
class InputSizeIT {
  private static final String FIRST_COMPILER_ONLY = "-XX:TieredStopAtLevel=1";
  private static final String VECTORS = "--add-modules=jdk.incubator.vector";

  @TempDir Path folder;

  @BeforeEach
  void makeFiles() throws IOException {
    FakeJdk.make(folder.resolve("jdk"), "21.0.1", "jdk.incubator.vector", FakeJdk.PRINTS_ARGUMENTS);
    file("small", 1000);
    file("large", 15_000_000);
    file("small.bz2", 1000);
    file("huge", 1_000_000_000);
    file("data/half", 7_000_000);
    file("data/other half", 7_000_000);
    file("more/half", 7_000_000);
  }

  private void file(String name, int bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(bytes);
    }
  }

  private Program hadoop(String... arguments) {
    return Program.in(
            folder,
            Program.ROOT.resolve("engines/bin/hadoop").toString(),
            "jar",
            "loadpath-mapreduce-1.jar")
        .with(arguments)
        .set("JAVA_HOME", folder.resolve("jdk"))
        .set("LOADPATH_STATE", folder.resolve("state"));
  }

  private String jvm(String... arguments) {
    return hadoop(arguments).run().ok().out();
  }

  @Test
  void aSmallInputIsNotForTheOptimisingCompiler() {
    assertThat(jvm("q1", "small", "answer")).contains(FIRST_COMPILER_ONLY);
    assertThat(jvm("q1-textbook", "-D", "a=b", "-Dc=d", "--debug", "small", "more", "answer"))
        .contains(FIRST_COMPILER_ONLY);
    assertThat(jvm("q1", "file://" + folder + "/mo*", "answer")).contains(FIRST_COMPILER_ONLY);
    assertThat(jvm("q1")).contains(FIRST_COMPILER_ONLY);
    assertThat(jvm("q1", "--help")).contains(FIRST_COMPILER_ONLY).doesNotContain(VECTORS);
  }

  @Test
  void onlyAnInputOfOneGigabyteOrOfUnknownSizeGetsVectors() {
    assertThat(jvm("q1", "huge", "answer")).contains(VECTORS);
    assertThat(jvm("q1", "hdfs:///lineitem", "answer")).contains(VECTORS);
    assertThat(jvm("q1", "large", "answer")).doesNotContain(VECTORS);
    assertThat(jvm("q1", "small", "answer")).doesNotContain(VECTORS);
    assertThat(jvm("q1-textbook", "huge", "answer")).doesNotContain(VECTORS);
    assertThat(hadoop("q1", "huge", "answer").set("HADOOP_CONF_DIR", folder).run().ok().out())
        .doesNotContain(VECTORS);
  }

  @Test
  void aLargeOrRemoteInputIs() {
    assertThat(jvm("q1", "large", "answer")).doesNotContain(FIRST_COMPILER_ONLY);
    assertThat(jvm("q1", "small", "data", "answer")).doesNotContain(FIRST_COMPILER_ONLY);
    assertThat(jvm("q1", "more", "data/half", "answer")).doesNotContain(FIRST_COMPILER_ONLY);
    assertThat(jvm("q1", "small", "hdfs:///lineitem", "answer"))
        .doesNotContain(FIRST_COMPILER_ONLY);
    assertThat(jvm("q1", "small.bz2", "answer")).doesNotContain(FIRST_COMPILER_ONLY);
    assertThat(jvm("load", "small", "t")).doesNotContain(FIRST_COMPILER_ONLY);
    assertThat(hadoop("q1", "small", "answer").set("HADOOP_CONF_DIR", folder).run().ok().out())
        .doesNotContain(FIRST_COMPILER_ONLY);
  }
}
