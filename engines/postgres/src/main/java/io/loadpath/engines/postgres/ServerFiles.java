package io.loadpath.engines.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/** Where the server's files are in the state folder. */
record ServerFiles(Path folder) {
  static ServerFiles in(Path stateFolder) {
    return new ServerFiles(stateFolder.toAbsolutePath().normalize().resolve("postgres"));
  }

  Path binaries(String version) {
    return folder.resolve(version);
  }

  /** The database cluster; belongs to the server's user. */
  Path data() {
    return folder.resolve("data");
  }

  /** The password and nothing else, as Sqoop's --password-file reads it. */
  Path password() {
    return folder.resolve("password");
  }

  /** The password in the form of libpq's PGPASSFILE. */
  Path passFile() {
    return folder.resolve("pgpass");
  }

  Path record() {
    return folder.resolve("server.json");
  }

  Path log() {
    return folder.resolve("server.log");
  }

  Path lock() {
    return folder.resolve("lock");
  }

  Path conf() {
    return folder.resolve("postgresql.conf");
  }

  /**
   * The name in the title of every server process, by which they are found when all records are
   * lost.
   */
  String clusterName() {
    return "loadpath-" + Digest.sha256(folder.toString().getBytes(UTF_8)).substring(0, 12);
  }

  void makeFolder() throws IOException {
    Owner.makeFolders(folder);
  }

  /**
   * Replaces a file as a whole: a reader, or a start after a power cut, sees the old text or the
   * new one.
   */
  static void write(Path file, String text, String mode) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(temporary);
    Files.createFile(
        temporary,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(temporary, text, UTF_8, StandardOpenOption.SYNC);
    Owner.mode(temporary, mode);
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Deletes a folder and what is in it; one that is missing is no error. */
  static void deleteTree(Path top) throws IOException {
    Files.walkFileTree(top, new Deletion());
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
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
  }
}
