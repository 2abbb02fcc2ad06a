package io.loadpath.benchmarks.describe;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes all fields of a sample into a file for {@code columns.sql}, one on each line. */
final class FieldFile {
  /** Longer texts are cut: only their length counts. */
  private static final int MAX_CHARS = 100;

  private static final int LINE_BITS = 32;

  private final Sample sample;
  private final Layout layout;
  private final Charset charset;
  private final int columns;

  FieldFile(Sample sample, Layout layout, Charset charset, int columns) {
    this.sample = sample;
    this.layout = layout;
    this.charset = charset;
    this.columns = columns;
  }

  void write(Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      for (int i = 0; i < sample.pieces().size(); i++) {
        Piece piece = sample.pieces().get(i);
        RowCursor row = piece.rows(layout.dialect());
        boolean first = piece.first();
        while (row.next()) {
          if ((row.ended() || piece.last()) && row.fields() == layout.fields()) {
            write(out, row, (long) i << LINE_BITS | row.line(), first);
          }
          first = false;
        }
      }
    }
  }

  private void write(BufferedWriter out, RowCursor row, long place, boolean first)
      throws IOException {
    for (int column = 0; column < columns; column++) {
      String value = row.value(column, charset);
      out.write(Integer.toString(column));
      out.write(first ? ",true," : ",false,");
      out.write(row.quoted(column) ? "true," : "false,");
      out.write(Long.toString(place));
      out.write(',');
      out.write(Integer.toString(value.codePointCount(0, value.length())));
      out.write(",\"");
      String begin =
          value.length() <= MAX_CHARS
              ? value
              : value.substring(0, value.offsetByCodePoints(0, value.codePointCount(0, MAX_CHARS)));
      out.write(begin.indexOf('"') < 0 ? begin : begin.replace("\"", "\"\""));
      out.write("\"\n");
    }
  }

  /** The place of a field by the number that stands for it in the file. */
  Place place(long number) {
    return Place.of(sample.pieces().get((int) (number >>> LINE_BITS)), (int) number);
  }
}
