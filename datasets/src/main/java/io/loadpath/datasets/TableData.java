package io.loadpath.datasets;

import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Stop;
import io.loadpath.rows.FileFormat.LineEnd;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Format;
import io.loadpath.tables.SourceFiles;
import io.loadpath.tables.Table;
import io.loadpath.tables.Trait;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A user's own files as a dataset's folder. */
public final class TableData {

  /** Raised when the same files give another folder than before. */
  private static final int VERSION = 4;

  private static final int KEY_DIGITS = 12;

  /** Compression levels of parts: the default of most tools. */
  private static final Map<Format, Integer> USUAL_LEVELS =
      Map.of(Format.NONE, 0, Format.GZIP, 6, Format.ZSTD, 3, Format.LZ4, 1, Format.BZIP2, 9);

  private final Table table;
  private final SourceFiles sources;
  private final Format format;
  private final int parts;
  private final Path folder;
  private final Progress progress;

  private TableData(Table table, SourceFiles sources, int parts, Path home, Progress progress)
      throws DatasetException {
    this.table = table;
    this.sources = sources;
    this.format = Format.of(sources.paths());
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
   * @param parts 0: the files unchanged; otherwise their rows are cut into this number of files
   *     without a header, at most 9999, in the folder
   * @param home the folder for the folders of all tables
   * @return the folder
   * @throws IllegalArgumentException if {@code parts} is out of its range
   * @throws DatasetException if there are no files or rows, a row does not fit the table, or a file
   *     changes meanwhile; it names file, line and column
   */
  public static Path prepare(
      Table table, Path description, List<String> files, int parts, Path home, Progress progress)
      throws IOException {
    if (parts < 0 || parts > Dataset.MAX_PARTS) {
      throw new IllegalArgumentException(
          "parts must be from 0 to %d, but is %d".formatted(Dataset.MAX_PARTS, parts));
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

  /** The folder's name, which depends on files, description and parts. */
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
    Manifest manifest =
        NewFolder.make(
            folder,
            progress,
            "stopped before all rows of " + table.name() + " were read",
            this::make);
    progress.message(
        String.format(
            Locale.ROOT,
            "read %,d rows, %,d bytes of text: %s",
            manifest.rows(),
            manifest.logicalBytes(),
            folder));
    return folder;
  }

  private boolean isComplete() {
    try {
      Manifest.read(folder).checkSizes(folder);
      return true;
    } catch (DatasetException e) {
      return false;
    }
  }

  private Manifest make(Path partial, Stop stop) throws IOException {
    progress.begin("reading " + table.name());
    List<FileRows> rows = FileRows.read(table, false, sources.paths(), progress);
    Fingerprint fingerprint = FileRows.fingerprint(table, rows);
    if (fingerprint.rows() == 0) {
      throw new DatasetException(
          sources.paths().get(0) + ": holds no rows, and the other files hold none either");
    }
    Set<Trait> traits = Traits.described(table);
    rows.forEach(file -> traits.addAll(file.traits()));
    if (table.format().quote() != null && !traits.contains(Trait.QUOTES)) {
      traits.remove(Trait.ESCAPES); // these traits are about quotes
    }
    Codec codec = parts == 0 ? null : new Codec(format, USUAL_LEVELS.get(format));
    List<Manifest.DataFile> files;
    if (parts == 0) {
      Owner.makeFolders(partial);
      files = link(rows, partial);
    } else {
      traits.removeIf(Trait::isGoneInParts);
      files = cut(rows, codec, partial, stop);
    }
    sources.requireUnchanged();
    Manifest manifest =
        new Manifest(
            table.name(),
            Manifest.GENERATOR,
            null,
            null,
            parts == 0 ? format.codecName() : codec.toString(),
            files,
            null,
            fingerprint,
            null,
            traits);
    manifest.write(partial);
    return manifest;
  }

  private List<Manifest.DataFile> link(List<FileRows> rows, Path partial) throws IOException {
    List<Manifest.DataFile> files = new ArrayList<>();
    for (FileRows file : rows) {
      String name = String.format("part-%05d.tbl%s", files.size(), format.suffix());
      Files.createSymbolicLink(partial.resolve(name), file.path());
      long stored = Files.size(file.path());
      long count = file.fingerprint().rows();
      files.add(new Manifest.DataFile(name, count, file.textBytes(), stored, null));
    }
    return files;
  }

  /** Cuts the files' rows, without header lines and byte order marks, into parts. */
  private List<Manifest.DataFile> cut(List<FileRows> rows, Codec codec, Path partial, Stop stop)
      throws IOException {
    Access access = Access.toNewFolder(partial, sources.paths());
    boolean crlf = table.format().lineEnd() == LineEnd.CRLF;
    byte[] lineEnd = (crlf ? "\r\n" : "\n").getBytes(StandardCharsets.US_ASCII);
    List<LineCutter.Input> inputs = new ArrayList<>();
    for (FileRows file : rows) {
      long left = file.textBytes() - file.startBytes();
      boolean ended =
          file.endsWithLine() || left == 0; // a file with only a header line has no row to end
      byte[] more = ended ? new byte[0] : lineEnd;
      inputs.add(new LineCutter.Input(file.path(), file.startBytes(), left, more));
    }
    progress.begin("cutting " + table.name());
    List<Manifest.DataFile> made;
    try (LineCutter cutter = new LineCutter(inputs, table.name(), parts, table.format())) {
      made = access.parts(partial, codec).write(cutter, progress, stop::stopped);
    }
    access.openToReaders(partial);
    return made;
  }
}
