package io.loadpath.hive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Datasets;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The path hive-orc-load, step by step, in the environment that the harness gives it. */
class OrcLoadPathIT {
  private static final int ROWS = 1000;
  private static final String ROW =
      "6888978486961227|VISA|7641|38|09/14/2009|6600355|Fort Lauderdale|FL|33323|\n";

  /** One for each thing that can be wrong, and which one it is. */
  private static final List<String[]> BAD =
      List.of(
          bad("|33323|", "|33323", "too few fields"),
          bad("|33323|", "|33323|||", "too many fields"),
          bad("VISA", "VISA VISA VISA VISA V", "card_type"),
          bad("7641", "76.41", "mcc"),
          bad("|38|", "||", "purchase_amt"),
          bad("09/14/2009", "02/30/2009", "purchase_dt"),
          bad("6600355", "99999999999", "merchant_code"),
          bad("Fort Lauderdale", "", "merchant_city"),
          bad("FL", "FLOR", "merchant_state"),
          bad("33323", "x", "merchant_zip"),
          bad("6888978486961227", "", "card_no"),
          bad("|", ";", "too few fields"));

  @TempDir Path folder;
  private Path data;
  private Path work;

  private static String[] bad(String part, String instead, String problem) {
    return new String[] {ROW.replace(part, instead), problem};
  }

  @BeforeEach
  void makeFolders() throws IOException {
    data = folder.resolve("data");
    work = Files.createDirectory(folder.resolve("work"));
  }

  private Fingerprint generate(String codec) throws IOException {
    return Datasets.allCardTrans(ROWS, 2, Codec.of(codec))
        .prepare(data, Progress.silent())
        .fingerprint();
  }

  private static void gzip(Path file, String text) throws IOException {
    try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
      gzip.write(text.getBytes(UTF_8));
    }
  }

  private Command step(String name, String model, String compression) {
    return Hive.sharing(new Command(work, "hive/paths/hive-orc-load/" + name))
        .set("LOADPATH_ROOT", Command.ROOT)
        .set("LOADPATH_WORK", work)
        .set("LOADPATH_DATA", data)
        .set("LOADPATH_PARAM_MODEL", model)
        .set("LOADPATH_PARAM_COMPRESSION", compression);
  }

  private JsonNode verify(String model, String compression) throws IOException {
    return new ObjectMapper().readTree(step("verify", model, compression).run().ok().out());
  }

  @Test
  void goesFromSetupToTeardown() throws IOException {
    String model = "partitioned";
    String compression = "zstd";
    Fingerprint expected = generate("gzip-3");
    step("setup", model, compression).run().ok();
    Command.Result run = step("run", model, compression).run().ok();

    JsonNode proof = verify(model, compression);
    Command.Result other = step("verify", model, "zlib").run();

    assertThat(run.out()).isEmpty();
    assertThat(Fingerprint.fromJson(proof.get("fingerprint")).differencesFrom(expected)).isEmpty();
    assertThat(proof.get("storedBytes").asLong()).isBetween(20_000L, 500_000L);
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.err()).contains("compression is not zlib everywhere but: 143 ZSTD");

    step("teardown", model, compression).run().ok();
    step("teardown", model, compression).run().ok();
    try (Stream<Path> left = Files.list(work)) {
      assertThat(left).isEmpty();
    }
    try (Stream<Path> files = Files.list(data)) {
      assertThat(files).as("parts and manifest").hasSize(3);
    }
  }

  @Test
  void badRowsAreCountedAndNamedAndTheTableStaysAsItWas() throws IOException {
    Fingerprint expected = generate("none");
    Path first = data.resolve("part-00000.tbl");
    Path second = data.resolve("part-00001.tbl.gz");
    gzip(second, Files.readString(data.resolve("part-00001.tbl")));
    Files.delete(data.resolve("part-00001.tbl"));
    step("setup", "heap", "zlib").run().ok();
    step("run", "heap", "zlib").run().ok();
    Files.writeString(first, ROW + ROW + BAD.get(0)[0] + ROW + BAD.get(1)[0]);
    StringBuilder rows = new StringBuilder(ROW);
    BAD.subList(2, BAD.size()).forEach(bad -> rows.append(bad[0]));
    gzip(second, rows.toString());

    Command.Result run = step("run", "heap", "zlib").run();

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("hive-orc-load run: 12 malformed rows, nothing is loaded")
        .contains(first + ":3: too few fields: 6888978486961227|VISA|")
        .contains(first + ":5: too many fields: 6888978486961227|VISA|");
    for (int i = 2; i < 10; i++) {
      assertThat(run.err()).contains(second + ":" + i + ": " + BAD.get(i)[1] + ": ");
    }
    JsonNode proof = verify("heap", "zlib");
    assertThat(Fingerprint.fromJson(proof.get("fingerprint")).differencesFrom(expected)).isEmpty();

    Files.delete(second);
    Command.Result missing = step("run", "heap", "zlib").run();
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.err()).contains("cannot read " + second);
  }

  @Test
  void setupWithoutDataSaysSo() throws IOException {
    Files.createDirectory(data);

    Command.Result setup = step("setup", "heap", "zlib").run();

    assertThat(setup.exitCode()).isEqualTo(1);
    assertThat(setup.err()).contains("no files part-", data.toString());
  }
}
