package io.loadpath.datasets;

import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.Owner;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Format;
import io.loadpath.tables.SourceFiles;
import io.loadpath.tables.Table;
import io.loadpath.tables.Trait;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/** A user's own files as a dataset's folder. */
public final class TableData {

  /** Goes up when the same files give another folder than before. */
  private static final int VERSION = 4;

  private static final int KEY_DIGITS = 12;

  /** Levels of the codecs that parts are compressed with: what most tools take. */
  private static final Map<Format, Integer> USUAL_LEVELS =
      Map.of(Format.NONE, 0, Format.GZIP, 6, Format.ZSTD, 3, Format.LZ4, 1, Format.BZIP2, 9);

  private final Table table;
  private final SourceFiles sources;
  private final Format codec;
  private final int parts;
  private final Path folder;
  private final Progress progress;

  private TableData(Table table, SourceFiles sources, int parts, Path home, Progress progress)
      throws DatasetException {
    this.table = table;
    this.sources = sources;
    this.codec = codec(sources.paths());
    this.parts = parts;
    this.folder = home.toAbsolutePath().normalize().resolve(name());
    this.progress = progress;
  }

  /**
   * Reads a table's files once, and makes a folder that paths read like one of generated data:
   * {@code part-*}, which are links to the files, and {@code manifest.json}. A folder made earlier
   * for the same files is reused. The files themselves are never changed, moved or copied.
   *
   * @param description the file that describes the table; its globs are relative to it
   * @param files globs in place of the description's, relative to the working directory; empty: the
   *     description's
   * @param parts 0: the files as they are; otherwise their rows are cut into this number of files
   *     without a header, at most 9999, which are in the folder
   * @param home the folder for the folders of all tables
   * @return the folder
   * @throws IllegalArgumentException if {@code parts} is out of its range
   * @throws DatasetException if there are no files or rows, a row does not fit the table, or a file
   *     changes meanwhile; naming file, line and column
   */
  public static Path prepare(
      Table table, Path description, List<String> files, int parts, Path home, Progress progress)
      throws IOException {
    if (parts < 0 || parts > Datasets.MAX_PARTS) {
      throw new IllegalArgumentException(
          "parts must be from 0 to %d, but is %d".formatted(Datasets.MAX_PARTS, parts));
    }
    SourceFiles sources = sources(table, description, files);
    TableData data = new TableData(table, sources, parts, home, progress);
    try {
      return data.prepare();
    } catch (IOException e) {
      throw DatasetException.of(e, "make " + data.folder, home);
    }
  }

  private static SourceFiles sources(Table table, Path description, List<String> files)
      throws IOException {
    if (!files.isEmpty()) {
      return SourceFiles.find(files, Path.of(""));
    }
    if (table.files().isEmpty()) {
      throw new DatasetException(description + ": files: is missing; it names the files to load");
    }
    return SourceFiles.find(table.files(), description.toAbsolutePath().getParent());
  }

  /**
   * The files of a table.
   *
   * @param description as of {@link #prepare}
   * @param files as of {@link #prepare}
   * @throws DatasetException if there are none, or one cannot be read
   */
  public static List<Path> files(Table table, Path description, List<String> files)
      throws IOException {
    return sources(table, description, files).paths();
  }

  private static Format codec(List<Path> files) throws DatasetException {
    for (Path file : files) {
      if (Format.of(file) != Format.of(files.get(0))) {
        throw new DatasetException(
            "%s and %s are compressed in different ways; a load takes files of one kind"
                .formatted(files.get(0), file));
      }
    }
    return Format.of(files.get(0));
  }

  /** The folder's name, which is another one when files, description or parts are. */
  private String name() {
    MessageDigest digest = Digests.sha1();
    String state =
        String.join(
            "\n",
            Integer.toString(VERSION),
            sources.state(),
            table.format().toString(),
            table.columns().toString(),
            String.valueOf(table.keys()),
            Integer.toString(parts));
    digest.update(state.getBytes(StandardCharsets.UTF_8));
    String key = Digests.hex(digest).substring(0, KEY_DIGITS);
    return table.name() + "-" + key + (parts == 0 ? "" : "-" + parts + "parts");
  }

  private Path prepare() throws IOException {
    if (isComplete()) {
      progress.message("reusing " + folder);
      return folder;
    }
    Owner.makeFolders(folder.getParent());
    PartialFolder.clearAbandoned(folder);
    Path partial = PartialFolder.of(folder);
    try (StopGuard guard = new StopGuard(() -> FileTree.delete(partial), this::tellStopped)) {
      Manifest manifest = make(partial, guard);
      sources.requireUnchanged();
      manifest.write(partial);
      PartialFolder.publish(folder);
      progress.message(
          String.format(
              Locale.ROOT,
              "read %,d rows, %,d bytes of text: %s",
              manifest.rows(),
              manifest.logicalBytes(),
              folder));
      return folder;
    } finally {
      progress.end();
    }
  }

  private boolean isComplete() {
    try {
      Manifest.read(folder).checkSizes(folder);
      return true;
    } catch (DatasetException e) {
      return false;
    }
  }

  private void tellStopped() {
    progress.message("stopped before all rows of " + table.name() + " were read");
  }

  private Manifest make(Path partial, StopGuard guard) throws IOException {
    RowText rowText = new RowText(table, RowText.Writer.USER, new LongAdder());
    progress.begin("reading " + table.name());
    RowScan.Result rows =
        new RowScan(rowText, sources.paths())
            .run(Runtime.getRuntime().availableProcessors(), progress);
    if (rows.fingerprint().rows() == 0) {
      throw new DatasetException(
          sources.paths().get(0) + ": holds no rows, nor does any other of the files");
    }
    Set<Trait> traits = Traits.described(table);
    traits.addAll(rows.traits());
    if (table.format().quote() != null && !traits.contains(Trait.QUOTES)) {
      traits.remove(Trait.ESCAPES); // they are for quotes
    }
    if (parts == 0) {
      Owner.makeFolders(partial);
      return manifest(rows.fingerprint(), codec.codecName(), link(rows, partial), traits);
    }
    traits.removeIf(Trait::isGoneInParts);
    Codec made = new Codec(codec, USUAL_LEVELS.get(codec));
    return manifest(
        rows.fingerprint(), made.toString(), cut(rowText, rows, made, partial, guard), traits);
  }

  private List<Manifest.DataFile> link(RowScan.Result rows, Path partial) throws IOException {
    List<Manifest.DataFile> files = new ArrayList<>();
    for (FileRows file : rows.files()) {
      String name = String.format("part-%05d.tbl%s", files.size(), codec.suffix());
      Files.createSymbolicLink(partial.resolve(name), file.file());
      long stored = Files.size(file.file());
      files.add(new Manifest.DataFile(name, file.rows(), file.textBytes(), stored, null));
    }
    return files;
  }

  private List<Manifest.DataFile> cut(
      RowText rowText, RowScan.Result rows, Codec made, Path partial, StopGuard guard)
      throws IOException {
    Set<PosixFilePermission> permissions = Access.createFolderLike(sources.paths(), partial);
    PieceFiles pieces = new PieceFiles(partial, permissions, made);
    RowsInput input = new RowsInput(rowText, rows.files());
    long textBytes = input.length();
    progress.begin("cutting " + table.name());
    try (LineCutter cutter =
        new LineCutter(input, table.name(), textBytes, parts, RowEnds.of(table.format()))) {
      pieces.write(cutter, textBytes, progress, guard);
    }
    Access.openToReaders(partial, permissions);
    return pieces.made();
  }

  private Manifest manifest(
      Fingerprint fingerprint, String codecName, List<Manifest.DataFile> files, Set<Trait> traits) {
    return new Manifest(
        table.name(),
        Manifest.GENERATOR,
        fingerprint.rows(),
        null,
        null,
        codecName,
        files.stream().mapToLong(Manifest.DataFile::logicalBytes).sum(),
        files.stream().mapToLong(Manifest.DataFile::wireBytes).sum(),
        files,
        null,
        fingerprint,
        null,
        traits);
  }
}
