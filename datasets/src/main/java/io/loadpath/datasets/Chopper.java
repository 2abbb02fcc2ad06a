package io.loadpath.datasets;

import io.loadpath.engines.service.FileTree;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Format;
import io.loadpath.tables.SourceFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/**
 * Cuts a file of lines into files of equal size, so that one reader per file can load them at the
 * same time. It reads the input in order, and all cores compress blocks of it. The pieces' text, in
 * order, is the input's text, byte for byte.
 */
public final class Chopper {

  private final Path file;
  private final int files;
  private final Codec codec;
  private final Path folder;
  private final Progress progress;

  private Chopper(Path file, int files, Codec codec, Path folder, Progress progress) {
    this.file = file;
    this.files = files;
    this.codec = codec;
    this.folder = folder.toAbsolutePath().normalize();
    this.progress = progress;
  }

  /** Returns the pieces' default folder, next to the file, such as cards-4files-gzip3. */
  public static Path defaultFolder(Path file, int files, Codec codec) {
    String name = file.toAbsolutePath().normalize().getFileName().toString();
    String text = name.substring(0, name.length() - Format.of(file).suffix().length());
    int dot = text.lastIndexOf('.');
    String stem = dot > 0 ? text.substring(0, dot) : text;
    return file.resolveSibling(stem + "-" + files + "files" + codec.folderSuffix());
  }

  /**
   * Cuts the file.
   *
   * @param file plain, or compressed in a {@link Format} of its suffix; then it is read twice,
   *     first to measure its text
   * @param files how many files to make, 1 to 9999; fewer if there are fewer lines
   * @param folder a new folder, which appears when all pieces are complete and on disk; the file's
   *     readers may read it, less the umask
   * @return the pieces, in order
   * @throws IllegalArgumentException if {@code files} is out of its range
   * @throws DatasetException if the input is not a readable file of text or changes meanwhile, the
   *     folder exists, or the pieces cannot be written
   */
  public static List<Manifest.DataFile> chop(
      Path file, int files, Codec codec, Path folder, Progress progress) throws IOException {
    if (files < 1 || files > Datasets.MAX_PARTS) {
      throw new IllegalArgumentException(
          "files must be from 1 to " + Datasets.MAX_PARTS + ", but is " + files);
    }
    Chopper chopper = new Chopper(file, files, codec, folder, progress);
    try {
      return chopper.chop();
    } catch (IOException e) {
      String task = "cut " + file + " into " + chopper.folder;
      throw DatasetException.of(e, task, chopper.folder.getParent());
    }
  }

  private List<Manifest.DataFile> chop() throws IOException {
    checkInput();
    if (Files.exists(folder)) {
      throw new DatasetException(folder + " exists: name another folder with --out, or remove it");
    }
    BasicFileAttributes before = Files.readAttributes(file, BasicFileAttributes.class);
    Files.createDirectories(folder.getParent());
    PartialFolder.clearAbandoned(folder);
    Path partial = PartialFolder.of(folder);
    try (StopGuard guard = new StopGuard(() -> FileTree.delete(partial), this::tellStopped)) {
      PieceFiles pieces =
          new PieceFiles(partial, Access.createFolderLike(List.of(file), partial), codec);
      long textBytes = textBytes(guard);
      progress.begin("chopping " + file.getFileName());
      try (LineCutter cutter =
          new LineCutter(Format.open(file), file.toString(), textBytes, files, null)) {
        pieces.write(cutter, textBytes, progress, guard);
      } catch (IOException e) {
        throw Format.explained(file, e);
      }
      BasicFileAttributes after = Files.readAttributes(file, BasicFileAttributes.class);
      if (before.size() != after.size()
          || !before.lastModifiedTime().equals(after.lastModifiedTime())) {
        throw LineCutter.changed(file.toString());
      }
      PartialFolder.publish(folder);
      return pieces.made();
    } finally {
      progress.end();
    }
  }

  private void checkInput() throws IOException {
    SourceFiles.requireText(file, "name one file", "is empty: there is nothing to cut");
  }

  private void tellStopped() {
    progress.message("stopped before " + folder + " was whole; the unfinished files are removed");
  }

  private long textBytes(StopGuard guard) throws IOException {
    if (Format.of(file) == Format.NONE) {
      return Files.size(file);
    }
    progress.message("reading " + file + " twice: its text must be measured before it is cut");
    long bytes = 0;
    byte[] buffer = new byte[LineCutter.BLOCK_BYTES];
    try (InputStream text = Format.open(file)) {
      for (int read = text.read(buffer); read >= 0; read = text.read(buffer)) {
        bytes += read;
        checkStopped(guard);
      }
    } catch (IOException e) {
      throw Format.explained(file, e);
    }
    if (bytes == 0) {
      throw new DatasetException(file + ": holds no text: there is nothing to cut");
    }
    return bytes;
  }

  private static void checkStopped(StopGuard guard) throws StoppedException {
    if (guard.isStopping()) {
      throw new StoppedException();
    }
  }
}
