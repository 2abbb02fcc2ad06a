package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordFileTest {
  @ParameterizedTest
  @CsvSource({"rw-r-----, 640", "rw----r--, 604", "rw-r--r--, 644"})
  void isReadableByOthers(String mode, String octal, @TempDir Path folder) throws Exception {
    assertThat(PasswordFile.exposure(file(folder, mode), new Configuration(false)))
        .get()
        .asString()
        .contains("is readable by others than its owner (mode " + octal + ")");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--------", "rw--wx--x"})
  void isItsOwnersOnly(String mode, @TempDir Path folder) throws Exception {
    assertThat(PasswordFile.exposure(file(folder, mode), new Configuration(false))).isEmpty();
  }

  @Test
  void mayBeMissing(@TempDir Path folder) {
    Configuration conf = new Configuration(false);

    assertThat(PasswordFile.exposure(null, conf)).isEmpty();
    assertThat(PasswordFile.exposure("file://" + folder.resolve("none"), conf)).isEmpty();
  }

  private static String file(Path folder, String mode) throws Exception {
    Path file = Files.createFile(folder.resolve("password"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    return "file://" + file;
  }
}
