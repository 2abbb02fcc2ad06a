package io.loadpath.engines.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFilesTest {
  @TempDir private Path folder;

  private Path copy(boolean delete, Path source, Path target) throws IOException {
    try (LocalFiles files = new LocalFiles()) {
      files.initialize(URI.create("file:///"), new Configuration(false));
      files.copyFromLocalFile(delete, path(source), path(target));
    }
    return target;
  }

  private static org.apache.hadoop.fs.Path path(Path file) {
    return new org.apache.hadoop.fs.Path(file.toUri());
  }

  @Test
  void copiesAFileIntoANewFolder() throws IOException {
    Path jar = Files.writeString(folder.resolve("a.jar"), "classes");

    assertThat(copy(false, jar, folder.resolve("staging/job/job.jar"))).hasContent("classes");
    assertThat(jar).exists();
    assertThat(folder.resolve("staging/job/.job.jar.crc")).doesNotExist();
  }

  @Test
  void movesReplacesAndFillsFoldersAsHadoopDoes() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "1");
    Path other = Files.writeString(folder.resolve("b"), "2");
    Path into = Files.createDirectory(folder.resolve("into"));

    copy(false, file, into);
    assertThat(into.resolve("a")).hasContent("1");
    assertThat(copy(false, other, into.resolve("a"))).hasContent("2");
    assertThat(copy(true, file, folder.resolve("moved"))).hasContent("1");
    assertThat(file).doesNotExist();
    copy(false, into, folder.resolve("tree"));
    assertThat(folder.resolve("tree/a")).hasContent("2");
    assertThatThrownBy(() -> copy(false, folder.resolve("none"), folder.resolve("c")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void checksumsAreReadAndOldOnesGo() throws IOException {
    Path file = folder.resolve("a");
    try (LocalFiles files = new LocalFiles()) {
      files.initialize(URI.create("file:///"), new Configuration(false));
      files.create(path(file)).close();
    }
    Path sums = folder.resolve(".a.crc");
    assertThat(sums).exists();
    Files.writeString(file, "changed");
    assertThatThrownBy(() -> copy(false, file, folder.resolve("b")))
        .isInstanceOf(ChecksumException.class);

    Path other = Files.writeString(folder.resolve("c"), "2");
    Path old = Files.copy(sums, folder.resolve(".d.crc"));
    assertThat(copy(false, other, folder.resolve("d"))).hasContent("2");
    assertThat(old).doesNotExist();
  }

  /** A reader would take the new file's bytes for damaged. */
  @Test
  void oldChecksumsGoBeforeTheCopy() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "1");
    Path old = Files.writeString(folder.resolve(".b.crc"), "sums");
    Path nowhere = Files.createSymbolicLink(folder.resolve("b"), folder.resolve("none"));

    assertThatThrownBy(() -> copy(false, file, nowhere))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(old).doesNotExist();
  }
}
