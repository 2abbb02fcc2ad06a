package io.loadpath.dist;

import io.loadpath.engines.service.Program;
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

/** One of the two archives. */
final class Archive {
  static final String VERSION = System.getProperty("loadpath.version");

  static final Archive BIN = new Archive("bin", "");
  static final Archive EDGE = new Archive("edge", "-edge");

  private final Path file;
  private final String top;
  private List<TarArchiveEntry> entries;

  private Archive(String id, String suffix) {
    this.file = Path.of("target", "loadpath-%s-%s.tar.gz".formatted(VERSION, id)).toAbsolutePath();
    this.top = "loadpath-" + VERSION + suffix;
  }

  static Stream<Archive> both() {
    return Stream.of(BIN, EDGE);
  }

  Path file() {
    return file;
  }

  /** Returns the name of the one folder in it. */
  String top() {
    return top;
  }

  /** Returns the entries in their order, folders too. */
  List<TarArchiveEntry> entries() {
    if (entries == null) {
      entries = read();
    }
    return entries;
  }

  private List<TarArchiveEntry> read() {
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(
            new GzipCompressorInputStream(new BufferedInputStream(Files.newInputStream(file))))) {
      List<TarArchiveEntry> read = new ArrayList<>();
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        read.add(entry);
      }
      return read;
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
    Program.in(folder, "tar", "-xzf", file.toString()).run().ok();
    return folder.resolve(top);
  }

  @Override
  public String toString() {
    return top;
  }
}
