package io.loadpath.datasets;

import io.loadpath.engines.service.Stop;
import io.loadpath.engines.service.StoppedException;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.FileStamp;
import io.loadpath.tables.Format;
import io.loadpath.tables.SourceFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Cuts a file of lines into files of equal size, for parallel readers. It reads the input in order,
 * and all cores compress blocks of it. In order, the pieces have the same text as the input, byte
 * for byte.
 */
public final class Splitter {

  private Splitter() {}

  /** Returns the pieces' default folder next to the file, such as cards-4parts-gzip3. */
  public static Path defaultFolder(Path file, int parts, Codec codec) {
    String name = file.toAbsolutePath().normalize().getFileName().toString();
    String text = name.substring(0, name.length() - Format.of(file).suffix().length());
    int dot = text.lastIndexOf('.');
    String stem = dot > 0 ? text.substring(0, dot) : text;
    return file.resolveSibling(stem + "-" + parts + "parts" + codec.folderSuffix());
  }

  /**
   * Cuts the file.
   *
   * @param file plain, or compressed as its suffix says; a compressed file is read twice, first to
   *     measure its text
   * @param parts number of files to make, 1 to 9999; fewer are made if there are fewer lines
   * @param out a new folder, which appears when all pieces are complete and on disk; users who can
   *     read the file can read it, if the umask allows it
   * @return the pieces, in order
   * @throws IllegalArgumentException if {@code parts} is out of its range
   * @throws DatasetException if the input is not a readable file of text or changes meanwhile, the
   *     folder exists, or the pieces cannot be written
   */
  public static List<Manifest.DataFile> split(
      Path file, int parts, Codec codec, Path out, Progress progress) throws IOException {
    if (parts < 1 || parts > Dataset.MAX_PARTS) {
      throw new IllegalArgumentException(
          "parts must be from 1 to " + Dataset.MAX_PARTS + ", but is " + parts);
    }
    Path folder = out.toAbsolutePath().normalize();
    try {
      SourceFiles.requireText(file, "name one file", "is empty: there is nothing to cut");
      if (Files.exists(folder)) {
        throw new DatasetException(
            folder + " exists: name another folder with --out, or remove it");
      }
      Files.createDirectories(folder.getParent());
      return NewFolder.make(
          folder,
          progress,
          "stopped before " + folder + " was complete; the unfinished files are removed",
          (partial, stop) -> cut(file, parts, codec, partial, progress, stop));
    } catch (IOException e) {
      throw DatasetException.of(e, "cut " + file + " into " + folder, folder.getParent());
    }
  }

  private static List<Manifest.DataFile> cut(
      Path file, int parts, Codec codec, Path partial, Progress progress, Stop stop)
      throws IOException {
    FileStamp before = FileStamp.of(file);
    PartFiles pieces = Access.toNewFolder(partial, List.of(file)).parts(partial, codec);
    long textBytes = textBytes(file, progress, stop);
    LineCutter.Input all = new LineCutter.Input(file, 0, textBytes, new byte[0]);
    progress.begin("splitting " + file.getFileName());
    List<Manifest.DataFile> made;
    try (LineCutter cutter = new LineCutter(List.of(all), file.toString(), parts, null)) {
      made = pieces.write(cutter, progress, stop::stopped);
    }
    if (!FileStamp.of(file).equals(before)) {
      throw LineCutter.changed(file.toString());
    }
    return made;
  }

  private static long textBytes(Path file, Progress progress, Stop stop) throws IOException {
    if (Format.of(file) == Format.NONE) {
      return Files.size(file);
    }
    progress.message("reading " + file + " twice: its text must be measured before it is cut");
    long bytes = 0;
    byte[] buffer = new byte[LineCutter.BLOCK_BYTES];
    try (InputStream text = Format.open(file)) {
      for (int read = text.read(buffer); read >= 0; read = text.read(buffer)) {
        bytes += read;
        if (stop.stopped()) {
          throw new StoppedException();
        }
      }
    } catch (IOException e) {
      throw Format.explained(file, e);
    }
    if (bytes == 0) {
      throw new DatasetException(file + ": holds no text: there is nothing to cut");
    }
    return bytes;
  }
}
