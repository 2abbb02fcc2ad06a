package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.FileFingerprint;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.engines.service.Program;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The path hive-load-orc, step by step, in the environment that the harness gives it. */
class OrcLoadPathIT {
  private static final String ROW =
      "6888978486961227|VISA|7641|38|09/14/2009|6600355|Fort Lauderdale|FL|33323|\n";

  /**
   * A row for each kind of mistake, and the name of the mistake. One is longer than an argument of
   * a program can be.
   */
  private static final List<String[]> BAD =
      List.of(
          bad("|33323|", "|33323", "too few fields"),
          bad("|33323|", "|33323|||", "too many fields"),
          bad("VISA", "V".repeat(200_000), "card_type"),
          bad("7641", "76.41", "mcc"),
          bad("|38|", "||", "purchase_amt"),
          bad("09/14/2009", "02/30/2009", "purchase_dt"),
          bad("6600355", "99999999999", "merchant_code"),
          bad("Fort Lauderdale", "", "merchant_city"),
          bad("FL", "FLOR", "merchant_state"),
          bad("33323", "x", "merchant_zip"),
          bad("6888978486961227", "", "card_no"),
          bad("|", ";", "too few fields"));

  @TempDir private Path folder;
  private Cards cards;
  private Path work;

  private static String[] bad(String part, String instead, String problem) {
    return new String[] {ROW.replace(part, instead), problem};
  }

  @BeforeEach
  void makeFolders() throws IOException {
    cards = new Cards(folder.resolve("data"));
    work = Files.createDirectory(folder.resolve("work"));
  }

  private Program step(String name) {
    return Hive.sharing(Program.in(work, "hive/paths/hive-load-orc/" + name))
        .set("LOADPATH_ROOT", Program.ROOT)
        .set("LOADPATH_WORK", work)
        .set("LOADPATH_DATA", cards.folder())
        .set("LOADPATH_TABLE", "all-card-trans")
        .set("LOADPATH_SCRIPTS", Program.ROOT)
        .set("LOADPATH_PARAM_MODEL", "partitioned")
        .set("LOADPATH_PARAM_COMPRESSION", "zstd");
  }

  @Test
  void goesFromSetupToTeardownAndRefusesBadRows() throws IOException {
    Fingerprint all = cards.generate();
    // without columns: Hive is to compute only the rest
    Fingerprint expected = new Fingerprint(all.rows(), all.row(), Map.of(), Map.of());
    writeManifest(expected);
    step("setup").run().ok();
    assertThat(step("run").run().ok().out()).isEmpty();

    StringBuilder rows = new StringBuilder(ROW);
    BAD.subList(2, BAD.size()).forEach(bad -> rows.append(bad[0]));
    cards.write(ROW + ROW + BAD.get(0)[0] + ROW + BAD.get(1)[0], rows.toString());
    assertNamesBadRows(step("run").run());

    JsonNode proof = new ObjectMapper().readTree(step("verify").run().ok().out());
    assertThat(Fingerprint.fromJson(proof.get("fingerprint")))
        .as("the table is as it was before the bad rows")
        .isEqualTo(expected);
    assertThat(proof.get("storedBytes").asLong()).isBetween(10_000L, 200_000L);

    Files.delete(cards.compressed());
    Program.Outcome missing = step("run").run();
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.err()).contains("cannot read " + cards.compressed());

    step("teardown").run().ok();
    step("teardown").run().ok();
    try (Stream<Path> left = Files.list(work)) {
      assertThat(left).isEmpty();
    }
    try (Stream<Path> files = Files.list(cards.folder())) {
      assertThat(files).as("a part and the manifest").hasSize(2);
    }
  }

  private void writeManifest(Fingerprint fingerprint) throws IOException {
    Files.writeString(
        cards.folder().resolve("manifest.json"),
        "{\n  \"fingerprint\" : %s\n}\n".formatted(fingerprint.toJson()));
  }

  private void assertNamesBadRows(Program.Outcome run) {
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("hive-load-orc run: 12 malformed rows, nothing is loaded")
        .contains(cards.plain() + ":3: too few fields: 6888978486961227|VISA|")
        .contains(cards.plain() + ":5: too many fields: 6888978486961227|VISA|");
    for (int i = 2; i < 10; i++) {
      assertThat(run.err()).contains(cards.compressed() + ":" + i + ": " + BAD.get(i)[1] + ": ");
    }
  }

  @Test
  void withoutChecksLoadsABadRowAndVerifyNamesTheColumn() throws IOException {
    Files.createDirectory(cards.folder());
    cards.write(ROW, ROW + ROW);
    Fingerprint good =
        FileFingerprint.of(Table.ALL_CARD_TRANS, List.of(cards.plain(), cards.compressed()));
    writeManifest(good);
    cards.write(ROW.replace("7641", "x"), ROW + ROW);

    for (String name : List.of("setup", "run")) {
      withoutChecks(name).run().ok();
    }
    Program.Outcome verify = withoutChecks("verify").run().ok();

    JsonNode fingerprint = new ObjectMapper().readTree(verify.out()).get("fingerprint");
    assertThat(Fingerprint.fromJson(fingerprint).differencesFrom(good))
        .containsExactly("column mcc differs");
  }

  private Program withoutChecks(String name) {
    return step(name)
        .set("LOADPATH_PARAM_MODEL", "heap")
        .set("LOADPATH_PARAM_COMPRESSION", "none")
        .set("LOADPATH_PARAM_CHECKS", "no");
  }

  @Test
  void setupFailsWithoutData() throws IOException {
    Files.createDirectory(cards.folder());

    Program.Outcome setup = step("setup").run();

    assertThat(setup.exitCode()).isEqualTo(1);
    assertThat(setup.err()).contains("no files part-", cards.folder().toString());
  }
}
