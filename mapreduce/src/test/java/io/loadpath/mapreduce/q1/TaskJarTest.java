package io.loadpath.mapreduce.q1;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskJarTest {
  @TempDir private Path folder;
  private Path jar;

  @BeforeEach
  void makeJar() throws Exception {
    jar = folder.resolve("a job's.jar");
    try (FileSystem files =
        FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of("create", "true"))) {
      Files.createDirectories(files.getPath("/io/loadpath/shaded/org"));
      Files.writeString(files.getPath("/io/loadpath/Own.class"), "own".repeat(1000));
      Files.writeString(files.getPath("/User.class"), "");
      Files.writeString(files.getPath("/io/loadpath/shaded/org/Library.class"), "library");
    }
  }

  private Job job(String framework) throws Exception {
    Job job = Job.getInstance();
    job.getConfiguration().set("mapreduce.framework.name", framework);
    job.setJar(jar.toString());
    TaskJar.giveTo(job);
    return job;
  }

  @Test
  void aJobOnAClusterGetsAJarWithoutLibraries() throws Exception {
    Path made = Path.of(job("yarn").getJar());

    try (FileSystem files = FileSystems.newFileSystem(made)) {
      assertThat(files.getPath("/io/loadpath/Own.class")).hasContent("own".repeat(1000));
      assertThat(files.getPath("/User.class")).isEmptyFile();
      assertThat(files.getPath("/io/loadpath/shaded")).doesNotExist();
    }
    assertThat(jar).exists();
    Files.delete(made);
  }

  @Test
  void aLocalJobAndAJarInHdfsKeepTheirJarAndAJobOfClassesHasNone() throws Exception {
    assertThat(job("local").getJar()).isEqualTo(jar.toString());
    jar = Path.of("hdfs:/job.jar");
    assertThat(job("yarn").getJar()).isEqualTo("hdfs:/job.jar");
    Job ofClasses = Job.getInstance();
    ofClasses.getConfiguration().set("mapreduce.framework.name", "yarn");
    TaskJar.giveTo(ofClasses);
    assertThat(ofClasses.getJar()).isNull();
  }
}
