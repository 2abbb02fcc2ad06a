package io.loadpath.tables;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.PatternSyntaxException;

/** The files of a user's table, with their size and time of change when found. */
public final class SourceFiles {

  private static final String GLOB_CHARACTERS = "*?[{";

  private final Map<Path, FileStamp> stamps;

  private SourceFiles(Map<Path, FileStamp> stamps) {
    this.stamps = stamps;
  }

  /**
   * Finds files.
   *
   * @param globs names, or names with *, ?, [...], {...} or **; relative to the folder
   * @throws DatasetException if a glob or name matches no file, or a file cannot be read
   */
  public static SourceFiles find(List<String> globs, Path folder) throws IOException {
    if (globs.isEmpty()) {
      throw new DatasetException("no file is named: give the description the key 'files'");
    }
    Map<Path, FileStamp> stamps = new TreeMap<>();
    for (String glob : globs) {
      for (Path file : fitting(glob, folder.toAbsolutePath().normalize())) {
        stamps.put(file, checked(file));
      }
    }
    return new SourceFiles(stamps);
  }

  private static List<Path> fitting(String glob, Path folder) throws IOException {
    Path plain = folder.resolve(glob).normalize();
    if (!isGlob(glob) || Files.exists(plain)) {
      return List.of(plain);
    }
    Path base = Path.of(glob).isAbsolute() ? folder.getRoot() : folder;
    List<Path> found = walk(base, base.relativize(plain));
    if (found.isEmpty()) {
      throw new DatasetException("no file matches " + plain);
    }
    return found;
  }

  private static boolean isGlob(String name) {
    return name.chars().anyMatch(c -> GLOB_CHARACTERS.indexOf(c) >= 0);
  }

  private static PathMatcher matcher(Path pattern) throws DatasetException {
    try {
      return pattern.getFileSystem().getPathMatcher("glob:" + pattern);
    } catch (PatternSyntaxException e) {
      throw new DatasetException(pattern + ": is not a glob: " + e.getDescription(), e);
    }
  }

  /** Finds the files below a folder whose names relative to it match a pattern. */
  private static List<Path> walk(Path base, Path pattern) throws IOException {
    PathMatcher matcher = matcher(pattern);
    int plainNames = 0;
    while (!isGlob(pattern.getName(plainNames).toString())) {
      plainNames++;
    }
    Path top = plainNames == 0 ? base : base.resolve(pattern.subpath(0, plainNames)).normalize();
    int depth =
        pattern.toString().contains("**") ? Integer.MAX_VALUE : pattern.getNameCount() - plainNames;
    List<Path> found = new ArrayList<>();
    if (!Files.isDirectory(top)) {
      return found;
    }
    Files.walkFileTree(
        top,
        EnumSet.of(FileVisitOption.FOLLOW_LINKS),
        depth,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            boolean hidden = file.getFileName().toString().startsWith(".");
            if (!hidden && matcher.matches(base.relativize(file))) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof FileSystemLoopException) {
              return FileVisitResult.CONTINUE;
            }
            throw new DatasetException(
                file
                    + ": cannot be read, so files may be missing; change its mode, or name the files more exactly",
                failure);
          }
        });
    return found;
  }

  private static FileStamp checked(Path file) throws IOException {
    requireText(file, "write " + file.resolve("*"), "is empty; leave it out of the files");
    return FileStamp.of(file);
  }

  /**
   * Passes if a file can be read and is not empty.
   *
   * @param inPlaceOfFolder advice about a folder
   * @param ofEmpty message about an empty file
   * @throws DatasetException naming the file and the problem
   */
  public static void requireText(Path file, String inPlaceOfFolder, String ofEmpty)
      throws IOException {
    String problem = null;
    if (Files.isDirectory(file)) {
      problem = "is a folder; " + inPlaceOfFolder;
    } else if (!Files.exists(file)) {
      problem = "no such file";
    } else if (!Files.isRegularFile(file)) {
      problem = "is not a regular file";
    } else if (!Files.isReadable(file)) {
      problem = "you may not read it; change its mode or its owner";
    } else if (Files.size(file) == 0) {
      problem = ofEmpty;
    }
    if (problem != null) {
      throw new DatasetException(file + ": " + problem);
    }
  }

  /** The files, absolute, sorted by name. */
  public List<Path> paths() {
    return List.copyOf(stamps.keySet());
  }

  /** A text that changes when a file changes, or is added or removed. */
  public String state() {
    return stamps.toString();
  }

  /**
   * Passes if no file changed since it was found.
   *
   * @throws DatasetException naming the first one that did
   */
  public void requireUnchanged() throws IOException {
    for (Map.Entry<Path, FileStamp> source : stamps.entrySet()) {
      if (!Files.exists(source.getKey())
          || !FileStamp.of(source.getKey()).equals(source.getValue())) {
        throw new DatasetException(
            source.getKey() + ": changed while it was read; wait until it is complete");
      }
    }
  }
}
