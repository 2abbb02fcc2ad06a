package io.loadpath.datasets;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Writes the pieces of a text into files of a folder; all cores compress. */
final class PieceFiles {

  private final Path folder;
  private final FileAttribute<Set<PosixFilePermission>> permissions;
  private final Codec codec;
  private final List<Manifest.DataFile> made = new ArrayList<>();
  private PartWriter open;

  /**
   * @param permissions of the files
   */
  PieceFiles(Path folder, Set<PosixFilePermission> permissions, Codec codec) {
    this.folder = folder;
    this.permissions = PosixFilePermissions.asFileAttribute(permissions);
    this.codec = codec;
  }

  /**
   * Writes all pieces.
   *
   * @param textBytes size of the whole text
   * @throws StoppedException if the guard stops the work
   */
  void write(LineCutter cutter, long textBytes, Progress progress, StopGuard guard)
      throws IOException {
    List<BlockCompressor> compressors =
        Stream.generate(codec::newCompressor)
            .limit(Runtime.getRuntime().availableProcessors())
            .toList();
    try (WorkAhead<BlockCompressor, LineCutter.Cut> ahead = new WorkAhead<>(compressors)) {
      long written = 0;
      while (readAhead(ahead, cutter)) {
        if (guard.isStopping()) {
          throw new StoppedException();
        }
        LineCutter.Cut next = ahead.next();
        GeneratedBlock block = next.block();
        write(block, next.endsPiece());
        written += block.text.length;
        progress.update((double) written / textBytes, block.text.length);
        cutter.reuse(block);
      }
      if (written != textBytes) {
        throw cutter.changed();
      }
    }
  }

  /** The files, in order. */
  List<Manifest.DataFile> made() {
    return made;
  }

  /** Reads ahead; false when every block is read and taken. */
  private static boolean readAhead(
      WorkAhead<BlockCompressor, LineCutter.Cut> ahead, LineCutter cutter) throws IOException {
    while (!ahead.isFull()) {
      LineCutter.Cut cut = cutter.next();
      if (cut == null) {
        break;
      }
      ahead.begin(
          compressor -> {
            cut.countRows();
            cut.block().compress(compressor);
            return cut;
          });
    }
    return !ahead.isEmpty();
  }

  private void write(GeneratedBlock block, boolean endsPiece) throws IOException {
    String name = Generation.fileName(made.size(), codec);
    try {
      if (open == null) {
        open = new PartWriter(name, create(folder.resolve(name)), codec);
      }
      open.write(block);
      if (endsPiece) {
        made.add(open.finish());
        open = null;
      }
    } catch (IOException e) {
      if (open != null) {
        open.close();
      }
      throw e;
    }
  }

  private OutputStream create(Path file) throws IOException {
    return Channels.newOutputStream(
        Files.newByteChannel(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), permissions));
  }
}
