package io.loadpath.engines.service;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.UserPrincipal;

/**
 * Deletes folders. Below the top, each folder is opened from the open one above it, never by its
 * path: root deletes trees of the database server's user, who could replace a folder by a link
 * meanwhile.
 */
public final class FileTree {
  private FileTree() {}

  /**
   * Deletes a folder and its content, without following links; a missing one is not an error. A
   * folder of the caller is opened first if its mode excludes even its owner. No other user may
   * write to the folder above the top one.
   */
  public static void delete(Path top) throws IOException {
    if (Files.isDirectory(top, NOFOLLOW_LINKS)) {
      UserPrincipal caller = Files.getOwner(Path.of("/proc/self/task"));
      boolean ours = Files.getOwner(top, NOFOLLOW_LINKS).equals(caller);
      letIn(top, ours);
      try (DirectoryStream<Path> opened = Files.newDirectoryStream(top)) {
        empty((SecureDirectoryStream<Path>) opened, ours ? caller : null);
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
    }
    Files.deleteIfExists(top);
  }

  /** Deletes the temporary files of a killed process: all matching names in a folder. */
  public static void deleteAll(Path folder, String glob) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, glob)) {
      for (Path top : left) {
        delete(top);
      }
    }
  }

  /**
   * Deletes the content of a folder.
   *
   * @param owner the caller, if this folder and those above belong to the caller; otherwise null
   */
  private static void empty(SecureDirectoryStream<Path> folder, UserPrincipal owner)
      throws IOException {
    for (Path path : folder) {
      Path name = path.getFileName();
      try {
        if (attributes(folder, name).readAttributes().isDirectory()) {
          deleteFolder(folder, path, owner);
        } else {
          folder.deleteFile(name);
        }
      } catch (NoSuchFileException e) {
        // deleted by another process
      } catch (FileSystemException e) {
        boolean named = e.getFile() != null; // a folder that got a file meanwhile is not
        throw named && !e.getFile().equals(name.toString()) ? e : placed(path, e);
      }
    }
  }

  /**
   * Adds the folder's path to a failure: below an open folder, the failure has only the last name.
   */
  private static FileSystemException placed(Path path, FileSystemException failure) {
    String what = failure.getReason();
    FileSystemException placed =
        new FileSystemException(
            path.toString(), null, what == null ? failure.getClass().getSimpleName() : what);
    placed.initCause(failure);
    return placed;
  }

  private static void deleteFolder(
      SecureDirectoryStream<Path> above, Path path, UserPrincipal owner) throws IOException {
    Path name = path.getFileName();
    boolean ours =
        above
            .getFileAttributeView(name, FileOwnerAttributeView.class, NOFOLLOW_LINKS)
            .getOwner()
            .equals(owner);
    letIn(path, ours);
    try (SecureDirectoryStream<Path> folder = above.newDirectoryStream(name, NOFOLLOW_LINKS)) {
      empty(folder, ours ? owner : null);
    }
    above.deleteDirectory(name);
  }

  private static BasicFileAttributeView attributes(SecureDirectoryStream<Path> folder, Path name) {
    return folder.getFileAttributeView(name, BasicFileAttributeView.class, NOFOLLOW_LINKS);
  }

  /**
   * Gives the owner access to a folder. This needs its path, so the folder must be the caller's
   * own.
   */
  private static void letIn(Path folder, boolean ours) throws IOException {
    boolean open =
        Files.isReadable(folder) && Files.isWritable(folder) && Files.isExecutable(folder);
    if (ours && !open) {
      Owner.mode(folder, "rwx------");
    }
  }
}
