package io.loadpath.engines.postgres.libpq;

import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * libpq's password file: lines {@code host:port:database:user:password}. A field may be {@code *},
 * and {@code \} protects the next character. The first line that matches counts.
 */
final class PassFile {
  private static final int FIELDS = 5;
  private static final Set<PosixFilePermission> OF_OTHERS =
      Set.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.GROUP_EXECUTE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE,
          PosixFilePermission.OTHERS_EXECUTE);

  private PassFile() {}

  /**
   * Returns the password for a server; empty if the file does not exist or no line matches.
   *
   * @param server host, port, database and user
   * @throws ServiceException if others may use the file, as libpq ignores it then
   */
  static Optional<String> password(Path file, List<String> server) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      for (String line : Files.readAllLines(file)) {
        if (line.isEmpty() || line.startsWith("#")) {
          continue;
        }
        List<String> fields = fields(line);
        if (fields.size() >= FIELDS && matches(fields, server)) {
          requirePrivate(file);
          return Optional.of(fields.get(FIELDS - 1));
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new ServiceException("cannot read the password file " + file + ": " + e, e);
    }
  }

  private static boolean matches(List<String> fields, List<String> server) {
    for (int i = 0; i < server.size(); i++) {
      if (!fields.get(i).equals("*") && !fields.get(i).equals(server.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static void requirePrivate(Path file) throws IOException {
    if (Files.getPosixFilePermissions(file).stream().anyMatch(OF_OTHERS::contains)) {
      throw new ServiceException(
          "other users may use the password file %s, so PostgreSQL's clients ignore it: run 'chmod 600 %1$s'"
              .formatted(file));
    }
  }

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char letter = line.charAt(i);
      if (letter == '\\' && i + 1 < line.length()) {
        field.append(line.charAt(++i));
      } else if (letter == ':') {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(letter);
      }
    }
    fields.add(field.toString());
    return fields;
  }

  /** Returns a line for a server and its password. */
  static String line(List<String> server, String password) {
    StringBuilder line = new StringBuilder();
    server.forEach(field -> line.append(escaped(field)).append(':'));
    return line.append(escaped(password)).append('\n').toString();
  }

  private static String escaped(String field) {
    return field.replace("\\", "\\\\").replace(":", "\\:");
  }
}
