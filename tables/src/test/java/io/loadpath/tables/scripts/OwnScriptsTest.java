package io.loadpath.tables.scripts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.FileTree;
import io.loadpath.rows.Column;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Table;
import io.loadpath.tables.cli.GenerateCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Scripts of tables that a user describes. */
class OwnScriptsTest {
  private static final Path PROJECT = Path.of("..");
  private static final String FORMAT = "{delimiter: ',', header: yes, dates: dd.mm.yyyy}";

  @TempDir private Path folder;

  @Test
  void aFolderWithFilesIsLeftAsItIs() throws IOException {
    Files.writeString(folder.resolve("mine"), "mine");

    assertThatThrownBy(() -> write(Target.POSTGRES, "id", FORMAT))
        .isInstanceOf(DatasetException.class)
        .hasMessageContaining("is not empty, and is left unchanged");
    assertThat(folder).isDirectoryNotContaining(file -> !file.endsWith("mine"));
  }

  @Test
  void aFileInPlaceOfTheFolderIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "mine");

    assertThatThrownBy(
            () -> new Scripts(PROJECT, Table.ALL_CARD_TRANS).write(List.of(Target.POSTGRES), file))
        .hasMessageContaining("is a file: name a new folder");
  }

  @Test
  void programsStayExecutableAndLinksHold() throws IOException {
    List<Path> files = write(Target.POSTGRES, "id", FORMAT);

    assertThat(files).contains(Path.of("postgres/tables/sales.sql")).allMatch(this::isThere);
    assertThat(folder.resolve("load.sh")).isExecutable();
    assertThat(folder.resolve("prove.sh")).isExecutable();
    assertThat(folder.resolve("external-table/preprocessor/inflate-gzip.sh")).isExecutable();
    String functions = Files.readString(folder.resolve("postgres/sql/functions.sql"));
    assertThat(functions.lines().filter(line -> line.startsWith("\\ir ")))
        .isNotEmpty()
        .allMatch(line -> isThere(Path.of("postgres/sql").resolve(line.substring(4))));
  }

  @ParameterizedTest
  @CsvSource({
    "postgres, ctid, PostgreSQL reserves this name",
    "postgres, after_last_delimiter, PostgreSQL reserves this name",
    "sqoop, 'a\"b', 'Sqoop allows no \" in a name'",
    "sqoop, 'sold,on', 'Sqoop allows no , in the name of a date'"
  })
  void aNameThatAToolCannotHoldIsRefusedAndNothingIsWritten(
      String target, String name, String message) {
    assertThatThrownBy(() -> write(Target.of(target), name, FORMAT))
        .isInstanceOf(DatasetException.class)
        .hasMessageContaining("table sales: column '" + name + "'")
        .hasMessageContaining(message)
        .hasMessageContaining("as 'header'");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void namesThatAreOneToSqoopAreRefused() {
    assertThatThrownBy(() -> write(Target.SQOOP, "a b", FORMAT, "a_b"))
        .hasMessageContaining("columns 'a b' and 'a_b': Sqoop calls both 'a_b'");
  }

  @ParameterizedTest
  @CsvSource({
    "postgres, no, 1600, PostgreSQL takes 1600;",
    "postgres, yes, 1599, 'PostgreSQL takes 1600, one of which is for the delimiter after the"
        + " last'",
    "sqoop, no, 1600, PostgreSQL takes 1600;",
    "oracle, no, 1000, Oracle takes 1000;"
  })
  void moreColumnsThanADatabaseTakesAreRefused(
      String target, String atEnd, int most, String message) throws IOException {
    String format = "{delimiter: '|', delimiter-after-last: " + atEnd + "}";
    String[] columns = IntStream.range(2, most).mapToObj(i -> "c" + i).toArray(String[]::new);
    write(Target.of(target), "id", format, columns); // and "id" and "city"
    FileTree.delete(folder);

    assertThatThrownBy(
            () -> write(Target.of(target), "id", format, append(columns, "one_too_many")))
        .isInstanceOf(DatasetException.class)
        .hasMessageContaining("table sales: %d columns: a table of %s", most + 1, message);
  }

  private static String[] append(String[] words, String last) {
    return Stream.concat(Stream.of(words), Stream.of(last)).toArray(String[]::new);
  }

  @Test
  void scriptsThatWouldTakeTheDigitsOfBytesForBytesAreLeftOut() throws IOException {
    Table table =
        new Table(
            "blobs",
            List.of(),
            Table.ALL_CARD_TRANS.format(),
            List.of(new Column("body", Type.of(Kind.BYTES), true)),
            null);
    Scripts scripts = new Scripts(PROJECT, table);

    assertThat(scripts.texts(Target.POSTGRES))
        .containsKeys("postgres/tables/blobs.sql", "postgres/tables/blobs-format.sql")
        .hasEntrySatisfying("load.sh", text -> assertThat(text).contains("(FORMAT binary)"))
        .doesNotContainKey("postgres/tables/blobs-copy.sql")
        .hasEntrySatisfying(
            "postgres/tables/blobs-binary.txt", text -> assertThat(text).contains("--hex-bytes"));
    assertThat(scripts.texts(Target.SQOOP))
        .containsKeys("sqoop/options/postgres-import.txt")
        .doesNotContainKeys(
            "sqoop/options/postgres-export.txt",
            "sqoop/options/postgres-export-staged.txt",
            "sqoop/options/postgres-export-direct.txt",
            "sqoop/sql/postgres/04-load.sql")
        .hasEntrySatisfying(
            "sqoop/options/postgres-export-connector.txt",
            text -> assertThat(text).contains("-Dloadpath.export.hex-bytes=true"));
  }

  @Test
  void whatTheClientCannotSendHasNoScriptForIt() throws IOException {
    Scripts scripts =
        new Scripts(
            PROJECT,
            read(
                """
                table: blobs
                format: {delimiter: ',', line-end: crlf}
                columns:
                  - {name: body, type: bytes}
                """));

    assertThat(scripts.texts(Target.POSTGRES)).doesNotContainKeys("load.sh", "prove.sh");
    assertThat(scripts.first(Target.POSTGRES))
        .startsWith("psql -v functions=loadpath -v table=blobs ");
  }

  @Test
  void whatScriptsCallIsThere() throws IOException {
    assertThat(write(Target.SQOOP, "id", FORMAT)) // with partitions
        .contains(Path.of("postgres/tables/sales-partitions.sql"))
        .contains(Path.of("postgres/sql/functions.sql"));
  }

  /** Sqoop binds NULL by another type than a text, and one direct-path batch has one type only. */
  @ParameterizedTest
  @CsvSource({
    "date, true, OFF, conventional",
    "date, false, ON, direct",
    "timestamp(3), true, OFF, conventional",
    "timestamp(3), false, ON, direct",
    "boolean, true, OFF, conventional",
    "'text(9)', true, ON, direct",
    "'decimal(9,2)', true, ON, direct",
  })
  void oraOopInsertsByDirectPathWhereNoTextBecomesAnotherTypeByNull(
      String type, boolean nullable, String hint, String path) throws IOException {
    Column column = new Column("c", Type.parse(type), nullable);
    Table table = new Table("t", List.of(), Table.ALL_CARD_TRANS.format(), List.of(column), null);

    assertThat(
            new Scripts(PROJECT, table).texts(Target.SQOOP).get("sqoop/options/oracle-export.txt"))
        .contains("\n-Doraoop.oracle.append.values.hint.usage=" + hint + "\n")
        .contains("table, by " + path + " path,");
  }

  @Test
  void anEscapeThatPostgresDoesNotKnowIsRefused() {
    assertThatThrownBy(
            () -> write(Target.POSTGRES, "id", "{delimiter: ',', quote: none, escape: '^'}"))
        .hasMessageContaining(
            "escape is '^' without a quote, but PostgreSQL knows only '\\' there");
  }

  @Test
  void nothingInANameOrABoundEndsALiteralOrBeginsAStatement() throws IOException {
    write(Target.POSTGRES, "\"; DROP TABLE it's; --", FORMAT);

    assertThat(text("postgres/tables/sales.sql"))
        .contains("\n  \"\"\"; DROP TABLE it's; --\" date NOT NULL,\n")
        .contains("or 'PARTITION BY RANGE (\"\"\"; DROP TABLE it''s; --\")': ");
    assertThat(text("postgres/tables/sales-format.sql"))
        .contains("\\set partition_key 'PARTITION BY RANGE (\"\"\"; DROP TABLE it''s; --\")'\n")
        .contains(
            "\\set format 'format ''csv'', delimiter '','', null '''', quote ''\"'', header"
                + " ''true'''\n")
        .contains("\\set date_order DMY\n");
    assertThat(text("postgres/tables/sales-partitions.sql"))
        .contains("'FOR VALUES FROM (MINVALUE) TO (''it''''s'')'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "integer(9); integer; INT; NUMBER(9)",
        "integer(10); bigint; BIGINT; NUMBER(10)",
        "decimal(38,10); numeric(38, 10); DECIMAL(38, 10); NUMBER(38, 10)",
        "double; double precision; DOUBLE; BINARY_DOUBLE",
        "boolean; boolean; BOOLEAN; NUMBER(1)",
        "text(20); varchar(20); VARCHAR(20); VARCHAR2(20 CHAR)",
        "text(4001); varchar(4001); VARCHAR(4001); CLOB",
        "text(65536); varchar(65536); STRING; CLOB",
        "text; text; STRING; CLOB",
        "date; date; DATE; DATE",
        "timestamp(3); timestamp(3); TIMESTAMP; TIMESTAMP(3)",
        "timestamp(9) with time zone; timestamptz(6); TIMESTAMP; TIMESTAMP(9) WITH TIME ZONE"
      })
  void eachTypeHasOneInEachDatabase(String type, String postgres, String hive, String oracle) {
    Type parsed = Type.parse(type);

    assertThat(Dialect.POSTGRES.type(parsed)).isEqualTo(postgres);
    assertThat(Dialect.HIVE.type(parsed)).isEqualTo(hive);
    assertThat(Dialect.ORACLE.type(parsed)).isEqualTo(oracle);
  }

  @ParameterizedTest
  @CsvSource({
    "order_no, order_no, order_no",
    "select, '\"select\"', `select`",
    "Order No, '\"Order No\"', `Order No`",
    "'a\"b`c', '\"a\"\"b`c\"', '`a_b``c`'",
    "caf\u00e9, '\"caf\u00e9\"', `caf\u00e9`"
  })
  void namesAreQuotedWhereNeeded(String name, String postgres, String hive) {
    assertThat(Dialect.POSTGRES.name(name)).isEqualTo(postgres);
    assertThat(Dialect.HIVE.name(name)).isEqualTo(hive);
  }

  @Test
  void anUnknownToolIsWrongUsageThatNamesTheKnownOnes() {
    CommandLine line = new CommandLine(new GenerateCommand());
    StringWriter err = new StringWriter();
    line.setErr(new PrintWriter(err));

    int code = line.execute("sales.yaml", "--for", "mysql", "--out", folder.toString());

    assertThat(code).isEqualTo(2);
    assertThat(err.toString())
        .contains("--for: unknown tool 'mysql' (known: postgres, sqoop, hive, oracle)");
  }

  private List<Path> write(Target target, String name, String format, String... more)
      throws IOException {
    String columns = "  - {name: '%s', type: date}\n".formatted(name.replace("'", "''"));
    for (String other : more) {
      columns += "  - {name: %s, type: text}\n".formatted(other);
    }
    Table table =
        read(
            """
            table: sales
            format: %s
            columns:
            %s  - {name: city, type: text}
            partition-by: {column: '%s', from: 2020-01-01, to: 2020-03-01}
            bucket-by: {column: city, bounds: ["it's"]}
            """
                .formatted(format, columns, name.replace("'", "''")));
    return new Scripts(PROJECT, table).write(List.of(target), folder);
  }

  private static Table read(String yaml) throws IOException {
    Path description = Files.createTempFile("sales", ".yaml");
    try {
      return Table.read(Files.writeString(description, yaml));
    } finally {
      Files.delete(description);
    }
  }

  private boolean isThere(Path script) {
    return Files.exists(folder.resolve(script));
  }

  private String text(String script) throws IOException {
    return Files.readString(folder.resolve(script));
  }
}
