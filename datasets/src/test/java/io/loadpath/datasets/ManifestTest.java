package io.loadpath.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Table;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestTest {

  @TempDir private Path folder;
  private final List<String> messages = new ArrayList<>();
  private final Dataset dataset = Datasets.allCardTrans(1000, 2, Codec.NONE);

  @Test
  void theManifestDescribesTheFiles() throws Exception {
    Manifest manifest = dataset.prepare(folder, messages::add);
    byte[] text = Rows.cardTransactions(1000);
    assertThat(manifest.dataset()).isEqualTo("all-card-trans");
    assertThat(manifest.rows()).isEqualTo(1000);
    assertThat(manifest.logicalBytes()).isEqualTo(text.length);
    assertThat(manifest.wireBytes()).isEqualTo(text.length);
    assertThat(manifest.fingerprint())
        .isEqualTo(FileFingerprint.of(Table.ALL_CARD_TRANS, List.of(folder)));
    assertThat(Files.readString(folder.resolve("manifest.json")))
        .contains("\"scale\" : null", "\"seed\" : 20100914", "\"codec\" : \"none\"")
        .doesNotContain("\"q1\"");
    manifest.check(folder);
  }

  @Test
  void lineitemsManifestHasScaleAndExactAnswersAndIsReused() throws Exception {
    Dataset lineitem = Datasets.lineitem(new BigDecimal("0.001"), 2, Codec.gzip(1));
    Manifest manifest = lineitem.prepare(folder, messages::add);
    assertThat(manifest.scale()).isEqualByComparingTo("0.001");
    assertThat(manifest.seed()).isNull();
    assertThat(manifest.rows()).isEqualTo(6005);
    assertThat(manifest.sha1()).isEqualTo("b8990c6a948810f5c4bd0c8b7249efae679dde9c");
    assertThat(manifest.q1()).containsOnlyKeys("90", "112");
    assertThat(manifest.fingerprint())
        .isEqualTo(FileFingerprint.of(Table.LINEITEM, List.of(folder)));
    assertThat(lineitem.prepare(folder, messages::add)).isEqualTo(manifest);
    assertThat(messages).last().asString().startsWith("reusing");
  }

  @Test
  void checkNamesAFileOfTheRightSizeWithAChangedByte() throws Exception {
    Manifest manifest = dataset.prepare(folder, messages::add);
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
