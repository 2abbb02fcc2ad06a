package io.loadpath.sqoop;

import static io.loadpath.engines.service.Program.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Program;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The memory of an export and an import, with client and mappers in one JVM. */
@ExtendWith(SharedServer.class)
class HeapIT {
  private static final int ROWS = 10_000_000;

  private Path folder;

  @BeforeEach
  void makeTable() throws Exception {
    folder = Database.server().newFolder();
    Database.server().sql("CREATE UNLOGGED TABLE heap (id int, name text)");
  }

  @AfterEach
  void drop() throws Exception {
    Database.server().sql("DROP TABLE heap");
    FileTree.delete(folder);
  }

  /** The heap would be full if 27 bytes of each row stayed. */
  @Test
  void tenMillionRowsAreExportedAndImportedInAHeapOf256Megabytes() throws Exception {
    Path rows = folder.resolve("rows");
    try (BufferedWriter out = Files.newBufferedWriter(rows)) {
      for (int i = 0; i < ROWS; i++) {
        out.write(Integer.toString(i));
        out.write("|x\n");
      }
    }

    sqoop("postgres-export-connector.txt", "--export-dir", rows.toString());
    assertThat(Database.server().sql("SELECT count(*), sum(id::bigint) FROM heap"))
        .isEqualTo("10000000|49999995000000");

    sqoop("postgres-import-connector.txt", "--target-dir", folder.resolve("imported").toString());
    assertThat(bytes(folder.resolve("imported"))).isEqualTo(Files.size(rows));
  }

  private void sqoop(String options, String... arguments) {
    ConnectionInfo connection = Database.connection();
    Program.in(folder, "bin/sqoop", "--options-file", ROOT.resolve("sqoop/options/" + options) + "")
        .with("--connect", connection.jdbcUrl(), "--username", connection.user())
        .with("--password-file", "file://" + connection.passwordFile())
        .with("--table", "heap", "--num-mappers", "2")
        .with(arguments)
        .set(Database.environment())
        .set("HADOOP_HEAPSIZE_MAX", "256")
        .run()
        .ok();
  }

  private static long bytes(Path folder) throws Exception {
    long bytes = 0;
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> parts =
          files.filter(file -> file.getFileName().toString().startsWith("part-")).toList();
      for (Path part : parts) {
        bytes += Files.size(part);
      }
    }
    return bytes;
  }
}
