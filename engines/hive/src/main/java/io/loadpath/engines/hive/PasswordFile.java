package io.loadpath.engines.hive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that holds a password, and perhaps a line break after it. */
final class PasswordFile {
  private PasswordFile() {}

  static String read(String file) throws IOException {
    return Files.readString(Path.of(file), UTF_8).replaceFirst("\\R\\z", "");
  }
}
