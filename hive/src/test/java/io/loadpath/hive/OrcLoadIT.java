package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The load scripts by themselves, each table in a separate database. One session of Hive loads them
 * all. Both models take the compression in the same way, so one of them shows every compression.
 */
class OrcLoadIT {
  private static final String LOADED_TWICE = "partitioned_snappy";
  private static final Path SCRIPTS = Program.ROOT.resolve("hive/all-card-trans");
  private static final Pattern ANSWER =
      Pattern.compile("(\\{.*})\\n(?:(\\d+)\\n)?((?:file:.*\\n)*)");
  private static final Pattern DUMP =
      Pattern.compile("Structure for (\\S+)(?:\\n(?!Structure).*)*?\\nCompression: (\\w+)");

  @TempDir static Path folder;

  private static Fingerprint expected;
  private static final Map<String, Loaded> tables = new LinkedHashMap<>();
  private static final Map<Path, String> compressionOfFiles = new HashMap<>();

  /** A table's contents: digest of the rows, number of misplaced rows if known, and files. */
  private record Loaded(Fingerprint fingerprint, String misplaced, List<Path> files) {}

  static Stream<String> models() {
    return Stream.of("heap_none", "heap_zlib", "heap_zstd", "heap_snappy", LOADED_TWICE);
  }

  private static String compression(String table) {
    return table.substring(table.indexOf('_') + 1);
  }

  @BeforeAll
  static void load() throws IOException {
    Path data = folder.resolve("data");
    expected = new Cards(data).generate();
    StringBuilder script = new StringBuilder("SET hivevar:location=%s;%n".formatted(data.toUri()));
    models().forEach(table -> script.append(session(table)));
    Path file = Files.writeString(folder.resolve("models.hql"), script);

    String out = hive("-S", "-f", file.toString());

    List<MatchResult> answers = ANSWER.matcher(out).results().toList();
    List<String> names = models().toList();
    assertThat(answers).as(out).hasSameSizeAs(names);
    List<String> files = new ArrayList<>(List.of("--orcfiledump"));
    for (int i = 0; i < names.size(); i++) {
      Loaded loaded = loaded(answers.get(i));
      tables.put(names.get(i), loaded);
      loaded.files.forEach(path -> files.add(path.toString()));
    }
    DUMP.matcher(hive(files.toArray(String[]::new)))
        .results()
        .forEach(dump -> compressionOfFiles.put(Path.of(dump.group(1)), dump.group(2)));
  }

  private static String session(String table) {
    String model = table.substring(0, table.indexOf('_'));
    String load = "SOURCE %s;%n".formatted(SCRIPTS.resolve("03-load-" + model + ".hql"));
    boolean partitioned = model.equals("partitioned");
    return "CREATE DATABASE %1$s;%nUSE %1$s;%nSET hivevar:compression=%2$s;%n"
            .formatted(table, compression(table))
        + "SOURCE %s;%n".formatted(SCRIPTS.resolve("01-text.hql"))
        + "SOURCE %s;%n".formatted(SCRIPTS.resolve("02-" + model + ".hql"))
        + load
        + (table.equals(LOADED_TWICE) ? load : "")
        + "SET hivevar:table=all_card_trans;%nSOURCE %s;%n"
            .formatted(Program.ROOT.resolve("datasets/sql/fingerprint-all-card-trans-hive.sql"))
        + (partitioned ? "SOURCE %s;%n".formatted(SCRIPTS.resolve("05-misplaced.hql")) : "")
        + "SELECT DISTINCT INPUT__FILE__NAME FROM all_card_trans;\n";
  }

  private static Loaded loaded(MatchResult answer) throws IOException {
    return new Loaded(
        Fingerprint.fromJson(new ObjectMapper().readTree(answer.group(1))),
        answer.group(2),
        answer.group(3).lines().map(uri -> Path.of(URI.create(uri))).toList());
  }

  private static String hive(String... arguments) {
    return Hive.sharing(Program.in(folder, "bin/hive", arguments))
        .set("LOADPATH_HIVE_DIR", folder.resolve("hive"))
        .run()
        .ok()
        .out();
  }

  @ParameterizedTest
  @MethodSource("models")
  void holdTheRowsOfTheFilesOnce(String table) {
    assertThat(tables.get(table).fingerprint.differencesFrom(expected)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("models")
  void allFilesHaveTheCompressionAskedFor(String table) {
    assertThat(tables.get(table).files)
        .isNotEmpty()
        .allSatisfy(
            file ->
                assertThat(compressionOfFiles.get(file))
                    .as("%s", file)
                    .isEqualTo(compression(table).toUpperCase(Locale.ROOT)));
  }

  @ParameterizedTest
  @MethodSource("models")
  void partitionedTablesHaveAFolderPerMonthAndAFilePerBucket(String table) {
    Loaded loaded = tables.get(table);
    List<String> months =
        loaded.files.stream()
            .map(file -> file.getParent().getFileName().toString())
            .distinct()
            .sorted()
            .toList();
    if (table.startsWith("heap")) {
      assertThat(months).hasSize(1).noneMatch(name -> name.startsWith("purchase_month"));
      return;
    }
    assertThat(months)
        .containsExactly(
            "purchase_month=2008-01", "purchase_month=2008-02", "purchase_month=2008-03");
    assertThat(loaded.files).hasSize(4 * 3);
    assertThat(loaded.misplaced).isEqualTo("0");
  }

  @Test
  void areSmallerWhereCompressed() throws IOException {
    long plain = bytes("heap_none");
    for (String compression : List.of("zlib", "zstd", "snappy")) {
      assertThat(bytes("heap_" + compression)).isLessThan(plain);
    }
  }

  private static long bytes(String table) throws IOException {
    long bytes = 0;
    for (Path file : tables.get(table).files) {
      bytes += Files.size(file);
    }
    return bytes;
  }
}
