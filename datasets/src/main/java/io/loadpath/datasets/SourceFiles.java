package io.loadpath.datasets;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The files of a user's table, and what they were like when they were first looked at. */
public final class SourceFiles {

  private static final String GLOB_CHARACTERS = "*?[{";

  /** What changes when a file is written. */
  private record Stamp(long bytes, FileTime modified) {
    static Stamp of(Path file) throws IOException {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return new Stamp(attributes.size(), attributes.lastModifiedTime());
    }
  }

  private final Map<Path, Stamp> stamps;

  private SourceFiles(Map<Path, Stamp> stamps) {
    this.stamps = stamps;
  }

  /**
   * Finds files.
   *
   * @param globs names, or names with *, ?, [...], {...} or **; relative to the folder
   * @throws DatasetException if a glob or name fits no file, or a file cannot be read
   */
  public static SourceFiles find(List<String> globs, Path folder) throws IOException {
    if (globs.isEmpty()) {
      throw new DatasetException("no files are named: give the description the key 'files'");
    }
    Map<Path, Stamp> stamps = new TreeMap<>();
    for (String glob : globs) {
      for (Path file : fitting(glob, folder.toAbsolutePath().normalize())) {
        stamps.put(file, checked(file));
      }
    }
    return new SourceFiles(stamps);
  }

  private static List<Path> fitting(String glob, Path folder) throws IOException {
    Path plain = folder.resolve(glob).normalize();
    boolean isGlob = glob.chars().anyMatch(c -> GLOB_CHARACTERS.indexOf(c) >= 0);
    if (!isGlob || Files.exists(plain)) {
      return List.of(plain);
    }
    List<Path> found = walk(plain);
    if (found.isEmpty()) {
      throw new DatasetException("no file fits " + plain);
    }
    return found;
  }

  private static List<Path> walk(Path pattern) throws IOException {
    Path top = pattern;
    while (top.toString().chars().anyMatch(c -> GLOB_CHARACTERS.indexOf(c) >= 0)) {
      top = top.getParent();
    }
    int depth =
        pattern.toString().contains("**")
            ? Integer.MAX_VALUE
            : pattern.getNameCount() - top.getNameCount();
    PathMatcher matcher = pattern.getFileSystem().getPathMatcher("glob:" + pattern);
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
            if (!hidden && attributes.isRegularFile() && matcher.matches(file)) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE; // a folder that does not concern us
          }
        });
    return found;
  }

  private static Stamp checked(Path file) throws IOException {
    String problem = null;
    if (Files.isDirectory(file)) {
      problem = "is a folder; write " + file.resolve("*");
    } else if (!Files.exists(file)) {
      problem = "no such file";
    } else if (!Files.isRegularFile(file)) {
      problem = "is not a regular file";
    } else if (!Files.isReadable(file)) {
      problem = "may not be read by you; change its mode or its owner";
    } else if (Files.size(file) == 0) {
      problem = "is empty; leave it out of the files";
    }
    if (problem != null) {
      throw new DatasetException(file + ": " + problem);
    }
    return Stamp.of(file);
  }

  /** The files, absolute, sorted by name. */
  public List<Path> paths() {
    return List.copyOf(stamps.keySet());
  }

  /** A text that is another one when a file changes or another file is there. */
  String state() {
    return stamps.toString();
  }

  /**
   * Passes if no file changed since it was found.
   *
   * @throws DatasetException naming the first that did
   */
  void requireUnchanged() throws IOException {
    for (Map.Entry<Path, Stamp> source : stamps.entrySet()) {
      if (!Files.exists(source.getKey()) || !Stamp.of(source.getKey()).equals(source.getValue())) {
        throw new DatasetException(
            source.getKey() + ": changed while it was read; wait until it is whole");
      }
    }
  }
}
