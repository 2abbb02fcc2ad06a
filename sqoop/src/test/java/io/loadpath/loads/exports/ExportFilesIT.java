package io.loadpath.loads.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import io.loadpath.loads.Settings;
import io.loadpath.sqoop.JobLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of an export: which are taken, and which are refused. */
class ExportFilesIT extends ExportFixture {
  @Test
  void refusesFoldersAmongTheFiles() throws Exception {
    makeTable();
    TestExport export = export("insert", "1|a\n");
    Files.createDirectory(export.folder.resolve("sub"));
    Files.writeString(export.folder.resolve("sub/part-0"), "2|b\n");

    assertRefused(export, "/sub is a folder");
  }

  @Test
  void exportsTheFilesThatItIdentifiesAndNoLaterOnes() throws Exception {
    makeTable();
    TestExport export = export("insert", "1|a\n");
    Consumer<String> later =
        message -> {
          if (message.startsWith("Total input files to process")) {
            write(export.folder.resolve("part-1"), "2|b\n");
          }
        };
    JobLog.listen(later, export::run);
    assertThat(sql("SELECT * FROM exports.t")).isEqualTo("1|a");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void refusesFilesThatChangeAfterTheyAreListed(int mappers) throws Exception {
    makeTable();
    for (String text : List.of("1|a\n2|b\n3|c\n", "4|d\n5|e\n")) {
      TestExport export = export("insert", "1|a\n2|b\n");
      Path file = export.folder.resolve("part-0");
      Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
      export.options.setNumMappers(mappers);
      Consumer<String> change =
          message -> {
            if (message.startsWith("Starting task: attempt_")) {
              write(file, text);
            }
          };
      assertThatThrownBy(() -> JobLog.listen(change, export::run))
          .hasMessageContaining("part-0 changed after the export began");
      assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("0");
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"gz, false", "gz, true", "zst, false", "zst, true", "bz2, false", "bz2, true"})
  void tellsTheClientOfACutFile(String extension, boolean afterAStream) throws Exception {
    makeTable();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out =
        switch (extension) {
          case "gz" -> new GZIPOutputStream(bytes);
          case "zst" -> new ZstdOutputStream(bytes);
          default -> new BZip2CompressorOutputStream(bytes);
        }) {
      out.write("1|some text\n".repeat(1000).getBytes());
    }
    byte[] stream = bytes.toByteArray();
    bytes.write(stream, 0, 7);
    int length = afterAStream ? bytes.size() : stream.length / 2;
    String name = "part-0." + extension;
    TestExport export = export("insert");
    Files.write(export.folder.resolve(name), Arrays.copyOf(bytes.toByteArray(), length));

    assertRefused(export, "nothing was exported", name + ": ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "bz2", "zst"})
  void refusesACompressedFileWithoutAByte(String extension) throws Exception {
    makeTable();
    TestExport export = export("insert", "1|a\n").file("part-1." + extension, "");

    assertRefused(export, "part-1." + extension + ": has 0 bytes, so it is truncated");
  }

  @ParameterizedTest
  @CsvSource({"two-phase, 1", "insert, 3", "update, 2"})
  void leavesTheHeaderLinesOfEachFileOut(String way, int mappers) throws Exception {
    makeTable();
    String header = "\uFEFFID|\"NAME\"|\r\n";
    sql("CREATE UNIQUE INDEX ON exports.t (id)");
    if (way.equals("two-phase")) {
      sql("DROP INDEX exports.t_id_idx");
    }
    TestExport export =
        export(way, header + rows(0, 5000))
            .set(Settings.EXPORT_SKIP_HEADER_LINES, " 1 ")
            .file("part-1", header)
            .file("part-2", header.strip())
            .file("part-3", "");
    export.options.setNumMappers(mappers);
    Path gzip = export.folder.resolve("part-4.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gzip))) {
      out.write((header + rows(5000, 6000)).getBytes());
    }
    Path bzip2 = export.folder.resolve("part-5.bz2");
    try (OutputStream out = new BZip2CompressorOutputStream(Files.newOutputStream(bzip2))) {
      out.write(header.strip().getBytes());
    }
    Path zstd = export.folder.resolve("part-6.zst");
    try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(zstd))) {
      out.write((header + rows(6000, 7000).strip()).getBytes());
    }
    export.run();

    assertThat(sql(COUNT)).isEqualTo("7000|7000");
    assertThat(sql("SELECT min(name), sum(id) FROM exports.t")).isEqualTo("name 0|24496500");
  }

  /** A name in the header may have a line end in its quotes, and rows have bytes before them. */
  @Test
  void namesABadRowAfterAHeaderByItsByteInTheFile() throws Exception {
    makeTable();
    TestExport export =
        export("insert", "id|\"the\nname\"\n1|a\nx|b\n")
            .set(Settings.EXPORT_SKIP_HEADER_LINES, "1");
    export.options.setInputEnclosedBy('"');

    assertRefused(export, "part-0, byte 18: column id: 'x' is not an integer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1.5", "yes", "", "2147483648"})
  void refusesANumberOfHeaderLinesThatIsNone(String lines) throws Exception {
    makeTable();
    assertRefused(
        export("insert", "1|a\n").set(Settings.EXPORT_SKIP_HEADER_LINES, lines),
        "loadpath.export.skip.header.lines="
            + lines
            + " is not a whole number from 0 to 2147483647");

    assertThat(sql("SELECT to_regclass('exports.loadpath_exports') IS NULL")).isEqualTo("t");
  }

  @Test
  void sameFilesWithoutTheirFirstLineAreOtherRows() throws Exception {
    makeTable();
    TestExport export = export("insert", "1|a\n2|b\n");
    export.run();
    forgetTheClient();

    for (int i = 0; i < 2; i++) {
      export.again().set(Settings.EXPORT_SKIP_HEADER_LINES, "1").run();
      forgetTheClient();
      assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo("3");
    }
  }

  @Test
  void refusesACodecWhoseCutFilesLookWhole() throws Exception {
    makeTable();
    TestExport export = export("insert");
    SnappyCodec codec = new SnappyCodec();
    codec.setConf(new Configuration());
    try (OutputStream out =
        codec.createOutputStream(Files.newOutputStream(export.folder.resolve("part-0.snappy")))) {
      out.write("1|a\n".getBytes());
    }

    assertRefused(
        export,
        "part-0.snappy: SnappyCodec is refused: its files have no end mark",
        "with gzip, bzip2 or zstd");
  }

  @Test
  void tellsTextFromAFileThatBeginsAlike() throws Exception {
    sql("CREATE TABLE exports.t (id int, name text)");
    export("auto").columns("name", "id").file("part-0", "PARIS|1\n").run();
    assertThat(sql("SELECT * FROM exports.t")).isEqualTo("1|PARIS");

    assertRefused(
        export("auto").columns("name", "id").file("part-0", "PAR1|1\n"),
        "part-0 is a Parquet file");
  }

  @Test
  void readsCompressedFilesWholeAndLeavesHiddenOnesOut() throws Exception {
    makeTable();
    TestExport export = export("insert", rows(0, 5000)).file("_SUCCESS", "no row");
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(export.folder.resolve("part-1.gz")))) {
      out.write(rows(5000, 10_000).getBytes());
    }
    try (OutputStream out =
        new ZstdOutputStream(Files.newOutputStream(export.folder.resolve("part-2.zst")))) {
      out.write(rows(10_000, 15_000).getBytes());
    }
    export.options.setExportDir(export.folder.toUri() + "/*");
    export.run();

    assertThat(sql("SELECT count(*), sum(id) FROM exports.t")).isEqualTo("15000|112492500");
  }
}
