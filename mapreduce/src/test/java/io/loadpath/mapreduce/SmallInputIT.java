package io.loadpath.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The compilers that engines/bin/hadoop gives to query 1. */
class SmallInputIT {
  private static final String FIRST_COMPILER_ONLY = "-XX:TieredStopAtLevel=1";

  @TempDir Path folder;

  /** Makes a JDK whose JVM prints its arguments. */
  @BeforeEach
  void makeJdk() throws IOException {
    Path programs = Files.createDirectories(folder.resolve("jdk/bin"));
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    for (String program : new String[] {"javac", "java"}) {
      Path script = Files.writeString(programs.resolve(program), "#!/bin/sh\necho \"$@\"\n");
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    file("small", 1000);
    file("large", 1_500_000);
    file("data/half", 700_000);
    file("data/other half", 700_000);
    file("more/half", 700_000);
  }

  private void file(String name, int bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[bytes]);
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
  }

  @Test
  void aLargeOrRemoteInputIs() {
    assertThat(jvm("q1", "large", "answer")).doesNotContain(FIRST_COMPILER_ONLY);
    assertThat(jvm("q1", "small", "data", "answer")).doesNotContain(FIRST_COMPILER_ONLY);
    assertThat(jvm("q1", "more", "data/half", "answer")).doesNotContain(FIRST_COMPILER_ONLY);
    assertThat(jvm("q1", "small", "hdfs:///lineitem", "answer"))
        .doesNotContain(FIRST_COMPILER_ONLY);
    assertThat(jvm("q1", "small")).doesNotContain(FIRST_COMPILER_ONLY);
    assertThat(jvm("load", "small", "t")).doesNotContain(FIRST_COMPILER_ONLY);
    assertThat(hadoop("q1", "small", "answer").set("HADOOP_CONF_DIR", folder).run().ok().out())
        .doesNotContain(FIRST_COMPILER_ONLY);
  }
}
