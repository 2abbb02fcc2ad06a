package io.loadpath.engines.postgres.libpq;

import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * libpq's connection service file: sections {@code [name]} with lines {@code keyword=value}. The
 * user's file wins over the system's.
 */
final class ServiceFile {
  private ServiceFile() {}

  /**
   * Returns the parameters of a service.
   *
   * @throws ServiceException if no file has it, or a line of it is wrong
   */
  static Map<String, String> parameters(String name, Map<String, String> environment) {
    List<Path> files = new ArrayList<>();
    String given = environment.getOrDefault("PGSERVICEFILE", "");
    if (given.isEmpty()) {
      Home.of(environment).ifPresent(home -> files.add(home.resolve(".pg_service.conf")));
    } else {
      files.add(Path.of(given));
    }
    String system = environment.getOrDefault("PGSYSCONFDIR", "");
    if (!system.isEmpty()) {
      files.add(Path.of(system, "pg_service.conf"));
    }
    for (Path file : files) {
      Optional<Map<String, String>> found = read(file, name);
      if (found.isPresent()) {
        return found.get();
      }
    }
    throw new ServiceException(
        "--postgres: no service '%s' in %s: name one of them, or give a URI such as postgresql://user@host:5432/database"
            .formatted(name, files));
  }

  private static Optional<Map<String, String>> read(Path file, String name) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Map<String, String> found = null;
    int number = 0;
    try {
      for (String line : Files.readAllLines(file)) {
        number++;
        String text = line.strip();
        if (text.isEmpty() || text.startsWith("#")) {
          continue;
        }
        if (text.startsWith("[")) {
          if (found != null) {
            return Optional.of(found);
          }
          found = text.equals("[" + name + "]") ? new LinkedHashMap<>() : null;
        } else if (found != null) {
          add(file + ":" + number, text, found);
        }
      }
    } catch (IOException e) {
      throw new ServiceException("--postgres: cannot read the service file " + file + ": " + e, e);
    }
    return Optional.ofNullable(found);
  }

  private static void add(String place, String text, Map<String, String> found) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new ServiceException(place + ": a line of a service is keyword=value");
    }
    String keyword = text.substring(0, equals);
    if (keyword.equals("service")) {
      throw new ServiceException(place + ": a service cannot name a service");
    }
    if (!keyword.equals("password")) {
      TargetParameters.requireSupported(keyword, place);
    }
    found.putIfAbsent(keyword, text.substring(equals + 1));
  }
}
