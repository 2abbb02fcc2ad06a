package io.loadpath.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.tables.Trait;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The variants that take a user's files, and the reasons of others. */
class OwnFitTest {
  private static final String BOTH =
      """
      parameters:
        files: [cores, 1..11]
        codec: [none, gzip-1, gzip-6, zstd-3]
        way: [copy, insert]
      """;

  @TempDir private Path parent;

  private Variant variant(String parameters, String own) throws IOException {
    String yaml =
        PathFolder.yaml("one")
            .replaceAll("(?m)^(parameters:|  .*)\\n", "")
            .replace("needs: []", "needs: [postgres, sqoop]")
            .replace("steps:", parameters + "own-table: {" + own + "}\nsteps:");
    LoadPath path = LoadPath.read(PathFolder.write(parent, "one", yaml));
    return new Variant(path, path.definition().defaults());
  }

  private static OwnFit files(int count, String codec) {
    return new OwnFit(count, codec, Set.of(), Map.of());
  }

  private static Optional<String> refusal(OwnFit files, Variant variant) {
    return files.refusal(files.fit(variant)).map(not -> not.path() + ": " + not.reason());
  }

  @ParameterizedTest
  @CsvSource({
    "3, none, files=3 codec=none",
    "11, gzip-1, files=11 codec=gzip-1",
    "1, gzip, files=1 codec=gzip-6",
    "1, gzip-9, files=1 codec=gzip-6",
    "1, zstd, files=1 codec=zstd-3"
  })
  void aVariantHasTheNumberAndTheCodecOfTheFiles(int count, String codec, String values)
      throws IOException {
    OwnFit files = files(count, codec);
    Variant variant = files.fit(variant(BOTH, ""));

    assertThat(variant.id()).isEqualTo("one " + values + " way=copy");
    assertThat(OwnFit.only(variant)).isEqualTo("one way=copy");
    assertThat(files.refusal(variant)).isEmpty();
  }

  @Test
  void moreFilesThanAPathTakesAreNotRun() throws IOException {
    assertThat(refusal(files(12, "none"), variant(BOTH, "")))
        .contains("one: takes files=cores|1..11, but there are 12; --parts N cuts them into N");
  }

  @Test
  void aCodecThatAPathDoesNotKnowIsNotRun() throws IOException {
    assertThat(refusal(files(1, "lz4"), variant(BOTH, "")))
        .contains(
            "one: takes plain files and gzip, zstd, but these are lz4: inflate them, and name the plain ones after the table");
    assertThat(refusal(files(1, "gzip"), variant("", "")))
        .contains(
            "one: takes plain files, but these are gzip: inflate them, and name the plain ones after the table");
    assertThat(refusal(files(1, "gzip"), variant("", "codecs: [gzip, bzip2]"))).isEmpty();
    assertThat(refusal(files(1, "none"), variant("", ""))).isEmpty();
  }

  @Test
  void aTraitThatAPathOrOneOfItsValuesCannotTakeIsNotRun() throws IOException {
    OwnFit odd = new OwnFit(1, "none", EnumSet.of(Trait.BOM, Trait.ODD_NAMES), Map.of());

    assertThat(refusal(odd, variant(BOTH, "cannot-take: {odd-names: a, bom: b, quotes: c}")))
        .contains("one: odd-names: a; bom: b");
    assertThat(refusal(odd, variant(BOTH, "cannot-take-when: {way: {copy: {bom: b}}}")))
        .contains(
            "one way=copy: bom: b; --parts N cuts the rows into files without a header line and byte order mark");
    assertThat(refusal(odd, variant(BOTH, "cannot-take-when: {way: {insert: {bom: b}}}")))
        .isEmpty();
  }

  @Test
  void aTableThatOneOfItsToolsCannotHoldIsNotRun() throws IOException {
    OwnFit wide = new OwnFit(1, "none", Set.of(), Map.of("sqoop", "too wide", "hive", "too long"));

    assertThat(refusal(wide, variant(BOTH, ""))).contains("one: too wide");
  }
}
