package io.loadpath.hive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.datasets.FileFingerprint;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.engines.service.Program;
import io.loadpath.rows.Column;
import io.loadpath.rows.Kind;
import io.loadpath.tables.Table;
import io.loadpath.tables.scripts.Dialect;
import io.loadpath.tables.scripts.Scripts;
import io.loadpath.tables.scripts.Target;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The scripts of {@link OwnTables}: what Hive makes of their files, each table in a separate
 * database.
 */
class OwnTableIT {
  private static final String HEADER =
      "id;select;Order No;\"\"\"; DROP TABLE it's --\";back`tick;wide;ratio;flag;day;at;moment;line;"
          + "ünï_cölümn_wïth_sïxty_thrée_bytes_of_nàme_abcdefg_1;sold_on\n";

  /** Rows of {@link OwnTables#QUOTED}, and what they hold; bytes are hex. */
  private static final Map<String, String> QUOTED =
      rows(
          "1;-7;\"a;b \"\"q\"\"\";\"\";1.500;12345678901234567890123456789012.123456;-1.5e3;true;"
              + "2020-02-29;2020-01-31T23:59:59.123456;2020-01-31T23:59:59.123+05:30;00ff;😀é;2020-01-15",
          "1|-7|a;b \"q\"||1.50|12345678901234567890123456789012.123456|-1500.0|TRUE|"
              + "2020-02-29|2020-01-31 23:59:59.123456|2020-01-31 18:29:59.123|00FF|😀é|2020-01-15",
          "9999999999;NA;Z \\ z;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;2020-02-15",
          "9999999999|NULL|Z \\ z|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|2020-02-15",
          "3;0007;\" lead \";\"NA\";-.5;-0;-INF;F;0001-01-01;2020-02-28T00:00:00;"
              + "2020-02-28T00:00:00Z;;\"\";2020-02-01",
          "3|7| lead |NA|-0.50|0.000000|-Infinity|FALSE|0001-01-01|2020-02-28 00:00:00|"
              + "2020-02-28 00:00:00|||2020-02-01",
          "\"4\";\"5\";x;it's;\"1.10\";0;\"nan\";1;\"2020-12-31\";\"2020-06-01T12:00:00.5\";"
              + "2020-06-01T12:00:00.5-0800;\"DEAD\";y;\"2021-02-28\"",
          "4|5|x|it's|1.10|0.000000|NaN|TRUE|2020-12-31|2020-06-01 12:00:00.5|"
              + "2020-06-01 20:00:00.5|DEAD|y|2021-02-28");

  private static final Map<String, String> TABBED =
      rows(
          "1\ta \"b\" \\ ☃\t-1.5\t29.02.2020\t01.01.2020 00:00:01",
          "1|a \"b\" \\ ☃|-1.50|2020-02-29|2020-01-01 00:00:01",
          "2\t\\N\t\\N\t\\N\t31.01.2020 23:59:59",
          "2|NULL|NULL|NULL|2020-01-31 23:59:59",
          "3\t\t0\t31.12.9999\t29.02.2020 12:00:00.0",
          "3||0.00|9999-12-31|2020-02-29 12:00:00");

  private static final Map<String, String> ESCAPED =
      rows(
          "1,a\\,b\\\\n\\nd\\te,", "1|a,b\\n\nd\te",
          "2,\\N,", "2|NULL",
          "3,\\\\N,", "3|\\N",
          "4,,", "4|");

  private static final Map<String, String> LATIN =
      rows(
          "1,'café \\'x\\' \\\\ ,'", "1|café 'x' \\ ,", "2,ü", "2|ü", "3,", "3|NULL", "4,''", "4|");

  /** Rows that QUOTED cannot take, and the problem. */
  private static final Map<String, String> BAD = bad();

  private static Path folder;

  private static final StringBuilder session = new StringBuilder();
  private static Program.Outcome outcome;

  private static Map<String, String> rows(String... linesAndValues) {
    Map<String, String> rows = new LinkedHashMap<>();
    for (int i = 0; i < linesAndValues.length; i += 2) {
      rows.put(linesAndValues[i], linesAndValues[i + 1]);
    }
    return rows;
  }

  private static Map<String, String> bad() {
    String[] good =
        "1;2;x;y;1.5;0;0;t;2020-01-01;2020-01-01T00:00:00;2020-01-01T00:00:00Z;00;z;2020-01-01"
            .split(";");
    String whole = String.join(";", good);
    Map<String, String> bad = new LinkedHashMap<>();
    bad.put(whole.replace(";2020-01-01T00:00:00Z;00", ""), "too few fields");
    bad.put(whole + ";", "too many fields");
    bad.put(whole.replace(";x;", ";\"x\"x;"), "quotes or escapes");
    bad.put(whole.replace(";x;", ";\"x;"), "quotes or escapes");
    bad.put(whole.replaceFirst("1;2", "1\";2"), "quotes or escapes");
    // a line end inside quotes makes two lines of the row
    bad.put("1;2;\"one", "quotes or escapes");
    bad.put("row\";" + whole.substring(6), "quotes or escapes");
    List<Column> columns = OwnTables.QUOTED.columns();
    Map<Integer, List<String>> values =
        Map.ofEntries(
            Map.entry(0, List.of("x", "", "NA", "1.0", "9223372036854775808")),
            Map.entry(1, List.of("2147483648", "")),
            Map.entry(2, List.of("NA", "123456789012345678901")),
            Map.entry(4, List.of("1.501", "123456789.00", "1e1")),
            Map.entry(5, List.of("x", "0.0000001")),
            Map.entry(6, List.of("1f", "x", "")),
            Map.entry(7, List.of("maybe", "2")),
            Map.entry(8, List.of("2020-02-30", "20200101", "2020-1-001", "01/02/2020")),
            Map.entry(
                9,
                List.of(
                    "2020-01-01T24:00:00", "2020-01-01 00:00:00", "2020-01-01T00:00:00.1234567")),
            Map.entry(10, List.of("2020-01-01T00:00:00", "2020-01-01T00:00:00.1234Z")),
            Map.entry(11, List.of("0g", "012")),
            Map.entry(12, List.of("123456", "\"12345\"\"\"")),
            Map.entry(13, List.of("NA", "", "2020-13-01")));
    values.forEach(
        (column, texts) ->
            texts.forEach(
                text -> {
                  String[] row = good.clone();
                  row[column] = text;
                  bad.put(String.join(";", row), columns.get(column).name());
                }));
    return bad;
  }

  static String script(Path place) throws IOException {
    folder = place;
    List<String> lines = new ArrayList<>(QUOTED.keySet());
    write("quoted", "part-00000.csv", HEADER + text(lines.subList(0, 2), "\n"), UTF_8);
    write("quoted", "part-00001.csv.gz", HEADER + text(lines.subList(2, 4), "\n"), UTF_8);
    write("quoted", "part-00002.csv", HEADER, UTF_8);
    write("bad", "part-00000.csv", HEADER + text(BAD.keySet(), "\n"), UTF_8);
    write(
        "tabbed",
        "part-00000.csv",
        "\uFEFFid\tname\tamount\tday\tat\r\n" + text(TABBED.keySet(), "\r\n"),
        UTF_8);
    write("escaped", "part-00000.csv.gz", text(ESCAPED.keySet(), "\n"), UTF_8);
    write("latin", "part-00000.csv", "id,note\n" + text(LATIN.keySet(), "\n"), ISO_8859_1);
    for (Table table : OwnTables.ALL) {
      new Scripts(Program.ROOT, table)
          .write(Set.of(Target.HIVE), folder.resolve("scripts-" + table.name()));
    }
    session.append("SET hivevar:compression=zlib;\n");
    load("heap", OwnTables.QUOTED, "quoted", "01-text", "02-heap", "03-load-heap", "06-files");
    fingerprint("heap", OwnTables.QUOTED);
    load(
        "months",
        OwnTables.QUOTED,
        "quoted",
        "01-text",
        "02-partitioned",
        "03-load-partitioned",
        "05-misplaced");
    load(
        "unchecked",
        OwnTables.QUOTED,
        "quoted",
        "01-typed",
        "02-partitioned",
        "03-insert-partitioned",
        "05-misplaced");
    load(
        "tabbed",
        OwnTables.TABBED,
        "tabbed",
        "01-text",
        "02-partitioned",
        "03-load-partitioned",
        "05-misplaced");
    fingerprint("tabbed", OwnTables.TABBED);
    load("tabbed_unchecked", OwnTables.TABBED, "tabbed", "01-typed", "02-heap", "03-insert-heap");
    load("escaped", OwnTables.ESCAPED, "escaped", "01-text", "02-heap", "03-load-heap");
    fingerprint("escaped", OwnTables.ESCAPED);
    load("latin", OwnTables.LATIN, "latin", "01-text", "02-heap", "03-load-heap");
    fingerprint("latin", OwnTables.LATIN);
    begin("bad", OwnTables.QUOTED, "bad", "01-text", "02-heap", "04-rejects");
    session.append("SELECT 'bad', problem, line FROM quoted_loadpath_rejects;\n");
    session.append("SET hive.cli.errors.ignore=false;\n");
    begin("refused", OwnTables.QUOTED, "bad", "01-text", "02-heap", "03-load-heap");
    return session.toString();
  }

  @BeforeAll
  static void load() {
    outcome = SharedSession.of(OwnTableIT.class);
  }

  private static String text(Iterable<String> lines, String lineEnd) {
    return String.join(lineEnd, lines) + lineEnd;
  }

  private static void write(String data, String name, String text, Charset charset)
      throws IOException {
    Path file = Files.createDirectories(folder.resolve(data)).resolve(name);
    try (OutputStream out = Files.newOutputStream(file);
        OutputStream bytes = name.endsWith(".gz") ? new GZIPOutputStream(out) : out) {
      bytes.write(text.getBytes(charset));
    }
  }

  /** Adds scripts to the session, and prints the rows of the table. */
  private static void load(String database, Table table, String data, String... scripts) {
    begin(database, table, data, scripts);
    String fields =
        table.columns().stream().map(OwnTableIT::shown).collect(Collectors.joining(", '|', "));
    session.append(
        "SELECT 'row', '%s', BASE64(ENCODE(CONCAT(%s), 'UTF-8')) FROM %s;%n"
            .formatted(database, fields, table.sqlName()));
  }

  /** Adds the fingerprint of the table that was loaded last. */
  private static void fingerprint(String database, Table table) {
    session.append(
        "SET hivevar:table=%s;%nSELECT 'fingerprint of', '%s';%nSOURCE %s/datasets/sql/fingerprint-%s-hive.sql;%n"
            .formatted(
                table.sqlName(),
                database,
                folder.resolve("scripts-" + table.name()),
                table.name()));
  }

  private static void begin(String database, Table table, String data, String... scripts) {
    session.append(
        "CREATE DATABASE t_%1$s;%nUSE t_%1$s;%nSET hivevar:location=%2$s;%n"
            .formatted(database, folder.resolve(data).toUri()));
    Stream.of(scripts)
        .map(name -> folder.resolve("scripts-%s/hive/%1$s/%s.hql".formatted(table.name(), name)))
        .forEach(file -> session.append("SOURCE %s;%n".formatted(file)));
  }

  private static String shown(Column column) {
    String name = Dialect.HIVE.name(column.name());
    String text =
        column.type().kind() == Kind.BYTES ? "HEX(" + name + ")" : "CAST(" + name + " AS STRING)";
    return "NVL(" + text + ", 'NULL')";
  }

  private static List<String> loaded(String database) {
    return outcome
        .out()
        .lines()
        .filter(line -> line.startsWith("row\t" + database + "\t"))
        .map(line -> new String(Base64.getDecoder().decode(line.split("\t")[2]), UTF_8))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"heap", "months", "unchecked"})
  void everyTypeArrivesFromQuotedFiles(String database) {
    assertThat(loaded(database)).containsExactlyInAnyOrderElementsOf(QUOTED.values());
  }

  @ParameterizedTest
  @ValueSource(strings = {"tabbed", "tabbed_unchecked"})
  void tabsCarriageReturnsAndAByteOrderMarkDoNoHarm(String database) {
    assertThat(loaded(database)).containsExactlyInAnyOrderElementsOf(TABBED.values());
  }

  @Test
  void escapesAndLatin1AreUndone() {
    assertThat(loaded("escaped")).containsExactlyInAnyOrderElementsOf(ESCAPED.values());
    assertThat(loaded("latin")).containsExactlyInAnyOrderElementsOf(LATIN.values());
  }

  @ParameterizedTest
  @CsvSource({"heap, quoted", "tabbed, tabbed", "escaped, escaped", "latin, latin"})
  void theFingerprintIsThatOfTheFiles(String database, String name) throws IOException {
    List<String> answers = outcome.out().lines().toList();
    String json = answers.get(answers.indexOf("fingerprint of\t" + database) + 1);
    Table table =
        OwnTables.ALL.stream().filter(own -> own.name().equals(name)).findFirst().orElseThrow();

    Fingerprint fingerprint = Fingerprint.fromJson(new ObjectMapper().readTree(json));

    assertThat(
            fingerprint.differencesFrom(FileFingerprint.of(table, List.of(folder.resolve(name)))))
        .isEmpty();
    assertThat(fingerprint.columns().size() + fingerprint.doubles().size())
        .isEqualTo(table.columns().size());
  }

  @Test
  void rowsAreInTheirMonthsAndBuckets() {
    assertThat(outcome.out().lines().filter(line -> line.matches("\\d+")))
        .as("misplaced rows of three tables, then the number of bad rows")
        .containsExactly("0", "0", "0", Integer.toString(BAD.size()));
  }

  @Test
  void eachBadRowHasTheNameOfItsProblem() {
    Map<String, String> problems = new LinkedHashMap<>();
    outcome
        .out()
        .lines()
        .filter(line -> line.startsWith("bad\t"))
        .map(line -> line.split("\t", 3))
        .forEach(fields -> problems.put(fields[2], fields[1]));
    assertThat(problems).isEqualTo(BAD);
  }

  @Test
  void aLoadOfBadRowsFails() {
    assertThat(outcome.exitCode()).isNotZero();
    assertThat(outcome.err()).contains("NOT NULL constraint violated");
    assertThat(outcome.err())
        .as("nothing before has failed")
        .doesNotContain("FAILED: ParseException");
  }
}
