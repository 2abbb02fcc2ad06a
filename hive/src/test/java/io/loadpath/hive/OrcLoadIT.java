package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Fingerprint;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The load scripts by themselves, each table in a separate database. Both models take the
 * compression in the same way, so one of them shows every compression.
 */
class OrcLoadIT {
  private static final Path SCRIPTS = Program.ROOT.resolve("hive/all-card-trans");
  private static final String PARTITIONED = "partitioned_zlib";
  private static final Pattern DUMP =
      Pattern.compile("Structure for (\\S+)(?:\\n(?!Structure).*)*?\\nCompression: (\\w+)");

  @TempDir private Path folder;

  private static Fingerprint expected;
  private static List<String> misplaced;
  private static List<OrcFile> files;

  private record OrcFile(Path path, long rows, long digest) {
    static OrcFile of(String line) {
      String[] columns = line.split("\t");
      return new OrcFile(
          Path.of(URI.create(columns[0])),
          Long.parseLong(columns[1]),
          Long.parseUnsignedLong(columns[2], 16));
    }

    boolean isOf(String table) {
      return path.toString().contains("/" + table + ".db/");
    }
  }

  static Stream<String> tables() {
    return Stream.of("heap_none", "heap_zstd", "heap_snappy", PARTITIONED);
  }

  private static String compression(String table) {
    return table.substring(table.indexOf('_') + 1);
  }

  static String script(Path folder) throws IOException {
    Path data = folder.resolve("data");
    expected = new Cards(data).generate();
    StringBuilder script = new StringBuilder("SET hivevar:location=%s;%n".formatted(data.toUri()));
    tables().forEach(table -> script.append(session(table)));
    script.append(oneRow("bar", "'AUSTIN|TX'", "CAST(NULL AS STRING)"));
    script.append(oneRow("no_bar", "'AUSTIN'", "'TX'"));
    script.append(bucketsOfOtherNames(folder));
    return script.toString();
  }

  @BeforeAll
  static void load() {
    Program.Outcome session = SharedSession.of(OrcLoadIT.class);
    List<String> answers = session.out().lines().toList();
    misplaced = answers.stream().filter(line -> !line.startsWith("file:")).toList();
    files = answers.stream().filter(line -> line.startsWith("file:")).map(OrcFile::of).toList();
  }

  /** Loads one table. A table of each model is loaded once more, without checks. */
  private static String session(String table) {
    String model = table.substring(0, table.indexOf('_'));
    List<String> scripts = new ArrayList<>();
    scripts.addAll(List.of("01-text", "02-" + model, "03-load-" + model));
    if (table.equals(PARTITIONED)) {
      scripts.add("03-load-partitioned");
    }
    if (table.equals(PARTITIONED) || table.equals("heap_snappy")) {
      scripts.addAll(List.of("01-typed", "03-insert-" + model));
    }
    if (table.equals(PARTITIONED)) {
      scripts.add("05-misplaced");
    }
    scripts.add("06-files");
    StringBuilder session = new StringBuilder();
    session.append(
        "CREATE DATABASE %1$s;%nUSE %1$s;%nSET hivevar:compression=%2$s;%n"
            .formatted(table, compression(table)));
    scripts.forEach(name -> session.append("SOURCE %s/%s.hql;%n".formatted(SCRIPTS, name)));
    return session.toString();
  }

  private static String oneRow(String database, String city, String state) {
    return """
        CREATE DATABASE %1$s;
        USE %1$s;
        CREATE TABLE all_card_trans STORED AS ORC AS SELECT '1' AS card_no, 'V' AS card_type,
          1 AS mcc, 1.00BD AS purchase_amt, DATE '2008-01-01' AS purchase_dt, 1 AS merchant_code,
          %2$s AS merchant_city, %3$s AS merchant_state, 1 AS merchant_zip;
        SOURCE %4$s/06-files.hql;
        """
        .formatted(database, city, state, SCRIPTS);
  }

  /**
   * Rows in files with the names that other writers give to buckets: those of a transactional
   * table, which the bundled metastore cannot make, and of a second INSERT. Buckets 0 and 1 have
   * each other's name. Prints the misplaced rows, then the rows of these two buckets.
   */
  private static String bucketsOfOtherNames(Path folder) throws IOException {
    StringBuilder script = new StringBuilder();
    script.append(
        """
        CREATE DATABASE names;
        USE names;
        CREATE TABLE all_card_trans (card_no STRING, purchase_dt DATE) PARTITIONED BY (purchase_dt_month STRING)
        CLUSTERED BY (card_no) INTO 4 BUCKETS STORED AS ORC;
        SET hive.exec.dynamic.partition.mode=nonstrict;
        INSERT INTO all_card_trans PARTITION (purchase_dt_month)
        SELECT card_no, purchase_dt, purchase_dt_month FROM %s.all_card_trans
        WHERE purchase_dt_month = '2008-01';
        """
            .formatted(PARTITIONED));
    Path renames =
        Files.writeString(
            folder.resolve("rename"),
            """
            cd %s/*/names.db/all_card_trans/purchase_dt_month=2008-01
            mv 000000_0 bucket_00001
            mv 000001_0 bucket_00000_0
            mv 000002_0 bucket_00002
            mv 000003_0 000003_0_copy_1
            """
                .formatted(SharedSession.HIVE));
    script.append("!sh %s;%n".formatted(renames));
    return script
        .append("SOURCE %s/05-misplaced.hql;%n".formatted(SCRIPTS))
        .append(
            "SELECT COUNT(*) FROM all_card_trans WHERE (MURMUR_HASH(card_no) & 2147483647) % 4 < 2;\n")
        .toString();
  }

  private String hive(String... arguments) {
    return Hive.sharing(Program.in(folder, "engines/bin/hive", arguments))
        .set("LOADPATH_HIVE_DIR", SharedSession.HIVE)
        .run()
        .ok()
        .out();
  }

  private static List<OrcFile> files(String table) {
    return files.stream().filter(file -> file.isOf(table)).toList();
  }

  @ParameterizedTest
  @MethodSource("tables")
  void holdTheRowsOfTheFilesOnce(String table) {
    assertThat(files(table).stream().mapToLong(OrcFile::rows).sum()).isEqualTo(expected.rows());
    assertThat(files(table).stream().mapToLong(OrcFile::digest).sum()).isEqualTo(expected.row());
  }

  @Test
  void aDelimiterInATextChangesTheDigest() {
    assertThat(files("bar")).hasSize(1);
    assertThat(files("no_bar")).hasSize(1);
    assertThat(files("bar").get(0).digest()).isNotEqualTo(files("no_bar").get(0).digest());
  }

  @Test
  void allFilesHaveTheCompressionAskedFor() {
    List<OrcFile> loaded = tables().flatMap(table -> files(table).stream()).toList();
    List<String> paths = loaded.stream().map(file -> file.path().toString()).toList();
    List<String> asked =
        tables().flatMap(table -> files(table).stream().map(file -> compression(table))).toList();

    String dump =
        hive(Stream.concat(Stream.of("--orcfiledump"), paths.stream()).toArray(String[]::new));
    Program script =
        Program.in(
            folder, Program.ROOT.resolve("hive/paths/hive-load-orc/compression-of").toString());

    assertThat(script.with(paths.toArray(String[]::new)).run().ok().out().lines())
        .containsExactlyElementsOf(asked);
    assertThat(DUMP.matcher(dump).results().map(found -> found.group(2).toLowerCase(Locale.ROOT)))
        .containsExactlyElementsOf(asked);
  }

  @Test
  void theBytesOfFilesCountOnlyIfAllHaveTheCompressionOfTheParameter() throws IOException {
    Program.Outcome other = storedBytes("none");

    assertThat(storedBytes("zlib").ok().out()).isEqualTo(bytes(PARTITIONED) + "\n");
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.err()).contains("compression is 12 zlib, not none everywhere");
  }

  private Program.Outcome storedBytes(String compression) {
    return Program.in(folder, "hive/paths/hive-load-orc/stored-bytes")
        .with(files(PARTITIONED).stream().map(file -> "file:" + file.path()).toArray(String[]::new))
        .set("LOADPATH_ROOT", Program.ROOT)
        .set("LOADPATH_DATA", folder)
        .set("LOADPATH_WORK", folder)
        .set("LOADPATH_TABLE", "all-card-trans")
        .set("LOADPATH_SCRIPTS", Program.ROOT)
        .set("LOADPATH_PARAM_COMPRESSION", compression)
        .run();
  }

  @Test
  void partitionedTablesHaveAFolderPerMonthAndAFilePerBucket() {
    assertThat(files(PARTITIONED)).hasSize(4 * 3);
    assertThat(files(PARTITIONED))
        .extracting(file -> file.path().getParent().getFileName().toString())
        .containsOnly(
            "purchase_dt_month=2008-01", "purchase_dt_month=2008-02", "purchase_dt_month=2008-03");
    assertThat(misplaced).first().isEqualTo("0");
  }

  @Test
  void aRowInAnotherBucketIsMisplacedWhateverTheFilesAreCalled() {
    assertThat(misplaced).hasSize(3);
    assertThat(misplaced.get(1)).isNotEqualTo("0").isEqualTo(misplaced.get(2));
  }

  private static long bytes(String table) throws IOException {
    long bytes = 0;
    for (OrcFile file : files(table)) {
      bytes += Files.size(file.path());
    }
    return bytes;
  }
}
