package io.loadpath.mapreduce.load.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that is full: the server's, the tasks', or that of the files. */
class LoadDisksIT extends LoadFixture {
  private static final int ROWS = 20_000;
  private static final int ROW_BYTES = 200;

  private Path disk;

  /** Mounts a file system of 1 MB, on which a third of the rows does not fit. */
  private void mount(Path at) throws IOException {
    Files.createDirectories(at);
    assumeTrue(
        Program.in(at, "mount", "-t", "tmpfs", "-o", "size=1m", "none", at.toString())
                .run()
                .exitCode()
            == 0,
        "this user may not mount a small disk");
    disk = at;
  }

  /** Gives the file system room for the rows. */
  private void enlarge() throws IOException {
    Program.in(disk, "mount", "-o", "remount,size=64m", disk.toString()).run().ok();
  }

  @AfterEach
  void unmount() throws IOException {
    if (disk != null) {
      Program.in(Path.of("/"), "umount", "--lazy", disk.toString()).run().ok();
    }
  }

  private void writeRows() throws IOException {
    String note = "x".repeat(ROW_BYTES);
    write(
        "a.csv",
        IntStream.range(0, ROWS)
            .mapToObj(id -> "%d|2024-0%d-01|%s".formatted(id, 1 + id % 3, note))
            .toArray(String[]::new));
  }

  private void requireAllRows() throws Exception {
    assertThat(value("SELECT count(*) || ' ' || count(DISTINCT id) FROM loadit.sale"))
        .isEqualTo(ROWS + " " + ROWS);
    assertThat(
            value(
                "SELECT count(*) FROM pg_tables WHERE schemaname = 'loadit' AND tablename ~ '^loadpath_\\d'"))
        .isEqualTo("0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--exchange-empty", "--unsorted"})
  void aFullDiskOfTheServerLeavesNothing(String way) throws Exception {
    mount(SharedServer.test().newFolder());
    Files.setOwner(disk, Files.getOwner(SharedServer.test().server.dataFolder()));
    sql("CREATE TABLESPACE small LOCATION '" + disk + "'");
    try {
      sql("ALTER TABLE loadit.m2 SET TABLESPACE small");
      writeRows();
      String[] options = Stream.of(way).filter(option -> !option.isEmpty()).toArray(String[]::new);

      assertThat(load(options)).isEqualTo(1);
      requireFailed(
          "No space left on device", "a disk of the database's server is full: make room there");

      enlarge();
      assertThat(load(options)).isZero();
      requireAllRows();
    } finally {
      sql("DROP TABLE loadit.sale");
      sql("DROP TABLESPACE small");
    }
  }

  @Test
  void aFullDiskOfTheTasksLeavesNothing() throws Exception {
    mount(folder.resolve("tmp"));
    writeRows();
    conf.setInt("mapreduce.task.io.sort.mb", 1); // several spills, so that a row meets a failed one

    assertThat(load()).isEqualTo(1);
    requireFailed("the disk of mapreduce.cluster.local.dir=" + disk, "is full");

    enlarge();
    assertThat(load()).isZero();
    requireAllRows();
  }

  @Test
  void aFullDiskOfTheFilesLeavesNothing() throws Exception {
    mount(folder.resolve("disk"));
    writeRows();
    Path files = disk.resolve("files");
    String[] options = {"--to", "files:" + files.toUri(), "--target", server.jdbcUrl()};

    assertThat(load(options)).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .contains("No space left on device: the disk of file:" + files, "is full");
    assertThat(files).doesNotExist();

    enlarge();
    assertThat(load(options)).isZero();
    assertThat(files.resolve("_SUCCESS")).exists();
  }
}
