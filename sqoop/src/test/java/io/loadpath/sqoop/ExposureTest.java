package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExposureTest {
  @ParameterizedTest
  @CsvSource({"rw-r-----, 640", "rw----r--, 604", "rw-r--r--, 644"})
  void saysThatOthersReadThePassword(String mode, String octal, @TempDir Path folder)
      throws Exception {
    assertThat(Exposure.ofPasswordFile(file(folder, mode), new Configuration(false)))
        .get()
        .asString()
        .contains("others than its owner can read ", "(mode " + octal + ")");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--------", "rw--wx--x"})
  void saysNothingOfAFileOfItsOwnerOnly(String mode, @TempDir Path folder) throws Exception {
    assertThat(Exposure.ofPasswordFile(file(folder, mode), new Configuration(false))).isEmpty();
  }

  @Test
  void takesAMissingFile(@TempDir Path folder) {
    Configuration conf = new Configuration(false);

    assertThat(Exposure.ofPasswordFile(null, conf)).isEmpty();
    assertThat(Exposure.ofPasswordFile("file://" + folder.resolve("none"), conf)).isEmpty();
  }

  private static String file(Path folder, String mode) throws Exception {
    Path file = Files.createFile(folder.resolve("password"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    return "file://" + file;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db.example:5432/d",
        "jdbc:postgresql://db.example/d?sslmode=require",
        "jdbc:postgresql://localhost,10.0.0.7:5433/d",
      })
  void warnsWhereNothingChecksAServerElsewhere(String url) {
    assertThat(Exposure.ofServer(url, null))
        .hasValueSatisfying(
            text -> assertThat(text).contains("sslmode=verify-full").doesNotContain("localhost"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db.example:5432/d?sslmode=verify-full",
        "jdbc:postgresql://127.0.0.1:5432/d",
        "jdbc:postgresql://[::1]:5432/d",
        "jdbc:postgresql://localhost/d",
        "jdbc:postgresql:d",
        "jdbc:mysql://db.example/d",
      })
  void saysNothingOfThisMachineOrOfACheckedServer(String url) {
    assertThat(Exposure.ofServer(url, null)).isEmpty();
    Properties parameters = new Properties();
    parameters.setProperty("sslmode", "verify-ca");
    assertThat(Exposure.ofServer("jdbc:postgresql://db.example/d", parameters)).isEmpty();
  }
}
