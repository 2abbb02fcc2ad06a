package io.loadpath.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.FileTree;
import io.loadpath.engines.service.OtherHolder;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DatasetFolderTest {

  private static final int ROWS = 1000;

  @TempDir private Path home;
  private Path folder;
  private final List<String> messages = Collections.synchronizedList(new ArrayList<>());
  private final Dataset dataset = Dataset.allCardTrans(ROWS, 2, Codec.NONE);

  @BeforeEach
  void chooseFolder() {
    folder = home.resolve("data").resolve(dataset.id());
  }

  private Manifest prepare(Dataset wanted) throws IOException {
    messages.clear();
    return wanted.prepare(folder, messages::add);
  }

  @Test
  void theFolderHoldsThePartsAndAManifestThatComesBack() throws Exception {
    Files.createDirectories(folder); // an empty folder is used
    Manifest manifest = prepare(dataset);
    assertThat(Rows.names(folder))
        .containsExactly("manifest.json", "part-00000.tbl", "part-00001.tbl");
    assertThat(Manifest.read(folder)).isEqualTo(manifest);
    int textBytes = Rows.cardTransactions(ROWS).length;
    assertThat(manifest.dataset()).isEqualTo("all-card-trans");
    assertThat(manifest.rows()).isEqualTo(ROWS);
    assertThat(manifest.logicalBytes()).isEqualTo(textBytes);
    assertThat(manifest.wireBytes()).isEqualTo(textBytes);
    assertThat(manifest.fingerprint())
        .isEqualTo(FileFingerprint.of(Table.ALL_CARD_TRANS, List.of(folder)));
    assertThat(Files.readString(folder.resolve("manifest.json")))
        .contains("\"scale\" : null", "\"seed\" : 20100914", "\"codec\" : \"none\"")
        .doesNotContain("\"q1\"");
    assertThat(messages)
        .singleElement()
        .asString()
        .startsWith("made " + folder + " (1,000 rows, 0.1 MB)");
  }

  @Test
  void damagedDataAndDataOfAnotherGeneratorAreMadeAnew() throws Exception {
    Manifest manifest = prepare(dataset);
    Files.delete(folder.resolve("part-00001.tbl"));
    assertMadeAnew(manifest, "part-00001.tbl is missing: make the data again");
    Files.writeString(folder.resolve("part-00000.tbl"), "short");
    assertMadeAnew(manifest, "part-00000.tbl is damaged: it has 5 bytes instead of");
    Path file = folder.resolve("manifest.json");
    String json = Files.readString(file);
    Files.writeString(file, json.replace("\"generator\" : 1", "\"generator\" : 0"));
    assertMadeAnew(manifest, "it holds other data");
  }

  private void assertMadeAnew(Manifest manifest, String reason) throws IOException {
    assertThat(prepare(dataset)).isEqualTo(manifest);
    assertThat(messages.get(0)).startsWith("making " + folder + " again: ").contains(reason);
    manifest.check(folder);
  }

  @Test
  void otherDataInTheSameFolderIsReplaced() throws Exception {
    prepare(dataset);
    for (Dataset other :
        List.of(
            Dataset.allCardTrans(ROWS + 1, 2, Codec.NONE),
            Dataset.allCardTrans(ROWS, 3, Codec.NONE),
            Dataset.allCardTrans(ROWS, 2, Codec.gzip(3)),
            Dataset.allCardTrans(ROWS, 2, Codec.NONE, 7))) {
      Manifest manifest = prepare(other);
      assertThat(messages.get(0)).isEqualTo("making " + folder + " again: it holds other data");
      assertThat(Rows.names(folder)).hasSize(manifest.files().size() + 1);
      manifest.check(folder);
    }
  }

  @Test
  void filesThatNoManifestNamesAreLeftAlone() throws Exception {
    Path lines = Files.writeString(home.resolve("lines.tbl"), "a\nb\n");
    Splitter.split(
        lines, 2, Codec.NONE, folder, Progress.silent()); // the names are those of a dataset
    assertLeftAlone();
    for (String unsound : List.of("{\"dataset\": \"all-card-trans\"", "{}", "null", "")) {
      Files.writeString(folder.resolve("manifest.json"), unsound);
      assertLeftAlone();
    }
    FileTree.delete(folder);
    prepare(dataset);
    Files.writeString(folder.resolve("part-00002.tbl"), "precious");
    Files.delete(folder.resolve("part-00000.tbl"));
    assertLeftAlone();
  }

  private void assertLeftAlone() throws IOException {
    List<String> before = Rows.names(folder);
    assertThatThrownBy(() -> prepare(dataset))
        .isInstanceOf(DatasetException.class)
        .hasMessageMatching(folder + " holds \\S+, which no sound manifest.json in it names: .*");
    assertThat(Rows.names(folder)).isEqualTo(before);
  }

  @Test
  void aFileInPlaceOfTheFolderIsAnError() throws Exception {
    Files.createDirectories(folder.getParent());
    Files.writeString(folder, "");
    assertThatThrownBy(() -> prepare(dataset))
        .isInstanceOf(DatasetException.class)
        .hasMessageContaining("cannot hold a dataset");
  }

  @Test
  void everyUserMayReadTheData() throws Exception {
    prepare(dataset);
    assertThat(Rows.mode(folder.getParent())).isEqualTo("rwxr-xr-x");
    assertThat(Rows.mode(folder)).isEqualTo("rwxr-xr-x");
    for (String name : Rows.names(folder)) {
      assertThat(Rows.mode(folder.resolve(name))).isEqualTo("rw-r--r--");
    }
  }

  @Test
  void theFoldersOfAKilledProcessAreCleared() throws Exception {
    long deadPid = Long.MAX_VALUE;
    for (String left : List.of("partial-" + deadPid, "old-" + deadPid)) {
      Path abandoned = folder.resolveSibling("." + dataset.id() + "." + left);
      Files.createDirectories(abandoned);
      Files.writeString(abandoned.resolve("part-00000.tbl"), "half");
    }
    Path ofOtherData = folder.resolveSibling(".other.partial-" + deadPid);
    Files.createDirectories(ofOtherData);
    prepare(dataset);
    assertThat(Rows.names(folder.getParent()))
        .containsExactly(
            "." + dataset.id() + ".lock", ofOtherData.getFileName().toString(), dataset.id());
  }

  @Test
  void theFolderOfARunningProcessIsKept() throws Exception {
    long running = ProcessHandle.current().parent().orElseThrow().pid();
    Path theirs = folder.resolveSibling("." + dataset.id() + ".partial-" + running);
    Files.createDirectories(theirs);
    prepare(dataset);
    assertThat(theirs).exists();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskGivesOneMessageAndLeavesNothing() throws Exception {
    DatasetFolder full =
        new DatasetFolder(
            folder, dataset, messages::add, file -> Files.newOutputStream(Path.of("/dev/full")));
    assertThatThrownBy(full::prepare)
        .isInstanceOf(DatasetException.class)
        .hasMessageStartingWith("disk full in " + folder.getParent());
    assertThat(Rows.names(folder.getParent())).containsExactly("." + dataset.id() + ".lock");
    prepare(dataset).check(folder);
  }

  @Test
  void tooLittleSpaceIsSaidBeforehand() throws Exception {
    Dataset huge = Dataset.allCardTrans(Dataset.MAX_ROWS, 1, Codec.NONE);
    assertThatThrownBy(() -> prepare(huge))
        .isInstanceOf(DatasetException.class)
        .hasMessageContaining("not enough space in " + folder.getParent())
        .hasMessageContaining("needs about 69700.0 GB");
    assertThat(Rows.names(folder.getParent())).containsExactly("." + dataset.id() + ".lock");
  }

  @Test
  void aPlaceThatCannotBeMadeIsNamed() throws Exception {
    Path file = Files.writeString(home.resolve("file"), "");
    assertThatThrownBy(() -> dataset.prepare(file.resolve("data"), Progress.silent()))
        .isInstanceOf(DatasetException.class)
        .hasMessageStartingWith("cannot make " + file.resolve("data") + ": ");
  }

  @Test
  void oldDataStaysWhenNewDataCannotBeMade() throws Exception {
    Manifest manifest = prepare(dataset);
    Dataset other = Dataset.allCardTrans(ROWS, 3, Codec.NONE);
    DatasetFolder failing =
        new DatasetFolder(
            folder,
            other,
            messages::add,
            file -> {
              throw new IOException("broken");
            });
    assertThatThrownBy(failing::prepare).hasMessageContaining("broken");
    manifest.check(folder);
  }

  @Test
  void ofSeveralAtTheSameTimeOneMakesTheDataAndTheOthersReuseIt() throws Exception {
    Dataset larger = Dataset.allCardTrans(200_000, 2, Codec.NONE);
    ExecutorService pool = Executors.newFixedThreadPool(3);
    try {
      List<Future<Manifest>> makers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        makers.add(pool.submit(() -> larger.prepare(folder, messages::add)));
      }
      Manifest first = makers.get(0).get();
      assertThat(makers.get(1).get()).isEqualTo(first);
      assertThat(makers.get(2).get()).isEqualTo(first);
    } finally {
      pool.shutdownNow();
    }
    assertThat(messages).filteredOn(message -> message.startsWith("made")).hasSize(1);
    assertThat(messages).filteredOn(message -> message.startsWith("reusing")).hasSize(2);
  }

  @Test
  @Timeout(60)
  void aWaitForAnotherMakerSaysWhoItIsAndEnds() throws Exception {
    Files.createDirectories(folder.getParent());
    Path lock = folder.resolveSibling("." + dataset.id() + ".lock");
    DatasetFolder waiting = new DatasetFolder(folder, dataset, messages::add);
    try (OtherHolder maker = OtherHolder.of(lock, "")) {
      String holder = "java (pid %d) holds %s".formatted(maker.pid(), lock);
      assertThatThrownBy(() -> waiting.lock(Duration.ofSeconds(1), Duration.ofMillis(200)))
          .isInstanceOf(DatasetException.class)
          .hasMessage(
              holder + ", and has held it for more than 1 s: end it, or choose another folder");
      assertThat(messages)
          .hasSizeGreaterThan(1)
          .containsOnly("waiting for another process that makes the same data: " + holder);
    }
    waiting.prepare().check(folder);
  }

  @Test
  void lineitemsManifestHasScaleAndExactAnswersAndIsReused() throws Exception {
    Dataset lineitem = Dataset.lineitem(new BigDecimal("0.001"), 2, Codec.gzip(1));
    Manifest manifest = prepare(lineitem);
    assertThat(manifest.scale()).isEqualByComparingTo("0.001");
    assertThat(manifest.seed()).isNull();
    assertThat(manifest.rows()).isEqualTo(6005);
    assertThat(manifest.sha1()).isEqualTo("b8990c6a948810f5c4bd0c8b7249efae679dde9c");
    assertThat(manifest.q1()).containsOnlyKeys("90", "112");
    assertThat(manifest.fingerprint())
        .isEqualTo(FileFingerprint.of(Table.LINEITEM, List.of(folder)));
    assertThat(prepare(lineitem)).isEqualTo(manifest);
    assertThat(messages).last().asString().startsWith("reusing");
  }

  @Test
  void checkNamesAFileOfTheRightSizeWithAChangedByte() throws Exception {
    Manifest manifest = prepare(dataset);
    Path part = folder.resolve("part-00001.tbl");
    byte[] bytes = Files.readAllBytes(part);
    bytes[100] ^= 1;
    Files.write(part, bytes);
    manifest.checkSizes(folder);
    assertThatThrownBy(() -> manifest.check(folder))
        .isInstanceOf(DatasetException.class)
        .hasMessageStartingWith(part + " is damaged: its SHA-1 is ")
        .hasMessageEndingWith("; delete the folder and make the data again");
  }

  @Test
  void aFolderWithoutManifestCannotBeRead() {
    assertThatThrownBy(() -> Manifest.read(folder))
        .isInstanceOf(DatasetException.class)
        .hasMessageContaining(folder.resolve("manifest.json") + " is missing");
  }
}
