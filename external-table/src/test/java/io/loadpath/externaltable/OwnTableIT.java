package io.loadpath.externaltable;

import static io.loadpath.externaltable.LoadPath.mode;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.scripts.Scripts;
import io.loadpath.datasets.scripts.Target;
import io.loadpath.datasets.table.Table;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.postgres.TestServer;
import io.loadpath.engines.service.Program;
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

/**
 * Tables that a user describes, loaded into the bundled server by the paths that take any table.
 */
@ExtendWith(SharedServer.class)
class OwnTableIT {
  private static final String COPY = "postgres/paths/copy-postgres";
  private static final String BARE = PostgresPath.EXTERNAL_TABLE + "-bare";

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

  private final TestServer test = SharedServer.test();
  private final List<PostgresPath> paths = new ArrayList<>();

  @AfterEach
  void leavesNothing() {
    paths.forEach(path -> path.succeed("teardown"));
    assertThat(
            test.sql(
                "SELECT nspname FROM pg_namespace WHERE nspname ~ '^(copy_postgres|external_table|loadpath_)'"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    COPY + ", copy, heap",
    PostgresPath.EXTERNAL_TABLE + ", copy, partitioned",
    PostgresPath.EXTERNAL_TABLE + ", insert, heap",
    PostgresPath.EXTERNAL_TABLE + ", create-table-as, heap",
    BARE + ", create-table-as, heap"
  })
  void quotesHeadersAndOddNamesArrive(String steps, String way, String model) throws IOException {
    List<String> files = QUOTED_FILES.stream().map(text -> text.replace("\n", "\r\n")).toList();
    PostgresPath path = path(steps, QUOTED, files, ISO_8859_1);
    path.set("way", way).set("model", model).set("format", "text");

    assertThat(rows(path)).isEqualTo(QUOTED_ROWS);
  }

  @ParameterizedTest
  @CsvSource({
    COPY + ", copy, heap",
    PostgresPath.EXTERNAL_TABLE + ", copy, heap",
    PostgresPath.EXTERNAL_TABLE + ", insert, heap"
  })
  void escapesAndATextForNullArrive(String steps, String way, String model) throws IOException {
    PostgresPath path = path(steps, ESCAPED, ESCAPED_FILES, UTF_8);
    path.set("way", way).set("model", model).set("format", "text");

    assertThat(rows(path)).isEqualTo(ESCAPED_ROWS);
  }

  @Test
  void binaryCopyTakesPlainFields() throws IOException {
    PostgresPath path = path(COPY, PLAIN, PLAIN_FILES, UTF_8);
    path.set("format", "binary");

    assertThat(rows(path)).isEqualTo(PLAIN_ROWS);
  }

  @Test
  void theClientLeavesAByteOrderMarkOut() throws IOException {
    PostgresPath path = path(COPY, PLAIN, List.of('\ufeff' + PLAIN_FILES.get(0)), UTF_8);
    path.set("format", "text");

    assertThat(rows(path)).isEqualTo(PLAIN_ROWS.substring(0, PLAIN_ROWS.indexOf("\n3")));
  }

  @Test
  void aBadRowOfAQuotedFileLeavesTheTableAsItWasAndNamesLineAndColumn() throws IOException {
    String text = QUOTED_FILES.get(0).replace("01.02.2020", "31.02.2020").replace("\n", "\r\n");
    PostgresPath path = path(PostgresPath.EXTERNAL_TABLE, QUOTED, List.of(text), ISO_8859_1);
    path.set("way", "copy").set("model", "heap").set("reject-limit", 5);
    path.succeed("setup");

    assertThat(path.fail("run"))
        .contains("date/time field value out of range: \"31.02.2020\"", "line 3, column day");
    assertThat(test.sql("SELECT count(*) FROM external_table_postgres.own_quoted")).isEqualTo("0");
  }

  @Test
  void badRowsWithoutQuotesAreKeptByFileAndLine() throws IOException {
    String text = PLAIN_FILES.get(0) + "x,a,1,NA\nNA,a,1,NA\n9,a\n9,a,1,NA,more\n";
    PostgresPath path = path(PostgresPath.EXTERNAL_TABLE, PLAIN, List.of(text), UTF_8);
    path.set("way", "copy").set("model", "heap").set("reject-limit", 4);

    path.succeed("setup");
    assertThat(path.succeed("run").out()).isEqualTo("input 6 rows, accepted 2, rejected 4\n");
    assertThat(String.join("\n", path.rejected()))
        .contains(
            "part-00000,3,\"column id: invalid input syntax for type integer: \"\"x\"\"\"",
            "part-00000,4,\"column id: is 'NA', but must not be\"",
            "part-00000,5,\"too few fields: 2, but there are 4 columns\"",
            "part-00000,6,\"too many fields: 5, but there are 4 columns\"");
  }

  @Test
  void aTableWithoutKeysHasNoPartitions() throws IOException {
    PostgresPath path = path(PostgresPath.EXTERNAL_TABLE, PLAIN, PLAIN_FILES, UTF_8);
    path.set("way", "copy").set("model", "partitioned");

    assertThat(path.fail("setup")).contains("own-plain has no partitions", "partition-by");
  }

  private PostgresPath path(String steps, String description, List<String> files, Charset charset)
      throws IOException {
    PostgresPath path = new PostgresPath(test, steps, "data");
    paths.add(path);
    Path yaml = Files.writeString(path.folder.resolve("own.yaml"), description);
    Table table = Table.read(yaml);
    Path scripts = path.folder.resolve("scripts");
    new Scripts(Program.ROOT, table).write(List.of(Target.POSTGRES), scripts);
    for (int i = 0; i < files.size(); i++) {
      Path file = path.data().resolve("part-%05d".formatted(i));
      mode(Files.write(file, files.get(i).getBytes(charset)), "rw-r--r--");
    }
    path.variable("LOADPATH_TABLE", table.name()).variable("LOADPATH_SCRIPTS", scripts);
    path.set("files", files.size()).set("codec", "none");
    return path;
  }

  /** The loaded rows in the order of their first column: '|' between the fields, '-' for NULL. */
  private String rows(PostgresPath path) throws IOException {
    path.succeed("setup");
    path.succeed("run");
    path.succeed("verify");
    String name =
        Files.readString(path.folder.resolve("own.yaml")).lines().findFirst().orElseThrow();
    String table = path.schema() + '.' + name.replaceAll("table: ", "").replace('-', '_');
    return test.sql(
        """
        SET timezone TO UTC;
        SELECT string_agg((
          SELECT string_agg(coalesce(value, '-'), '|' ORDER BY ordinality)
          FROM json_each_text(row_to_json(t)) WITH ORDINALITY), E'\\n' ORDER BY id)
        FROM %s AS t
        """
            .formatted(table));
  }
}
