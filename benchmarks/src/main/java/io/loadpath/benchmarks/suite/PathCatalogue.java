package io.loadpath.benchmarks.suite;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.OldNameException;
import io.loadpath.benchmarks.UsageException;
import io.loadpath.benchmarks.record.OldPathNames;
import io.loadpath.tables.yaml.NearestName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All load paths: those of the project, {@code <module>/paths/<name>/path.yaml}, and those in the
 * user's folders.
 */
public final class PathCatalogue {
  private static final List<String> MODULES =
      List.of("mapreduce", "hive", "sqoop", "postgres", "external-table", "benchmarks");

  private final Map<String, LoadPath> paths = new TreeMap<>();
  private final int cores;

  private PathCatalogue(int cores) {
    this.cores = cores;
  }

  /**
   * Reads the paths in {@code root}, for the cores that this process may use.
   *
   * @throws LoadpathException if a path is invalid, or two have the same name
   */
  public static PathCatalogue discover(Path root) {
    return discover(root, Runtime.getRuntime().availableProcessors());
  }

  /** Reads the paths in {@code root}, for a machine with {@code cores}. */
  public static PathCatalogue discover(Path root, int cores) {
    PathCatalogue catalogue = new PathCatalogue(cores);
    for (String module : MODULES) {
      Path folder = root.resolve(module).resolve("paths");
      if (Files.isDirectory(folder)) {
        pathsIn(folder).forEach(catalogue::add);
      }
    }
    return catalogue;
  }

  /**
   * Returns these paths and those in the user's {@code folders}.
   *
   * @throws UsageException if a folder holds no path
   * @throws LoadpathException if a path is invalid, or has the name of another one
   */
  public PathCatalogue with(List<Path> folders) {
    PathCatalogue both = new PathCatalogue(cores);
    both.paths.putAll(paths);
    for (Path folder : folders) {
      if (Files.exists(folder.resolve(LoadPath.FILE_NAME))) {
        throw new UsageException(
            "--paths: %s is a path itself; give its parent folder".formatted(folder));
      }
      List<LoadPath> found = Files.isDirectory(folder) ? pathsIn(folder) : List.of();
      if (found.isEmpty()) {
        throw new UsageException(
            "--paths: %s holds no folder with a %s; CONTRIBUTING.md explains how to write a path"
                .formatted(folder, LoadPath.FILE_NAME));
      }
      found.forEach(both::add);
    }
    return both;
  }

  private static List<LoadPath> pathsIn(Path folder) {
    try (Stream<Path> children = Files.list(folder)) {
      return children
          .filter(child -> Files.exists(child.resolve(LoadPath.FILE_NAME)))
          .sorted()
          .map(LoadPath::read)
          .toList();
    } catch (IOException e) {
      throw new LoadpathException(folder + ": cannot be listed: " + e.getMessage(), e);
    }
  }

  private void add(LoadPath path) {
    OldPathNames.path(path.name())
        .ifPresent(
            today -> {
              throw new LoadpathException(
                  "%s: '%s' is the old name of '%s', which older records have: choose another name"
                      .formatted(path.folder().resolve(LoadPath.FILE_NAME), path.name(), today));
            });
    LoadPath other = paths.putIfAbsent(path.name(), path);
    if (other != null && !other.folder().equals(path.folder())) {
      throw new LoadpathException(
          "two paths have the name '%s': %s and %s; rename one of the folders, and 'name' in its %s"
              .formatted(path.name(), other.folder(), path.folder(), LoadPath.FILE_NAME));
    }
  }

  public int cores() {
    return cores;
  }

  public Collection<LoadPath> all() {
    return List.copyOf(paths.values());
  }

  /**
   * Returns the path called {@code name}.
   *
   * @throws OldNameException if the name is an old one
   * @throws LoadpathException if it is unknown; names {@code where} it is and the nearest known
   *     name
   */
  public LoadPath get(String name, String where) {
    requireToday(name, where);
    LoadPath path = paths.get(name);
    if (path == null) {
      throw new LoadpathException(
          "%s: unknown path '%s'%s".formatted(where, name, NearestName.hint(name, paths.keySet())));
    }
    return path;
  }

  /** Fails if {@code name} is an old name of a path; the message has the new one. */
  static void requireToday(String name, String where) {
    OldPathNames.path(name)
        .ifPresent(
            today -> {
              throw new OldNameException(
                  "%s: path '%s' is called '%s' now".formatted(where, name, today));
            });
  }
}
