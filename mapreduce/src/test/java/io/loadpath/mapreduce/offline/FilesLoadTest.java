package io.loadpath.mapreduce.offline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import io.loadpath.externaltable.OracleGrammar;
import io.loadpath.externaltable.SqlLoaderGrammar;
import io.loadpath.externaltable.SqlPlusScript;
import io.loadpath.rows.ColumnType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Loads into files for Oracle, in the local runner; and loads that fail. */
class FilesLoadTest {
  private static final String TARGET =
      """
      target: shop.sales
      for: oracle
      columns:
        - {name: id, type: number(9)}
        - {name: day, type: date}
        - {name: at, type: timestamp(6)}
        - {name: price, type: 'number(10,2)'}
        - {name: ok, type: number(1)}
        - {name: note, type: varchar2(40 char)}
        - {name: b, type: raw(2)}
      partition-by: {range: day}
      partitions:
        - {name: jan, below: 2009-02-01}
        - {name: 'Feb $', below: 2009-03-01}
        - {name: mar, below: 2009-04-01}
      """;

  /** Prints the log that SQL*Loader writes, with the rows that start with a number. */
  private static final String SQLLDR =
      """
      #!/bin/bash
      cat >/dev/null
      for word in "$@"; do declare "${word%%=*}=${word#*=}"; done
      [[ $* != *$FAIL* ]] || { echo 'ORA-12541: TNS:no listener' >"$log"; exit 1; }
      files=$(sed -n "s/^INFILE '\\\\(.*\\\\)'$/\\\\1/p" "$control")
      printf '  %s Rows successfully loaded.\\n' "$(cat $files | grep -cE '^[0-9]+,')" >"$log"
      """;

  @TempDir private Path folder;
  private Path input;
  private Path output;

  @BeforeEach
  void writeInput() throws IOException {
    input = Files.write(folder.resolve("in.txt"), OfflineJob.lines());
    output = folder.resolve("out");
  }

  private FilesManifest load(FilesFormat format, long rejectLimit) throws Exception {
    FilesTarget target = DescribedTarget.read("target.yaml", TARGET, OfflineJob.COLUMNS);
    return OfflineJob.prepare(input, output, format, target, rejectLimit).run();
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(".crc"))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"TEXT", "GZIP"})
  void aManifestNamesAllFilesAndTheirRows(FilesFormat format) throws Exception {
    FilesManifest manifest = load(format, OfflineJob.ROWS);

    String end = format == FilesFormat.GZIP ? ".csv.gz" : ".csv";
    assertThat(names(output))
        .containsExactly(
            "SHA256SUMS",
            "_SUCCESS",
            "external-table.sql",
            "jan-r-00000" + end,
            "jan.ctl",
            "load.sh",
            "manifest.json",
            "mar-r-00000" + end,
            "mar.ctl",
            "partition-00001-r-00001" + end,
            "partition-00001.ctl",
            "rejected.tsv",
            "sqlldr.par");
    JsonNode json = new ObjectMapper().readTree(output.resolve("manifest.json").toFile());
    assertThat(json.get("table").asText()).isEqualTo("shop.sales");
    assertThat(json.get("rows").asLong() + json.get("rejectedRows").asLong())
        .isEqualTo(OfflineJob.ROWS);
    assertThat(json.at("/sources/0/bytes").asLong()).isEqualTo(Files.size(input));
    assertThat(json.at("/partitions/1/name").asText()).isEqualTo("Feb $");
    Program.in(output, "sha256sum", "-c", "SHA256SUMS").run().ok();
    for (FilesManifest.PartitionEntry partition : manifest.partitions()) {
      String text = text(output.resolve(partition.files().get(0).name()));
      List<Integer> ids =
          text.lines()
              .filter(line -> line.matches("[0-9]+,.*"))
              .map(line -> Integer.valueOf(line.substring(0, line.indexOf(','))))
              .toList();
      assertThat(ids).hasSize((int) partition.rows()).isSorted();
    }
  }

  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        InputStream text = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
      return new String(text.readAllBytes(), UTF_8);
    }
  }

  @Test
  void theControlFileNamesThePartitionAndItsFiles() throws Exception {
    FilesManifest manifest = load(FilesFormat.TEXT, OfflineJob.ROWS);

    assertThat(output.resolve("partition-00001.ctl"))
        .hasContent(
            """
            -- %d rows for SQL*Loader; load.sh starts it
            LOAD DATA
            CHARACTERSET AL32UTF8 LENGTH SEMANTICS CHARACTER
            INFILE 'partition-00001-r-00001.csv'
            APPEND
            PRESERVE BLANKS
            INTO TABLE shop.sales PARTITION ("Feb $")
            FIELDS CSV WITH EMBEDDED TERMINATED BY ',' OPTIONALLY ENCLOSED BY '"'
            (
              id CHAR(255),
              day DATE(10) "YYYY-MM-DD",
              at CHAR(26) "TO_TIMESTAMP(:at, 'YYYY-MM-DD HH24:MI:SS.FF6')",
              price CHAR(255),
              ok CHAR(1),
              note CHAR(40),
              b CHAR(4) "HEXTORAW(:b)"
            )
            """
                .formatted(manifest.partitions().get(1).rows()));
    assertThat(text(output.resolve("jan-r-00000.csv")))
        .contains(",2009-01-01 10:11:12.", ",\"two\nlines\",", ",\"say \"\"yes\"\"\",");
  }

  @ParameterizedTest
  @EnumSource(names = {"TEXT", "GZIP"})
  void theGrammarAcceptsEveryStatement(FilesFormat format) throws Exception {
    FilesManifest manifest = load(format, OfflineJob.ROWS);

    SqlPlusScript script = SqlPlusScript.read(output.resolve("external-table.sql"));

    assertThat(script.statements()).hasSize(1 + 3 * manifest.partitions().size());
    for (String statement : script.statements()) {
      String words =
          OracleGrammar.inItsWords(
              statement.replaceAll("&(\\w+)\\.?", Matcher.quoteReplacement("loadpath")));
      assertThat(OracleGrammar.errors(words)).as(statement).isEmpty();
    }
    assertThat(script.statements().get(1)).contains("\n  note VARCHAR2(40 CHAR),\n");
    assertThat(script.statements().get(2))
        .contains("/*+ APPEND */ INTO shop.sales PARTITION (jan) (")
        .contains("<> %d THEN".formatted(manifest.partitions().get(0).rows()));
    String wrong = script.statements().get(1).replace("LOCATION", "LOCATIONS");
    assertThat(OracleGrammar.errors(OracleGrammar.inItsWords(wrong))).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"TEXT", "GZIP"})
  void theGrammarAcceptsTheFilesOfSqlLoader(FilesFormat format) throws Exception {
    load(format, OfflineJob.ROWS);

    for (String name : List.of("jan.ctl", "partition-00001.ctl", "mar.ctl")) {
      String control = Files.readString(output.resolve(name));
      assertThat(SqlLoaderGrammar.errors(control)).as(control).isEmpty();
      String wrong = control.replace("PARTITION (", "(");
      assertThat(SqlLoaderGrammar.errors(wrong)).isNotEmpty();
    }
    String parameters = Files.readString(output.resolve("sqlldr.par"));
    assertThat(SqlLoaderGrammar.parameterErrors(parameters)).isEmpty();
  }

  /** SQL*Loader reserves one word, and Oracle's SQL does not. */
  @ParameterizedTest
  @EnumSource(
      value = ColumnType.class,
      names = {"TEXT", "DATE", "TIMESTAMP", "TIMESTAMPTZ", "BYTEA", "INT4", "BOOL"})
  void aControlFileQuotesTheReservedWord(ColumnType type) {
    String field = new OracleColumn("constant", type, 0).controlField();

    assertThat(field).startsWith("\"CONSTANT\" ");
    String control = "LOAD DATA APPEND INTO TABLE t FIELDS CSV (%s)".formatted(field);
    assertThat(SqlLoaderGrammar.errors(control)).as(control).isEmpty();
  }

  private Outcome loadByScript(String fail, String... partitions) throws IOException {
    Path tools = Files.createDirectories(folder.resolve("tools"));
    Files.setPosixFilePermissions(
        Files.writeString(tools.resolve("sqlldr"), SQLLDR),
        PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(folder.resolve("password"), "tiger");
    return Program.in(folder, output.resolve("load.sh").toString(), partitions)
        .set("PATH", tools + ":" + System.getenv("PATH"))
        .set("ORACLE_USER", "loader")
        .set("ORACLE_PASSWORD_FILE", "password")
        .set("FAIL", fail)
        .run();
  }

  @ParameterizedTest
  @EnumSource(names = {"TEXT", "GZIP"})
  void theShellScriptComparesRowsWithTheManifest(FilesFormat format) throws Exception {
    FilesManifest manifest = load(format, OfflineJob.ROWS);
    long jan = manifest.partitions().get(0).rows();
    long mar = manifest.partitions().get(2).rows();

    assertThat(loadByScript("nothing").ok().out())
        .startsWith("jan: %d rows\npartition-00001: ".formatted(jan))
        .endsWith("mar: %d rows\n".formatted(mar));
    assertThat(loadByScript("nothing", "mar").ok().out())
        .isEqualTo("mar: %d rows\n".formatted(mar));
    assertThat(loadByScript("nothing", "april").err()).contains("not a partition with rows");

    Outcome failed = loadByScript("=jan.ctl");
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.err())
        .contains("jan: SQL*Loader ended with 1: ORA-12541")
        .contains("load the others by: ./load.sh partition-00001 mar");

    Path script = output.resolve("load.sh");
    Files.writeString(
        script, Files.readString(script).replace("'jan %d ".formatted(jan), "'jan 7 "));
    assertThat(loadByScript("nothing").err())
        .contains("jan: %d rows are loaded, the manifest has 7".formatted(jan));

    Path file = output.resolve(manifest.partitions().get(2).files().get(0).name());
    Files.write(file, "x".getBytes(UTF_8));
    assertThat(loadByScript("nothing", "mar").err()).contains("mar: its files are damaged");
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void aLoadThatFailsLeavesTheFolderAsItWas(boolean existed) throws Exception {
    if (existed) {
      Files.createDirectory(output);
    }

    assertThatThrownBy(() -> load(FilesFormat.TEXT, 3)).hasMessageContaining("the job failed");

    assertThat(Files.exists(output)).isEqualTo(existed);
    if (existed) {
      assertThat(output).isEmptyDirectory();
    }
  }

  @Test
  void onlyOwnFilesAreDiscarded() throws Exception {
    FilesTarget target = DescribedTarget.read("target.yaml", TARGET, OfflineJob.COLUMNS);
    FilesPlan plan = FilesPlan.of(target, FilesFormat.TEXT);
    var path = new org.apache.hadoop.fs.Path(output.toUri());
    FilesFolder files = new FilesFolder(path, plan, new Configuration());
    Files.createDirectory(output);
    for (String name : List.of("jan-r-00001.csv", "jan-r-00002.csv", "april-r-00000.csv")) {
      Files.writeString(output.resolve(name), "");
    }
    files.write("manifest.json", "{}");

    files.discard(2);

    assertThat(names(output)).containsExactly("april-r-00000.csv", "jan-r-00002.csv");
  }

  @Test
  void aFolderWithFilesIsRefusedAndStays() throws Exception {
    Files.createDirectory(output);
    Files.writeString(output.resolve("jan.ctl"), "mine");

    assertThatThrownBy(() -> load(FilesFormat.TEXT, 0)).hasMessageContaining("is not empty");

    assertThat(output.resolve("jan.ctl")).hasContent("mine");
  }

  @Test
  void oracleReadsNoBinaryCopy() {
    assertThatThrownBy(() -> load(FilesFormat.BINARY, 0))
        .hasMessage("format binary is PostgreSQL's COPY: for Oracle, choose text or gzip");
  }
}
