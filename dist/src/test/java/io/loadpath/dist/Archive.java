package io.loadpath.dist;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * One of the two archives.
 *
 * @param file the .tar.gz
 * @param top its one folder
 */
record Archive(Path file, String top) {
  static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final String NAME = "loadpath-" + System.getProperty("loadpath.version");

  static Archive bin() {
    return new Archive(Path.of("target", NAME + "-bin.tar.gz"), NAME);
  }

  static Archive edge() {
    return new Archive(Path.of("target", NAME + "-edge.tar.gz"), NAME + "-edge");
  }

  static Stream<Archive> both() {
    return Stream.of(bin(), edge());
  }

  /** Returns the entries in their order, folders too. */
  List<TarArchiveEntry> entries() {
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(
            new GzipCompressorInputStream(new BufferedInputStream(Files.newInputStream(file))))) {
      List<TarArchiveEntry> entries = new ArrayList<>();
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        entries.add(entry);
      }
      return entries;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the names of the files, without the top folder, in their order. */
  List<String> files() {
    return entries().stream().filter(TarArchiveEntry::isFile).map(this::name).toList();
  }

  /** Returns an entry's name without the top folder. */
  String name(TarArchiveEntry entry) {
    return entry.getName().substring(top.length() + 1);
  }

  /** Unpacks the archive as a user does, and returns its top folder. */
  Path unpack(Path folder) {
    new Command(folder, "tar", "-xzf", file.toAbsolutePath().toString()).run().ok();
    return folder.resolve(top);
  }

  @Override
  public String toString() {
    return top;
  }
}
