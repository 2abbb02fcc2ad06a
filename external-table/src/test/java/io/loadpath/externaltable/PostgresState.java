package io.loadpath.externaltable;

import io.loadpath.engines.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.stream.Stream;

/** A bundled server for a test class, and a folder that its user may enter. */
final class PostgresState implements AutoCloseable {
  private final Path folder;
  private final PostgresServer server;
  private int count;

  PostgresState() throws IOException {
    // not the tests' temporary folder: the server's user must be able to enter it
    folder = Files.createTempDirectory(Path.of("/var/tmp"), "loadpath-external-table-");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    server = PostgresServer.of(PostgresPath.ROOT, folder.resolve("state"));
    server.start();
  }

  PostgresServer server() {
    return server;
  }

  /** A name for a folder that is not there yet. */
  Path next() {
    return folder.resolve("test" + ++count);
  }

  @Override
  public void close() throws IOException {
    server.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
