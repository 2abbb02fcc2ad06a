package io.loadpath.engines.postgres.libpq;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The caller's home folder, where libpq looks for its files. */
final class Home {
  private Home() {}

  static Optional<Path> of(Map<String, String> environment) {
    return Stream.of(environment.getOrDefault("HOME", ""), System.getProperty("user.home", ""))
        .filter(folder -> !folder.isEmpty())
        .findFirst()
        .map(Path::of);
  }
}
