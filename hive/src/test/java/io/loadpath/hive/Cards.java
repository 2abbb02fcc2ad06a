package io.loadpath.hive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Dataset;
import io.loadpath.datasets.FileFingerprint;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.Progress;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * Rows of ALL_CARD_TRANS of three months, in a plain and in a compressed file. All months would
 * make an ORC file for each month and bucket, which takes Hive minutes.
 */
record Cards(Path folder) {
  private static final int ROWS_OF_ALL_MONTHS = 10_000;
  private static final Pattern OF_THREE_MONTHS = Pattern.compile("\\|0[1-3]/../2008\\|");

  Path plain() {
    return folder.resolve("part-00000.tbl");
  }

  Path compressed() {
    return folder.resolve("part-00001.tbl.gz");
  }

  /** Writes the rows, about 800 of them, into the new folder. */
  Fingerprint generate() throws IOException {
    Path all = folder.resolveSibling("all-months");
    Dataset.allCardTrans(ROWS_OF_ALL_MONTHS, 2, Codec.NONE).prepare(all, Progress.silent());
    Files.createDirectory(folder);
    write(
        ofThreeMonths(all.resolve("part-00000.tbl")), ofThreeMonths(all.resolve("part-00001.tbl")));
    return FileFingerprint.of(Table.ALL_CARD_TRANS, List.of(plain(), compressed()));
  }

  void write(String plainText, String compressedText) throws IOException {
    Files.writeString(plain(), plainText);
    try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(compressed()))) {
      gzip.write(compressedText.getBytes(UTF_8));
    }
  }

  private static String ofThreeMonths(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    lines.removeIf(OF_THREE_MONTHS.asPredicate().negate());
    return String.join("\n", lines) + "\n";
  }
}
