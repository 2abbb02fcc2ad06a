package io.loadpath.benchmarks.describe;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.describe.DuckDbScript.FailedException;
import io.loadpath.engines.service.FileTree;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Describes the table of some files: DuckDB guesses what divides the fields and counts what they
 * look like; what it is known to guess wrong is found by reading on.
 */
public final class Describer {
  private static final int SNIFFED_BYTES = 4 << 20;

  private final Path root;
  private final Path temporary;

  /**
   * @param root the project
   * @param temporary a folder for a folder that lives as long as a call
   */
  public Describer(Path root, Path temporary) {
    this.root = root;
    this.temporary = temporary;
  }

  /** What DuckDB guesses of a file. */
  private record Sniff(Optional<Dialect> dialect, boolean header) {}

  /**
   * Describes files; without any, the columns alone.
   *
   * @param name of the table
   * @param patterns of the files, as in the description
   * @param known the columns, where they are known; otherwise null
   * @throws LoadpathException naming the file, or two, that cannot be described
   */
  public Description describe(
      String name, List<String> patterns, List<Path> files, KnownColumns known) {
    return files.isEmpty()
        ? known.withoutFiles(name)
        : new DescriptionDraft(name, patterns, look(files), known).description();
  }

  private Findings look(List<Path> files) {
    FileShapes.checkCodecs(files);
    Sample sample = Sample.read(files, Sample.MAX_BYTES).withText();
    if (sample.pieces().isEmpty()) {
      throw new LoadpathException(
          files.size() == 1
              ? files.get(0) + ": the file is empty"
              : "all %d files are empty".formatted(files.size()));
    }
    try {
      Path folder = Files.createTempDirectory(temporary, "describe");
      try {
        return look(sample, new DuckDbScript(root, folder));
      } finally {
        FileTree.delete(folder);
      }
    } catch (IOException e) {
      throw new LoadpathException("cannot write temporary files: " + e.getMessage(), e);
    }
  }

  private static Findings look(Sample sample, DuckDbScript duckDb) throws IOException {
    Encoding encoding = Encoding.of(sample, Encoding.MAX_BYTES);
    Sniff sniff = sniff(sample.pieces().get(0), encoding.charset(), duckDb);
    DialectSearch.Found dialect = new DialectSearch(sample, sniff.dialect()).find();
    Sample readable = sample.readable(dialect.layout().dialect());
    FileShapes.check(readable, dialect.layout().dialect());
    Layout layout = dialect.layout();
    int columns = layout.fields() - (layout.delimiterAfterLast() ? 1 : 0);
    FieldFile fields = new FieldFile(readable, layout, encoding.charset(), columns);
    Path file = duckDb.folder().resolve("fields.csv");
    fields.write(file);
    List<Look> looks = new ArrayList<>();
    try {
      for (String[] row : duckDb.rows("columns.sql", Map.of("fields", file.toString()))) {
        looks.add(Look.of(row));
      }
    } catch (FailedException e) {
      throw new LoadpathException("DuckDB cannot look at the fields: " + e.getMessage(), e);
    }
    return new Findings(
        readable,
        encoding,
        dialect,
        ColumnLooks.of(looks, columns),
        FileShapes.firstRow(readable.pieces().get(0), layout.dialect(), encoding.charset()),
        sniff.header(),
        fields::place);
  }

  private static Sniff sniff(Piece piece, Charset charset, DuckDbScript duckDb) throws IOException {
    Piece head = piece.head(SNIFFED_BYTES);
    int end = head.text().length;
    while (!head.last() && end > head.start() && head.text()[end - 1] != '\n') {
      end--;
    }
    Path file = duckDb.folder().resolve("head.csv");
    String text = new String(head.text(), head.start(), end - head.start(), charset);
    Files.writeString(file, text, StandardCharsets.UTF_8);
    try {
      String[] row = duckDb.rows("sniff.sql", Map.of("file", file.toString())).get(0);
      Character delimiter = character(row[0]);
      Optional<Dialect> dialect =
          Optional.ofNullable(delimiter)
              .map(found -> new Dialect(found, character(row[1]), character(row[2])));
      return new Sniff(dialect, row[3].equals("true"));
    } catch (FailedException e) { // it finds no dialect, and we look on
      return new Sniff(Optional.empty(), false);
    }
  }

  /** A character that separates or quotes, or null. */
  private static Character character(String hex) {
    String text = DuckDbScript.text(hex);
    boolean one = text != null && text.length() == 1 && text.charAt(0) > 0 && text.charAt(0) < 128;
    return one ? text.charAt(0) : null;
  }
}
