package io.loadpath.engines.service;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Deletes folders. */
public final class FileTree {
  private FileTree() {}

  /**
   * Deletes a folder and all in it, without following links; a missing one is no error. A folder of
   * the caller's is opened first if its mode keeps even its owner out.
   */
  public static void delete(Path top) throws IOException {
    Files.walkFileTree(top, new Deletion());
  }

  /** Deletes what a killed process left under a temporary name: all in a folder that fits. */
  public static void deleteAll(Path folder, String glob) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, glob)) {
      for (Path top : left) {
        delete(top);
      }
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      if (!isOpen(folder)) {
        Owner.mode(folder, "rwx------");
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      if (failure instanceof AccessDeniedException && !isOpen(file)) {
        Owner.mode(file, "rwx------"); // it is a folder that could not be listed
        delete(file);
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }

    private static boolean isOpen(Path folder) {
      return Files.isReadable(folder) && Files.isWritable(folder) && Files.isExecutable(folder);
    }
  }
}
