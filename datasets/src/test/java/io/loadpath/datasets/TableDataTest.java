package io.loadpath.datasets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Table;
import io.loadpath.tables.Trait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableDataTest {

  @TempDir private Path folder;
  private final List<String> messages = new ArrayList<>();

  private Path prepare(Path description, int parts, String... files) throws IOException {
    return TableData.prepare(
        Table.read(description),
        description,
        List.of(files),
        parts,
        folder.resolve("home"),
        messages::add);
  }

  @Test
  void theUsersFilesAreLinkedAndTheirTraitsFound() throws IOException {
    Path description = Described.description(folder, "null: NA");
    Path b = Described.file(folder, "b.csv", "id,note,day\n2,\"a,\"\"b\\\"\"\nc\",2009-09-14");
    Path a = Described.file(folder, "a.csv", "\uFEFFid,note,day\n1,,2009-09-14\n3,NA,2009-09-14\n");
    Path made = prepare(description, 0);

    Manifest manifest = Manifest.read(made);
    assertThat(manifest.dataset()).isEqualTo("t");
    assertThat(manifest.rows()).isEqualTo(3);
    assertThat(manifest.codec()).isEqualTo("none");
    assertThat(manifest.logicalBytes()).isEqualTo(Files.size(a) + Files.size(b));
    assertThat(manifest.files())
        .extracting(Manifest.DataFile::name, Manifest.DataFile::rows)
        .containsExactly(tuple("part-00000.tbl", 2L), tuple("part-00001.tbl", 1L));
    assertThat(Files.readSymbolicLink(made.resolve("part-00000.tbl"))).isEqualTo(a);
    assertThat(manifest.fingerprint())
        .isEqualTo(FileFingerprint.of(Table.read(description), List.of(made)));
    assertThat(manifest.traits())
        .extracting(Trait::toString)
        .containsExactlyInAnyOrder(
            ("header quotes quoted-delimiters doubled-quotes quoted-line-ends empty-texts"
                    + " null-text no-delimiter-after-last no-partition-by")
                .split(" "));
  }

  /** The description says quotes, and the rows show whether there are any. */
  @ParameterizedTest
  @CsvSource({
    "id;note;day\\n1;a;2009-09-14, false",
    "id;note;day\\n1;\\\"a\\\";2009-09-14, true",
    "id;\\\"note\\\";day\\n1;a;2009-09-14, true"
  })
  void quotesAreATraitOfTheRows(String text, boolean quotes) throws IOException {
    Path description = Described.description(folder, "delimiter: ';', escape: '\\'");
    Described.file(folder, "a.csv", text.translateEscapes());
    Set<Trait> traits = Manifest.read(prepare(description, 0)).traits();
    assertThat(traits.contains(Trait.QUOTES)).isEqualTo(quotes);
    assertThat(traits.contains(Trait.ESCAPES)).isEqualTo(quotes);
  }

  @Test
  void typesNamesAndFormsAreTraits() throws IOException {
    Path description =
        Described.description(
            folder,
            "delimiter: ';', header: no, delimiter-after-last: yes, line-end: crlf, encoding: latin-1,"
                + " quote: none, dates: dd.mm.yyyy",
            """
            columns:
              - {name: select, type: double}
              - {name: b, type: boolean}
              - {name: c, type: timestamp}
              - {name: d, type: timestamp(7) with time zone}
              - {name: e, type: bytes}
              - {name: f, type: 'decimal(19,2)'}
              - {name: g, type: text(4001), nullable: yes}
            """);
    Files.write(
        folder.resolve("a.csv"),
        "1.5;t;14.09.2009 00:00:00;14.09.2009 00:00:00Z;ff;1;;\r\n".getBytes(ISO_8859_1));
    Manifest manifest = Manifest.read(prepare(description, 0));
    assertThat(manifest.traits())
        .extracting(Trait::toString)
        .containsExactlyInAnyOrder(
            ("crlf latin-1 delimiter-after-last no-partition-by odd-names type-double"
                    + " type-boolean type-timestamp type-timestamp-zone type-timestamp-nanos"
                    + " type-bytes type-long-text type-wide-decimal dates-not-iso")
                .split(" "));
    assertThat(manifest.fingerprint().doubles().get("select"))
        .isEqualTo(new DoubleSum(1, 0, 0, 1.5, 1.5));
  }

  /** Line ends inside quotes at all places of blocks, and files that end without one. */
  @ParameterizedTest
  @ValueSource(strings = {"", "escape: '\\', encoding: latin-1, line-end: crlf"})
  void rowsAreCutIntoPartsWithoutHeaderAndNeverInsideQuotes(String format) throws IOException {
    boolean latin = format.contains("latin");
    String end = latin ? "\r\n" : "\n";
    String quote = latin ? "\\\"" : "\"\"";
    StringBuilder text = new StringBuilder("id,note,\"day\"" + end);
    for (int i = 0; i < 200_000; i++) {
      text.append(i).append(",\"ü\n").append(quote).append("\n,\",2009-09-14").append(end);
    }
    text.setLength(text.length() - end.length());
    byte[] bytes = text.toString().getBytes(latin ? ISO_8859_1 : UTF_8);
    Path description = Described.description(folder, format + (latin ? "" : "header: yes"));
    Files.write(folder.resolve("a.csv.gz"), Rows.gzip(bytes));
    Files.write(folder.resolve("b.csv.gz"), Rows.gzip(bytes));
    Path made = prepare(description, 5);

    Manifest manifest = Manifest.read(made);
    assertThat(made.getFileName().toString()).endsWith("-5parts");
    assertThat(manifest.codec()).isEqualTo("gzip-6");
    assertThat(manifest.files())
        .hasSize(5)
        .allMatch(
            file -> Files.isRegularFile(made.resolve(file.name()), LinkOption.NOFOLLOW_LINKS));
    assertThat(manifest.files().stream().mapToLong(Manifest.DataFile::rows).sum())
        .isEqualTo(400_000);
    assertThat(manifest.logicalBytes())
        .isEqualTo(2 * (bytes.length - ("id,note,\"day\"" + end).length() + end.length()));
    Path headless =
        Described.description(folder, (format.isEmpty() ? "" : format + ", ") + "header: no");
    assertThat(FileFingerprint.of(Table.read(headless), List.of(made)))
        .isEqualTo(manifest.fingerprint());
    assertThat(manifest.traits()).doesNotContain(Trait.HEADER).contains(Trait.QUOTED_LINE_ENDS);
    manifest.check(made);
  }

  /** Latin-1's last letter is the byte 0xFF. */
  @ParameterizedTest
  @ValueSource(strings = {"", ", quote: none, escape: '\\'"})
  void rowsWithAnyLetterAreCut(String marks) throws IOException {
    Path description = Described.description(folder, "header: no, encoding: latin-1" + marks);
    String rows = "1,ÿ,2009-09-14\n2,ÿ,2009-09-14\n3,ÿ,2009-09-14\n";
    Files.writeString(
        folder.resolve("a.csv"),
        marks.isEmpty() ? rows.replaceAll(",(.*),", ",\"$1\",") : rows,
        ISO_8859_1);

    assertThat(Manifest.read(prepare(description, 3)).files())
        .extracting(Manifest.DataFile::rows)
        .containsExactly(1L, 1L, 1L);
  }

  @Test
  void aHeaderLineWithoutRowsAndEndAddsNoRow() throws IOException {
    Described.file(folder, "a.csv", "id,note,day");
    Described.file(folder, "b.csv", "id,note,day\n1,a,2009-09-14");
    Path made = prepare(Described.description(folder, "header: yes"), 1);

    assertThat(made.resolve("part-00000.tbl")).hasContent("1,a,2009-09-14\n");
    assertThat(Manifest.read(made).rows()).isEqualTo(1);
  }

  @Test
  void aFolderIsReusedUntilAFileTheDescriptionOrThePartsChange() throws IOException {
    Path description = Described.description(folder, "header: no");
    Path file = Described.file(folder, "a.csv", "1,a,2009-09-14\n");
    Path first = prepare(description, 0);
    assertThat(prepare(description, 0)).isEqualTo(first);
    assertThat(messages.get(1)).isEqualTo("reusing " + first);
    assertThat(prepare(description, 1)).isNotEqualTo(first);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1));
    assertThat(prepare(description, 0)).isNotEqualTo(first);
    Files.writeString(
        description,
        "partition-by: {column: day, from: 2009-01-01, to: 2010-01-01}\n",
        StandardOpenOption.APPEND);
    Path partitioned = prepare(description, 0);
    assertThat(partitioned).isNotEqualTo(first);
    assertThat(Manifest.read(partitioned).traits()).doesNotContain(Trait.NO_PARTITION_BY);
    Path other = Described.description(folder, "header: no, null: NA");
    assertThat(prepare(other, 0)).isNotEqualTo(first);
  }

  @Test
  void partsAreForThoseWhoMayReadAllFiles() throws IOException {
    Path description = Described.description(folder, "header: no");
    Path a = Described.file(folder, "a.csv", "1,a,2009-09-14\n");
    Path b = Described.file(folder, "b.csv", "2,b,2009-09-14\n");
    Files.setPosixFilePermissions(a, PosixFilePermissions.fromString("rw-r--r--"));
    Files.setPosixFilePermissions(b, PosixFilePermissions.fromString("rw-------"));

    Path made = prepare(description, 2);

    assertThat(Rows.mode(made)).isEqualTo("rwx------");
    assertThat(Rows.mode(made.resolve("part-00000.tbl"))).isEqualTo("rw-------");
  }

  /** The reader's block is full when the file ends. */
  @Test
  void aFileOfExactlyABlockIsCutWithoutAnEmptyRow() throws IOException {
    Path description = Described.description(folder, "header: no");
    String row = "1,\"%s\",2009-09-14\n".formatted("x".repeat(16));
    assertThat((1 << 20) % row.length()).isZero();
    Described.file(folder, "a.csv", row.repeat((1 << 20) / row.length()));

    Path made = prepare(description, 2);

    for (Manifest.DataFile part : Manifest.read(made).files()) {
      assertThat(Files.readString(made.resolve(part.name()))).doesNotContain("\n\n");
      assertThat(Files.readAllLines(made.resolve(part.name()))).hasSize((int) part.rows());
    }
  }

  @Test
  void aFoldersNameIsNoGlobAndALinkToNothingIsNamed() throws IOException {
    Path odd = Files.createDirectory(folder.resolve("{x[a]"));
    Path description = Described.description(odd, "header: no");
    Described.file(odd, "a.csv", "1,a,2009-09-14\n");
    assertThat(Manifest.read(prepare(description, 0)).rows()).isEqualTo(1);

    Path gone = Files.createSymbolicLink(odd.resolve("b.csv"), odd.resolve("gone"));
    assertThatThrownBy(() -> prepare(description, 0)).hasMessage(gone + ": no such file");
    assertThatThrownBy(() -> prepare(description, 0, "a[.csv"))
        .isInstanceOf(DatasetException.class)
        .hasMessageContaining("is not a glob");
  }

  @Test
  void aFileThatChangesWhileItIsReadIsAnError() throws IOException {
    Path description = Described.description(folder, "header: no");
    Path file = Described.file(folder, "a.csv", "1,a,2009-09-14\n");
    Progress writer =
        new Progress() {
          @Override
          public void message(String line) {}

          @Override
          public void begin(String title) {
            try {
              Files.setLastModifiedTime(file, FileTime.fromMillis(1));
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          }
        };
    Path home = folder.resolve("home");
    assertThatThrownBy(
            () ->
                TableData.prepare(Table.read(description), description, List.of(), 0, home, writer))
        .isInstanceOf(DatasetException.class)
        .hasMessage(file + ": changed while it was read; wait until it is complete");
    try (var left = Files.list(home)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void whatCannotBeLoadedIsNamed() throws IOException {
    Path description = Described.description(folder, "quote: none");
    assertThatThrownBy(() -> prepare(description, 0))
        .hasMessage("no file matches " + folder.resolve("*.csv*"));
    Path headed = Described.file(folder, "a.csv", "id,note,day\n");
    assertThatThrownBy(() -> prepare(description, 0))
        .hasMessage(headed + ": holds no rows, and the other files hold none either");
    Path empty = Described.file(folder, "empty.csv", "");
    assertThatThrownBy(() -> prepare(description, 0))
        .hasMessage(empty + ": is empty; leave it out of the files");
    Files.delete(empty);
    Files.writeString(headed, "id,note,day\n1,a,2009-09-14\n");
    Path shorter = Described.file(folder, "b.csv", "id,note\n1,a\n");
    assertThatThrownBy(() -> prepare(description, 0))
        .isInstanceOf(DatasetException.class)
        .hasMessage(shorter + ", line 1, column day: is missing, the header line has 2 of 3 names");
    Files.delete(shorter);
    Path packed = Files.write(folder.resolve("c.csv.gz"), Rows.gzip(new byte[] {'x'}));
    assertThatThrownBy(() -> prepare(description, 0))
        .hasMessage(
            headed
                + " and "
                + packed
                + " are compressed in different ways; all files of a table need the same compression");
    assertThatThrownBy(() -> prepare(description, 0, folder.toString()))
        .hasMessage(folder + ": is a folder; write " + folder.resolve("*"));
    assertThatThrownBy(() -> prepare(description, 0, folder.resolve("none.csv").toString()))
        .hasMessage(folder.resolve("none.csv") + ": no such file");
    assertThatThrownBy(() -> prepare(description, 10_000))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(prepare(description, 0, headed.toString())).isDirectory();
    assertThat(headed).hasContent("id,note,day\n1,a,2009-09-14\n");
  }
}
