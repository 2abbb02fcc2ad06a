package io.loadpath.externaltable;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.externaltable.Program.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The preprocessors as a database calls them: one argument, an empty environment. */
class PreprocessorTest {
  private static final int READER_CLOSED = 141;
  private static final int BLOCK = 1 << 20;
  private static final Path SCRIPTS = Path.of("preprocessor").toAbsolutePath();

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 511, 4096, BLOCK - 1, BLOCK, BLOCK + 1, 4 * BLOCK + 4097})
  void writesEveryByteOnce(int bytes) throws Exception {
    byte[] text = text(bytes);

    Outcome plain = run("read-direct.sh", file("part.tbl", text));
    Outcome gzip = run("inflate-gzip.sh", file("part.tbl.gz", gzip(text)));

    assertSucceeded(plain, text);
    assertSucceeded(gzip, text);
  }

  @Test
  void takesTheMembersOfAGzipFileAsOneFile() throws Exception {
    byte[] first = text(100_000);
    byte[] second = text(3 * BLOCK);

    Outcome outcome =
        run("inflate-gzip.sh", file("part.tbl.gz", joined(gzip(first), gzip(second))));

    assertSucceeded(outcome, joined(first, second));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "two words.tbl",
        "it's \"quoted\".tbl",
        "$(touch injected) `touch injected`; touch injected & | > < * ? [a] {b,c} ~ ! #.tbl",
        "back\\slash.tbl",
        "-n",
        "--help",
        "if=x of=injected",
        "new\nline.tbl",
        "Zürich-北京.tbl"
      })
  void takesAnyFileName(String name) throws Exception {
    byte[] text = text(70_000);
    file(name, text);

    // a relative name shows a leading dash to the script
    Outcome plain = in(folder, SCRIPTS.resolve("read-direct.sh"), name).run();

    assertSucceeded(plain, text);
    Files.write(folder.resolve(name), gzip(text));
    assertSucceeded(in(folder, SCRIPTS.resolve("inflate-gzip.sh"), name).run(), text);
    assertThat(folder.resolve("injected")).doesNotExist();
  }

  @Test
  void readsThroughTheCacheWhereDirectIoIsRefused() throws Exception {
    Path memory = Path.of("/dev/shm");
    assumeTrue(Files.isWritable(memory), "no /dev/shm: a file system in memory is needed");
    Path file = Files.createTempFile(memory, "loadpath", ".tbl");
    try {
      byte[] text = text(2 * BLOCK + 77);
      Files.write(file, text);
      assertSucceeded(run("read-direct.sh", file), text);

      Files.write(file, gzip(text));
      assertSucceeded(run("inflate-gzip.sh", file), text);
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void failsOnATruncatedGzipFile() throws Exception {
    byte[] whole = gzip(text(3 * BLOCK));

    Path file = file("cut.tbl.gz", Arrays.copyOf(whole, whole.length / 2));

    assertFailed(run("inflate-gzip.sh", file), file, "gzip: ", "unexpected end of file");
  }

  @Test
  void failsOnAGzipFileWithoutItsLastBytes() throws Exception {
    byte[] whole = gzip(text(3 * BLOCK));

    Path file = file("cut.tbl.gz", Arrays.copyOf(whole, whole.length - 1));

    assertFailed(run("inflate-gzip.sh", file), file, "gzip: ", "unexpected end of file");
  }

  @Test
  void failsOnBytesThatFollowTheLastMember() throws Exception {
    Path file = file("longer.tbl.gz", joined(gzip(text(BLOCK)), "garbage".getBytes(US_ASCII)));

    assertFailed(run("inflate-gzip.sh", file), file, "gzip: ", "trailing garbage");
  }

  @Test
  void failsOnADamagedGzipFile() throws Exception {
    byte[] damaged = gzip(text(3 * BLOCK));
    Arrays.fill(damaged, damaged.length / 2, damaged.length / 2 + 64, (byte) 0x55);

    Path file = file("damaged.tbl.gz", damaged);

    assertFailed(run("inflate-gzip.sh", file), file, "gzip: ", "invalid compressed data");
  }

  @Test
  void failsOnPlainTextInPlaceOfGzip() throws Exception {
    // long enough that the reader is still at work when gzip gives up
    Path file = file("part.tbl.gz", text(8 * BLOCK));

    assertFailed(run("inflate-gzip.sh", file), file, "gzip: ", "not in gzip format");
  }

  @ParameterizedTest
  @ValueSource(strings = {"read-direct.sh", "inflate-gzip.sh"})
  void failsOnWhatIsNotAReadableFile(String script) throws Exception {
    Path empty = file("empty.tbl", new byte[0]);
    Path missing = folder.resolve("missing.tbl");

    assertFailed(run(script, empty), empty, "open: ", "is empty");
    assertFailed(run(script, missing), missing, "open: ", "no such file");
    assertFailed(run(script, folder), folder, "open: ", "is a folder");
    assertFailed(run(script, Path.of("/dev/zero")), Path.of("/dev/zero"), "open: ", "regular file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"read-direct.sh", "inflate-gzip.sh"})
  void failsOnAFileThatItsUserMayNotRead(String script) throws Exception {
    openTo("rwxr-xr-x", folder);
    for (String name : List.of("read-direct.sh", "inflate-gzip.sh")) {
      openTo("rwxr-xr-x", Files.copy(SCRIPTS.resolve(name), folder.resolve(name)));
    }
    Path file = openTo("---------", file("secret.tbl", gzip(text(1000))));

    Outcome outcome = Program.of(asOrdinaryUser(folder.resolve(script), file)).run();

    assertFailed(outcome, file, "open: ", "may not read it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"read-direct.sh", "inflate-gzip.sh"})
  void saysNothingWhenTheReaderHasEnough(String script) throws Exception {
    byte[] text = text(16 * BLOCK);
    Path file = file("part.tbl", script.startsWith("inflate") ? gzip(text) : text);

    Outcome outcome =
        Program.of(List.of(SCRIPTS.resolve(script).toString(), file.toString())).run(100);

    assertThat(outcome.out()).isEqualTo(Arrays.copyOf(text, 100));
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isEqualTo(READER_CLOSED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"read-direct.sh", "inflate-gzip.sh"})
  void saysNothingWhenTheReaderHasEnoughAndSigpipeIsIgnored(String script) throws Exception {
    byte[] text = text(16 * BLOCK);
    Path file = file("part.tbl", script.startsWith("inflate") ? gzip(text) : text);
    List<String> command =
        List.of(
            "/bin/sh",
            "-c",
            "trap '' PIPE; exec \"$0\" \"$1\"",
            SCRIPTS.resolve(script).toString(),
            file.toString());

    Outcome outcome = Program.of(command).run(100);

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isEqualTo(READER_CLOSED);
  }

  @Test
  void reportsDamageEvenWhenSigpipeIsIgnored() throws Exception {
    Path file = file("part.tbl.gz", text(8 * BLOCK));
    List<String> command =
        List.of(
            "/bin/sh",
            "-c",
            "trap '' PIPE; exec \"$0\" \"$1\"",
            SCRIPTS.resolve("inflate-gzip.sh").toString(),
            file.toString());

    assertFailed(Program.of(command).run(), file, "gzip: ", "not in gzip format");
  }

  @Test
  void takesNoToolFromThePath() throws Exception {
    Path tools = Files.createDirectory(folder.resolve("tools"));
    for (String tool : List.of("dd", "gzip", "cat", "bash")) {
      Path fake = Files.writeString(tools.resolve(tool), "#!/bin/sh\necho fake\n");
      openTo("rwxr-xr-x", fake);
    }
    byte[] text = text(1000);
    Path file = file("part.tbl.gz", gzip(text));
    List<String> command = List.of(SCRIPTS.resolve("inflate-gzip.sh").toString(), file.toString());

    Outcome outcome = new Program(command, Map.of("PATH", tools.toString()), folder).run();

    assertSucceeded(outcome, text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"read-direct.sh", "inflate-gzip.sh"})
  void refusesACallWithoutAFile(String script) throws Exception {
    Outcome outcome = Program.of(List.of(SCRIPTS.resolve(script).toString())).run();

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("usage: ");
    assertThat(outcome.out()).isEmpty();
  }

  private static Outcome run(String script, Path file) throws IOException, InterruptedException {
    return Program.of(List.of(SCRIPTS.resolve(script).toString(), file.toString())).run();
  }

  private static Program in(Path folder, Path script, String file) {
    return new Program(List.of(script.toString(), file), Map.of(), folder);
  }

  private static void assertSucceeded(Outcome outcome, byte[] text) {
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).isEqualTo(text);
  }

  private static void assertFailed(Outcome outcome, Path file, String stage, String message) {
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err())
        .startsWith("preprocessor: " + file + ": " + stage)
        .contains(message)
        .hasLineCount(1);
  }

  /** The command as it stands, or run as nobody where the tests run as root, who may read all. */
  private static List<String> asOrdinaryUser(Path script, Path file) throws Exception {
    List<String> command = List.of(script.toString(), file.toString());
    if (!"root".equals(System.getProperty("user.name"))) {
      return command;
    }
    Path setpriv = Path.of("/usr/bin/setpriv");
    assumeTrue(Files.isExecutable(setpriv), "no setpriv: run the tests as an ordinary user");
    List<String> dropped =
        List.of(setpriv.toString(), "--reuid=65534", "--regid=65534", "--clear-groups", "--");
    boolean reachable =
        Program.of(concat(dropped, List.of("/usr/bin/test", "-x", script.toString())))
                .run()
                .exitCode()
            == 0;
    assumeTrue(reachable, "nobody may not enter the folder of temporary files");
    return concat(dropped, command);
  }

  private static List<String> concat(List<String> head, List<String> tail) {
    return java.util.stream.Stream.concat(head.stream(), tail.stream()).toList();
  }

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  private static Path openTo(String mode, Path path) throws IOException {
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  /** Digits and newlines: text that gzip cannot shrink below two fifths. */
  private static byte[] text(int bytes) {
    Random random = new Random(bytes);
    byte[] text = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      text[i] = (byte) (i % 70 == 69 ? '\n' : '0' + random.nextInt(10));
    }
    return text;
  }

  private static byte[] gzip(byte[] text) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
      out.write(text);
    }
    return compressed.toByteArray();
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
