package io.loadpath.datasets.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A split in another process: its umask and its system calls. */
class SplitCommandIT {
  @TempDir private Path home;
  private Path file;

  @BeforeEach
  void writeLines() throws Exception {
    file = Files.writeString(home.resolve("lines.tbl"), "a line\n".repeat(1000));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  @Test
  void theUmaskHolds() throws Exception {
    assertThat(split("umask 027 &&")).isZero();

    for (String made : List.of("lines-2parts", "lines-2parts/part-00000.tbl")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(made))))
          .isIn("rwxr-x---", "rw-r-----");
    }
  }

  @Test
  void thePiecesAreOnDiskBeforeTheyGetTheirName() throws Exception {
    Path calls = home.resolve("calls");
    int code = split("strace -f -y -e trace=fsync,rename -o '%s'".formatted(calls));
    assumeTrue(Files.exists(calls), "strace is not installed");
    assertThat(code).isZero();
    assertThat(Files.readString(calls))
        .containsSubsequence(
            "fsync(", "/part-0000", "fsync(", "/part-0000", "fsync(", "rename(", "fsync(");
  }

  private int split(String before) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String command =
        "%s '%s' -cp '%s' %s split '%s' --parts 2"
            .formatted(
                before, java, System.getProperty("java.class.path"), Program.class.getName(), file);
    return new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor();
  }
}
