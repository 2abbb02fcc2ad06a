package io.loadpath.datasets;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.engines.service.FileTree;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Format;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SplitterTest {

  /** More than five blocks of text. */
  private static final byte[] TEXT = Rows.cardTransactions(80_000);

  @TempDir private Path home;

  private Path input(String name, byte[] bytes) throws IOException {
    return Files.write(home.resolve(name), bytes);
  }

  private List<Manifest.DataFile> split(Path file, int files, String codec) throws IOException {
    return Splitter.split(file, files, Codec.of(codec), home.resolve("out"), Progress.silent());
  }

  private byte[] text(List<Manifest.DataFile> pieces) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Manifest.DataFile piece : pieces) {
      try (InputStream text = Format.open(home.resolve("out").resolve(piece.name()))) {
        byte[] bytes = text.readAllBytes();
        assertThat(piece.logicalBytes()).isEqualTo(bytes.length);
        assertThat(piece.rows()).isEqualTo(new String(bytes, UTF_8).lines().count());
        all.write(bytes);
      }
    }
    return all.toByteArray();
  }

  @ParameterizedTest
  @CsvSource({
    "1, none",
    "4, none",
    "3, gzip-3",
    "2, zstd-3",
    "4, lz4-1",
    "2, bzip2-1",
    "97, gzip-1"
  })
  void thePiecesAreEqualAndTogetherTheInput(int files, String codec) throws Exception {
    List<Manifest.DataFile> pieces = split(input("cards.tbl", TEXT), files, codec);
    assertThat(text(pieces)).isEqualTo(TEXT);
    assertThat(pieces).hasSize(files);
    assertThat(Rows.names(home.resolve("out")))
        .containsExactlyElementsOf(pieces.stream().map(Manifest.DataFile::name).toList());
    for (Manifest.DataFile piece : pieces) {
      assertThat((double) piece.logicalBytes())
          .isBetween(TEXT.length / (double) files - 200, TEXT.length / (double) files + 200);
      assertThat(piece.wireBytes())
          .isEqualTo(Files.size(home.resolve("out").resolve(piece.name())));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip-6", "zstd-3", "lz4-1", "bzip2-9"})
  void aCompressedInputIsCutByItsText(String codec) throws Exception {
    Codec stored = Codec.of(codec);
    List<Manifest.DataFile> whole = split(input("cards.tbl", TEXT), 1, codec);
    Path file = home.resolve("out").resolve(whole.get(0).name());
    Path again = home.resolve("again");
    List<Manifest.DataFile> pieces = Splitter.split(file, 3, stored, again, Progress.silent());
    Files.delete(file);
    Files.delete(home.resolve("out"));
    Files.move(again, home.resolve("out"));
    assertThat(pieces).hasSize(3);
    assertThat(text(pieces)).isEqualTo(TEXT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "\n",
        "a\n",
        "a\nb",
        "\n\n\n\n\n",
        "one\n\n\nfour\nfive",
        "a\r\nbb\r\n\r\nccc\r\n",
        "a\r\nbb\r\nccc",
        "Zürich|北京\nMünchen|東京\nÅlesund|대전\n"
      })
  void anyLinesComeOutAsTheyWere(String lines) throws Exception {
    byte[] bytes = lines.getBytes(UTF_8);
    for (int files : new int[] {1, 2, 3, 7}) {
      List<Manifest.DataFile> pieces = split(input("some", bytes), files, "none");
      assertThat(text(pieces)).isEqualTo(bytes);
      assertThat(pieces).hasSizeBetween(1, (int) Math.min(files, lines.lines().count()));
      FileTree.delete(home.resolve("out"));
    }
  }

  @Test
  void aLineLongerThanABlockIsNotCutAndTheOtherPiecesAreEqual() throws Exception {
    byte[] line = new byte[5 << 20];
    Arrays.fill(line, (byte) 'x');
    line[line.length - 1] = '\n';
    byte[] all = Arrays.copyOf(line, line.length + TEXT.length);
    System.arraycopy(TEXT, 0, all, line.length, TEXT.length);
    List<Manifest.DataFile> pieces = split(input("long", all), 4, "gzip-1");
    assertThat(text(pieces)).isEqualTo(all);
    assertThat(pieces.get(0).rows()).isEqualTo(1);
    assertThat(pieces.get(0).logicalBytes()).isEqualTo(line.length);
    for (Manifest.DataFile piece : pieces.subList(1, 4)) {
      assertThat(piece.logicalBytes()).isBetween(TEXT.length / 3 - 200L, TEXT.length / 3 + 200L);
    }
  }

  @Test
  void anExistingFolderIsLeftAlone() throws Exception {
    Path file = input("cards.tbl", TEXT);
    Files.createDirectory(home.resolve("out"));
    assertThatThrownBy(() -> split(file, 2, "none"))
        .isInstanceOf(DatasetException.class)
        .hasMessage(home.resolve("out") + " exists: name another folder with --out, or remove it");
    assertThat(Rows.names(home)).containsExactly("cards.tbl", "out");
  }

  @Test
  void whatIsNoFileOfTextIsRefused() throws Exception {
    assertRefused(home.resolve("missing"), "no such file");
    assertRefused(home, "is a folder");
    assertRefused(Path.of("/dev/zero"), "is not a regular file");
    assertRefused(input("empty", new byte[0]), "is empty");
    assertRefused(input("empty.gz", new byte[0]), "is empty");
    assertRefused(input("cut.gz", new byte[] {31, (byte) 139, 8, 0}), "make or copy it again");
    assertRefused(input("plain.zst", TEXT), "not a sound zstd file");
    assertThat(home.resolve("out")).doesNotExist();
    assertThat(Rows.names(home)).noneMatch(name -> name.startsWith("."));
  }

  private void assertRefused(Path file, String problem) {
    assertThatThrownBy(() -> split(file, 2, "gzip-3"))
        .isInstanceOf(DatasetException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 100"})
  void anInputThatGrowsMeanwhileIsRefused(double whenMade, int bytesMore) throws Exception {
    Path file = input("cards.tbl", TEXT);
    Progress appendingOnce =
        new Progress() {
          private boolean done;

          @Override
          public void message(String line) {}

          @Override
          public void update(double fraction, long logicalBytes) {
            if (!done && fraction >= whenMade) {
              try {
                Files.write(file, new byte[bytesMore], StandardOpenOption.APPEND);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              done = true;
            }
          }
        };
    assertThatThrownBy(
            () -> Splitter.split(file, 2, Codec.gzip(1), home.resolve("out"), appendingOnce))
        .isInstanceOf(DatasetException.class)
        .hasMessage(file + ": changed while it was cut; wait until it is complete");
    assertThat(Rows.names(home)).containsExactly("cards.tbl");
  }

  @ParameterizedTest
  @CsvSource({
    "rw-r--r--, no, rw-r--r--, rwxr-xr-x",
    "rw-r-----, no, rw-r-----, rwxr-x---",
    "rwx---r-x, no, rw----r--, rwx---r-x",
    "rw-------, no, rw-------, rwx------",
    "rw-r-----, yes, rw-------, rwx------",
    "rw-r--r--, yes, rw-r--r--, rwxr-xr-x"
  })
  void theReadersOfTheFileMayReadThePieces(
      String mode, String otherGroup, String piece, String folder) throws Exception {
    Path any = Files.createFile(home.resolve("any"));
    assumeTrue("rw-r--r--".equals(Rows.mode(any)), "the umask takes more away");
    Path file = input("cards.tbl", TEXT);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    if (otherGroup.equals("yes")) {
      assumeTrue("root".equals(System.getProperty("user.name")), "only root may change the group");
      Files.setAttribute(file, "unix:gid", 54321);
    }

    List<Manifest.DataFile> pieces = split(file, 2, "gzip-3");

    assertThat(Rows.mode(home.resolve("out"))).isEqualTo(folder);
    for (Manifest.DataFile made : pieces) {
      assertThat(Rows.mode(home.resolve("out").resolve(made.name()))).isEqualTo(piece);
    }
  }

  @ParameterizedTest
  @CsvSource({"rw-r--r--, rwxr-xr-x", "rw-r-----, rwxr-x---", "rw-------, rwx------"})
  void theReadersOfTheFileMayReadThePiecesForAServerWhateverTheUmask(String file, String folder)
      throws Exception {
    Path out = Files.createDirectory(home.resolve("out"), mode("rwx------"));
    Path piece = Files.createFile(out.resolve("part-00000.tbl"), mode("rw-------"));

    new Access(PosixFilePermissions.fromString(folder), PosixFilePermissions.fromString(file))
        .openToReaders(out);

    assertThat(Rows.mode(piece)).isEqualTo(file);
    assertThat(Rows.mode(out)).isEqualTo(folder);
  }

  private static FileAttribute<Set<PosixFilePermission>> mode(String text) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
  }

  @ParameterizedTest
  @CsvSource({
    "cards.tbl, gzip-3, cards-4parts-gzip3",
    "cards.tbl.gz, zstd-19, cards-4parts-zstd19",
    "cards.2009.csv.bz2, none, cards.2009-4parts",
    "cards, none, cards-4parts",
    ".hidden, none, .hidden-4parts"
  })
  void theFolderIsNamedAfterTheFileAndStandsBesideIt(String name, String codec, String folder) {
    assertThat(Splitter.defaultFolder(home.resolve(name), 4, Codec.of(codec)))
        .isEqualTo(home.resolve(folder));
  }
}
