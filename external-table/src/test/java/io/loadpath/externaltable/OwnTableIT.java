package io.loadpath.externaltable;

import static io.loadpath.externaltable.LoadPath.mode;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.FileFingerprint;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Program;
import io.loadpath.tables.Table;
import io.loadpath.tables.scripts.Scripts;
import io.loadpath.tables.scripts.Target;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables that a user describes, loaded into the bundled server by the paths that take any table.
 */
@ExtendWith(SharedServer.class)
class OwnTableIT {
  private static final String COPY = "postgres/paths/copy-load-postgres";
  private static final String BARE = "external-table/paths/external-table-bare-load-postgres";

  /** Everything that is hard in quotes, with names that are SQL. */
  private static final String QUOTED =
      """
      table: own-quoted
      format:
        delimiter: ';'
        header: yes
        line-end: crlf
        encoding: latin-1
        dates: dd.mm.yyyy
      columns:
        - {name: id, type: integer(9)}
        - {name: 'Order "No"', type: text(20), nullable: yes}
        - {name: select, type: text}
        - {name: '"; DROP TABLE x; --', type: text(30), nullable: yes}
        - {name: a23456789012345678901234567890123456789012345678901234567890123, type: integer(19)}
        - {name: amount, type: 'decimal(38,10)', nullable: yes}
        - {name: it's :id, type: double, nullable: yes}
        - {name: flag, type: boolean, nullable: yes}
        - {name: day, type: date}
        - {name: at, type: timestamp(6), nullable: yes}
        - {name: moment, type: timestamp(3) with time zone, nullable: yes}
      partition-by: {column: day, from: 2020-01-01, to: 2020-04-01}
      bucket-by: {column: select, bounds: ["it's", 'x\\y']}
      """;

  private static final List<String> QUOTED_FILES =
      List.of(
          """
          id;"Order ""No\""";select;\"""; DROP TABLE x; --";a2;amount;it's :id;flag;day;at;moment
          1;"semi;colon";"quote "" inside";;-9223372036854775808;1234567890123456789012345678.0123456789;\
          1.5e300;true;31.01.2020;31.01.2020 23:59:59.123456;31.01.2020 23:59:59.123+05:30
          2;;"";"";9223372036854775807;-0.0000000001;-0;false;01.02.2020;;
          """,
          """
          id;"Order ""No\""";select;\"""; DROP TABLE x; --";a2;amount;it's :id;flag;day;at;moment
          3;"line
          end";"\\.";back\\slash;0;0;NaN;t;12.02.2020;12.02.2020 00:00:00;12.02.2020 00:00:00Z
          4;caf\u00e9;\u00fc;NULL;7;;Infinity;f;01.12.1999;;
          """);

  private static final String QUOTED_ROWS =
      """
      1|semi;colon|quote " inside|-|-9223372036854775808|1234567890123456789012345678.0123456789|1.5e+300|true\
      |2020-01-31|2020-01-31T23:59:59.123456|2020-01-31T18:29:59.123+00:00
      2|-|||9223372036854775807|-0.0000000001|-0|false|2020-02-01|-|-
      3|line\r
      end|\\.|back\\slash|0|0.0000000000|NaN|true|2020-02-12|2020-02-12T00:00:00|2020-02-12T00:00:00+00:00
      4|caf\u00e9|\u00fc|NULL|7|-|Infinity|false|1999-12-01|-|-""";

  /** Escapes instead of quotes, and a text for NULL. */
  private static final String ESCAPED =
      """
      table: own-escaped
      format: {delimiter: '\\t', quote: none, escape: '\\', header: no, null: '\\N', delimiter-after-last: yes,
        dates: dd/mm/yyyy}
      columns:
        - {name: id, type: integer(9)}
        - {name: note, type: text, nullable: yes}
        - {name: day, type: date}
      """;

  private static final List<String> ESCAPED_FILES =
      List.of(
          "1\t\\N\t31/12/2020\t\n2\ta\\\tb\\\\c\t01/02/2020\t\n",
          "3\t\t31/12/2020\t\n4\ta\\nb\\\nc\"d'\t01/02/2020\t\n");

  private static final String ESCAPED_ROWS =
      "1|-|2020-12-31\n2|a\tb\\c|2020-02-01\n3||2020-12-31\n4|a\nb\nc\"d'|2020-02-01";

  /** Neither quotes nor escapes; binary COPY takes it. */
  private static final String PLAIN =
      """
      table: own-plain
      format: {delimiter: ',', quote: none, header: no, null: NA}
      columns:
        - {name: id, type: integer(9)}
        - {name: note, type: text(9), nullable: yes}
        - {name: amount, type: 'decimal(30,2)', nullable: yes}
        - {name: at, type: timestamp(6), nullable: yes}
      """;

  private static final List<String> PLAIN_FILES =
      List.of("1,NA,NA,NA\n2,\"',1.5,2020-01-01 10:11:12.5\n", "3,,-3,2020-01-01 10:11:12\n");

  private static final String PLAIN_ROWS =
      "1|-|-|-\n2|\"'|1.50|2020-01-01T10:11:12.5\n3||-3.00|2020-01-01T10:11:12";

  private static final String FIRST_PLAIN_ROWS = PLAIN_ROWS.substring(0, PLAIN_ROWS.indexOf("\n3"));

  private static final String BYTES =
      """
      table: own-bytes
      format: {delimiter: '|', quote: none, header: no, null: NA}
      columns:
        - {name: id, type: integer(9)}
        - {name: body, type: bytes}
        - {name: 'it''s "more"', type: bytes, nullable: yes}
      """;

  private static final List<String> BYTES_FILES = List.of("1|00fF|NA\n2|5c4e|\n", "3||DEADbeef\n");

  private static final String BYTES_ROWS = "1|\\x00ff|-\n2|\\x5c4e|\\x\n3|\\x|\\xdeadbeef";

  private final TestServer test = SharedServer.test();
  private final List<PostgresPath> paths = new ArrayList<>();

  @AfterEach
  void leavesNothing() {
    paths.forEach(PostgresPath::drop);
    assertThat(test.sql(PostgresPath.LEFT)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    COPY + ", copy, heap",
    PostgresPath.EXTERNAL_TABLE + ", copy, partitioned",
    BARE + ", create-table-as, heap"
  })
  void quotesHeadersAndOddNamesArrive(String steps, String way, String model) throws IOException {
    PostgresPath path = path(steps, QUOTED, crlf(QUOTED_FILES), ISO_8859_1);
    path.set("way", way).set("model", model);
    path.succeed("setup");
    path.succeed("run");
    path.succeed("verify"); // makes the tables of the bare statements one

    assertThat(rows(path)).isEqualTo(QUOTED_ROWS);
    path.succeed("teardown");
  }

  @Test
  void quotedRowsArriveByEachWayAndABadOneIsNamedByLineAndColumn() throws IOException {
    PostgresPath path = path(PostgresPath.EXTERNAL_TABLE, QUOTED, crlf(QUOTED_FILES), ISO_8859_1);
    assertThat(rows(path, "insert")).isEqualTo(QUOTED_ROWS);
    assertThat(rows(path, "create-table-as")).isEqualTo(QUOTED_ROWS);

    String bad = QUOTED_FILES.get(0).replace("01.02.2020", "31.02.2020");
    write(path, crlf(List.of(bad)), ISO_8859_1);
    path.set("way", "copy").set("reject-limit", 5);
    assertThat(path.fail("run"))
        .contains("date/time field value out of range: \"31.02.2020\"", "line 3, column day");
    assertThat(rows(path)).isEqualTo(QUOTED_ROWS);
  }

  /** Also of a table that Sqoop cannot hold, so that there are no scripts of Sqoop's. */
  @Test
  void namesThatSqoopRefusesGoOutByCopy() throws IOException {
    String name = ";a23456789012345678901234567890123456789012345678901234567890123;";
    List<String> files = QUOTED_FILES.stream().map(t -> t.replace(";a2;", name)).toList();
    PostgresPath path =
        path("postgres/paths/copy-unload-postgres", QUOTED, crlf(files), ISO_8859_1);
    path.set("sessions", 2);
    path.succeed("setup");
    path.succeed("run");

    Table described = Table.read(path.folder.resolve("own.yaml"));
    Table written = Table.read(scripts(path).resolve("postgres/tables/own-quoted-out.yaml"));
    assertThat(fingerprint(written, path.work().resolve("imported")))
        .isEqualTo(fingerprint(described, path.data()));
    path.succeed("teardown");
  }

  @ParameterizedTest
  @CsvSource({COPY + ", copy", PostgresPath.EXTERNAL_TABLE + ", 'copy,insert'"})
  void escapesAndATextForNullArriveByEachWay(String steps, String ways) throws IOException {
    PostgresPath path = path(steps, ESCAPED, ESCAPED_FILES, UTF_8);

    for (String way : ways.split(",")) {
      assertThat(rows(path, way)).isEqualTo(ESCAPED_ROWS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "binary"})
  void plainFieldsGoThroughTheClient(String format) throws IOException {
    PostgresPath path = path(COPY, PLAIN, PLAIN_FILES, UTF_8);
    path.set("format", format);

    assertThat(rows(path, "copy")).isEqualTo(PLAIN_ROWS);
  }

  /** Hive's usual delimiter is the character that stands for a quote elsewhere. */
  @Test
  void theClientTakesControlCharactersAndLeavesAByteOrderMarkOut() throws IOException {
    String text = '\ufeff' + PLAIN_FILES.get(0).replace(",", "\u0001");
    PostgresPath path = path(COPY, PLAIN.replace("','", "\"\\x01\""), List.of(text), UTF_8);

    assertThat(rows(path, "copy")).isEqualTo(FIRST_PLAIN_ROWS);
  }

  @Test
  void badRowsBetweenControlCharactersAreKeptByFileAndLine() throws IOException {
    String description = PLAIN.replace("','", "\"\\x02\"").replace("own-plain", "files");
    String text = PLAIN_FILES.get(0) + "x,a,1,NA\nNA,a,1,NA\n9,a\n9,a,1,NA,more\n";
    text = text.replace(',', '\u0002');
    PostgresPath path = path(PostgresPath.EXTERNAL_TABLE, description, List.of(text), UTF_8);
    path.set("reject-limit", 4);

    assertThat(rows(path, "copy")).isEqualTo(FIRST_PLAIN_ROWS);
    assertThat(String.join("\n", path.rejected()))
        .contains(
            "part-00000,3,\"column id: invalid input syntax for type integer: \"\"x\"\"\"",
            "part-00000,4,\"column id: is 'NA', but must not be\"",
            "part-00000,5,\"too few fields: 2, but there are 4 columns\"",
            "part-00000,6,\"too many fields: 5, but there are 4 columns\"");
  }

  @Test
  void bytesGoThroughTheClient() throws IOException {
    PostgresPath path = path(COPY, BYTES, BYTES_FILES, UTF_8);
    path.set("format", "binary");

    assertThat(rows(path, "copy")).isEqualTo(BYTES_ROWS);
  }

  @Test
  void bytesArriveByTheWaysThatDecodeThemAndBadOnesAreKept() throws IOException {
    PostgresPath path = path(PostgresPath.EXTERNAL_TABLE, BYTES, BYTES_FILES, UTF_8);
    assertThat(rows(path, "create-table-as")).isEqualTo(BYTES_ROWS);
    assertThat(rows(path, "insert")).isEqualTo(BYTES_ROWS);

    write(path, List.of(BYTES_FILES.get(0) + "3|0g|NA\n4|NA|00\n5|00|123\n"), UTF_8);
    path.set("reject-limit", 3);
    assertThat(path.succeed("run").out()).isEqualTo("input 6 rows, accepted 3, rejected 3\n");
    assertThat(String.join("\n", path.rejected()))
        .contains(
            "part-00000,3,\"column body: invalid hexadecimal digit: \"\"g\"\"\"",
            "part-00000,4,\"column body: is 'NA', but must not be\"",
            "part-00000,5,\"column it's \"\"more\"\": invalid hexadecimal data");
    assertThat(rows(path)).isEqualTo(BYTES_ROWS);

    path.set("way", "copy");
    assertThat(path.fail("run"))
        .contains("COPY cannot fill the bytea column body", "Use insert or create-table-as");
  }

  @Test
  void anEmptyLineOfOneColumnIsARowAlsoWhereOthersAreRejected() throws IOException {
    String description =
        """
        table: own-single
        format: {delimiter: '|', quote: none, header: no, null: ''}
        columns:
          - {name: note, type: text(3), nullable: yes}
        """;
    PostgresPath path =
        path(PostgresPath.EXTERNAL_TABLE, description, List.of("one\n\nfour\ntwo\n"), UTF_8);
    path.set("reject-limit", 1);

    path.succeed("setup");
    assertThat(path.succeed("run").out()).isEqualTo("input 4 rows, accepted 3, rejected 1\n");
    assertThat(test.sql("SELECT coalesce(note, '-') FROM %s ORDER BY ctid".formatted(path.table())))
        .isEqualTo("one\n-\ntwo");
  }

  @Test
  void aTableWithoutKeysHasNoPartitions() throws IOException {
    PostgresPath path = path(PostgresPath.EXTERNAL_TABLE, PLAIN, PLAIN_FILES, UTF_8);
    path.set("model", "partitioned");

    assertThat(path.fail("setup")).contains("own-plain has no partitions", "partition-by");
  }

  private static List<String> crlf(List<String> files) {
    return files.stream().map(text -> text.replace("\n", "\r\n")).toList();
  }

  private static Path scripts(PostgresPath path) {
    return path.folder.resolve("scripts");
  }

  private static Fingerprint fingerprint(Table table, Path folder) throws IOException {
    return FileFingerprint.of(table, List.of(folder));
  }

  private PostgresPath path(String steps, String description, List<String> files, Charset charset)
      throws IOException {
    PostgresPath path = new PostgresPath(test, steps, "data");
    paths.add(path);
    Path yaml = Files.writeString(path.folder.resolve("own.yaml"), description);
    Table table = Table.read(yaml);
    new Scripts(Program.ROOT, table).write(List.of(Target.POSTGRES), scripts(path));
    write(path, files, charset);
    path.variable("LOADPATH_TABLE", table.name()).variable("LOADPATH_SCRIPTS", scripts(path));
    path.set("files", files.size()).set("codec", "none").set("model", "heap").set("format", "text");
    return path;
  }

  /** Writes data files; those that follow stay. */
  private static void write(PostgresPath path, List<String> files, Charset charset)
      throws IOException {
    for (int i = 0; i < files.size(); i++) {
      Path file = path.data().resolve("part-%05d".formatted(i));
      mode(Files.write(file, files.get(i).getBytes(charset)), "rw-r--r--");
    }
  }

  /** Loads by a way, and returns the rows; also once more, over those of another way. */
  private String rows(PostgresPath path, String way) throws IOException {
    path.set("way", way);
    if (Files.exists(path.work().resolve("files"))) {
      test.sql("TRUNCATE " + path.table()); // another way has loaded it
    } else {
      path.succeed("setup");
    }
    path.succeed("run");
    return rows(path);
  }

  /** The loaded rows in the order of their first column: '|' between the fields, '-' for NULL. */
  private String rows(PostgresPath path) throws IOException {
    return test.sql(
        """
        SET timezone TO UTC;
        SELECT string_agg((
          SELECT string_agg(coalesce(value, '-'), '|' ORDER BY ordinality)
          FROM json_each_text(row_to_json(t)) WITH ORDINALITY), E'\\n' ORDER BY id)
        FROM %s AS t
        """
            .formatted(path.table()));
  }
}
