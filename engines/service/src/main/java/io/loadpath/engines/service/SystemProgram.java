package io.loadpath.engines.service;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Programs of the operating system, whatever the caller's PATH is. */
public final class SystemProgram {
  private static final List<String> FOLDERS = List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin");

  private SystemProgram() {}

  public static Optional<Path> find(String name) {
    return FOLDERS.stream()
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
