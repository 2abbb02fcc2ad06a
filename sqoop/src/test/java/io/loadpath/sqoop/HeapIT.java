package io.loadpath.sqoop;

import static io.loadpath.engines.service.Program.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdInputStream;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Program;
import java.io.BufferedWriter;
import java.io.InputStream;
import java.io.OutputStream;
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
  private static final int ROWS = 5_000_000;

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

  /**
   * The heap would be full if 27 bytes of each row stayed. The jar's own Zstandard writes the
   * files.
   */
  @Test
  void fiveMillionRowsAreExportedAndImportedInAHeapOf128Megabytes() throws Exception {
    Path rows = folder.resolve("rows");
    try (BufferedWriter out = Files.newBufferedWriter(rows)) {
      for (int i = 0; i < ROWS; i++) {
        out.write(Integer.toString(i));
        out.write("|x\n");
      }
    }

    sqoop("postgres-export-connector.txt", "--export-dir", rows.toString());
    assertThat(Database.server().sql("SELECT count(*), sum(id::bigint) FROM heap"))
        .isEqualTo("5000000|12499997500000");

    Path imported = folder.resolve("imported");
    sqoop(
        "postgres-import-connector.txt",
        "--target-dir",
        imported.toString(),
        "--compression-codec",
        "zstd");
    assertThat(bytes(imported)).isEqualTo(Files.size(rows));
  }

  private void sqoop(String options, String... arguments) {
    Program.in(
            folder,
            "engines/bin/sqoop",
            "--options-file",
            ROOT.resolve("sqoop/options/" + options) + "")
        .with(Database.arguments().toArray(String[]::new))
        .with("--table", "heap", "--num-mappers", "2")
        .with(arguments)
        .set(Database.environment())
        .set("HADOOP_HEAPSIZE_MAX", "128")
        .run()
        .ok();
  }

  private static long bytes(Path folder) throws Exception {
    long bytes = 0;
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> parts =
          files.filter(file -> file.getFileName().toString().startsWith("part-")).toList();
      for (Path part : parts) {
        try (InputStream in = new ZstdInputStream(Files.newInputStream(part))) {
          bytes += in.transferTo(OutputStream.nullOutputStream());
        }
      }
    }
    return bytes;
  }
}
