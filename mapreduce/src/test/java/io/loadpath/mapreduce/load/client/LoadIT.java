package io.loadpath.mapreduce.load.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.Settings;
import io.loadpath.loads.Sql;
import io.loadpath.mapreduce.load.LoadColumn;
import io.loadpath.mapreduce.load.PartitionProof;
import io.loadpath.mapreduce.load.RowSum;
import io.loadpath.rows.ColumnType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.core.BaseConnection;

/** Whole loads into the shared server, in the local runner. */
@ExtendWith(SharedServer.class)
class LoadIT {
  private static final String DESCRIPTION =
      """
      table: sale
      files: ['*.csv']
      format:
        delimiter: '|'
        header: yes
      columns:
        - { name: id, type: integer(9) }
        - { name: day, type: date }
        - { name: note, type: text, nullable: yes }
      """;

  @TempDir private Path folder;
  private ConnectionInfo server;
  private ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Configuration conf = new Configuration();
  private BaseConnection session;

  @BeforeEach
  void makeTarget() throws Exception {
    server = SharedServer.test().server.connection();
    session =
        PostgresSession.of(
                server.jdbcUrl(),
                server.user(),
                Files.readString(server.passwordFile()).strip(),
                null,
                new Configuration(false))
            .connect("loadpath test");
    sql(
        """
        DROP SCHEMA IF EXISTS loadit CASCADE; CREATE SCHEMA loadit;
        CREATE TABLE loadit.sale (id int, day date NOT NULL, note text) PARTITION BY RANGE (day);
        CREATE TABLE loadit.m1 PARTITION OF loadit.sale FOR VALUES FROM ('2024-01-01') TO ('2024-02-01');
        CREATE TABLE loadit.m2 PARTITION OF loadit.sale FOR VALUES FROM ('2024-02-01') TO ('2024-03-01');
        CREATE TABLE loadit.m3 PARTITION OF loadit.sale FOR VALUES FROM ('2024-03-01') TO ('2024-04-01')""");
    Files.writeString(folder.resolve("sale.yaml"), DESCRIPTION);
  }

  @AfterEach
  void close() throws Exception {
    session.close();
  }

  private void sql(String statements) throws Exception {
    Sql.run(session, statements);
  }

  private String value(String query) throws Exception {
    return Sql.value(session, query);
  }

  private void write(String file, String... rows) throws IOException {
    Files.writeString(folder.resolve(file), "id|day|note\n" + String.join("\n", rows) + "\n");
  }

  private int load(String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--table",
                folder.resolve("sale.yaml").toString(),
                "--to",
                server.jdbcUrl(),
                "--user",
                server.user(),
                "--password-file",
                server.passwordFile().toUri().toString(),
                "--into",
                "loadit.sale"));
    arguments.addAll(0, List.of("--rejects", folder.resolve("rejects").toUri().toString()));
    for (String replaced : List.of("--into", "--to")) {
      if (Arrays.asList(more).contains(replaced)) {
        int at = arguments.indexOf(replaced);
        arguments.subList(at, at + 2).clear();
      }
    }
    arguments.addAll(Arrays.asList(more));
    arguments.add(folder.toUri() + "/*.csv");
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    conf.setInt("mapreduce.client.completion.pollinterval", 5);
    return ToolRunner.run(
        conf,
        new LoadJob(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8)),
        arguments.toArray(String[]::new));
  }

  @Test
  void rowsArriveInTheirPartitionsInOrder() throws Exception {
    write("a.csv", "3|2024-02-03|c", "1|2024-01-31|a", "2|2024-03-01|");
    write("b.csv", "5|2024-02-01|e", "4|2024-02-29|d");

    int code = load("--sort-by", "day");

    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(code).isZero();
    assertThat(
            value(
                "SELECT string_agg(tableoid::regclass || ' ' || id, ', ' ORDER BY tableoid, ctid) FROM loadit.sale"))
        .isEqualTo("loadit.m1 1, loadit.m2 5, loadit.m2 3, loadit.m2 4, loadit.m3 2");
  }

  private String ids(String order) throws Exception {
    return value(
        "SELECT string_agg(tableoid::regclass || ' ' || id, ', ' ORDER BY tableoid::regclass::text COLLATE pg_catalog.\"C\", %s) FROM loadit.sale"
            .formatted(order));
  }

  private void requireFailed(String... messages) throws Exception {
    assertThat(err.toString(UTF_8)).contains(messages);
    assertThat(value("SELECT count(*) FROM loadit.sale")).isEqualTo("0");
    assertThat(
            value(
                "SELECT count(*) FROM pg_tables WHERE schemaname = 'loadit' AND tablename ~ '^loadpath_\\d'"))
        .isEqualTo("0");
  }

  /** The lines of the files of rejected rows, without the name of the source. */
  private List<String> rejects() throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve("rejects"))) {
      for (Path file : files.filter(f -> !f.getFileName().toString().startsWith(".")).toList()) {
        for (String line : Files.readAllLines(file)) {
          lines.add(line.substring(line.indexOf('\t') + 1));
        }
      }
    }
    return lines;
  }

  @Test
  void unsortedRejectsAreKept() throws Exception {
    write("a.csv", "3|2024-02-03|c", "x|2024-01-31|a", "2|2024-01-31");

    assertThat(load("--reject-limit", "2", "--unsorted")).isZero();

    assertThat(ids("id")).isEqualTo("loadit.m2 3");
    assertThat(rejects()).hasSize(2).anyMatch(line -> line.endsWith("\tx|2024-01-31|a"));
  }

  @Test
  void emptyPartitionsAreExchangedAndOthersInsertedInto() throws Exception {
    sql("INSERT INTO loadit.sale VALUES (9, '2024-02-29', 'before')");
    write("a.csv", "3|2024-02-03|c", "1|2024-01-31|a", "2|2024-03-01|");
    String before =
        value(
            "SELECT string_agg(oid::text, ' ' ORDER BY relname) FROM pg_class WHERE relname IN ('m1', 'm2', 'm3')");

    assertThat(load("--exchange-empty", "--prove")).isZero();

    assertThat(ids("ctid")).isEqualTo("loadit.m1 1, loadit.m2 9, loadit.m2 3, loadit.m3 2");
    String after =
        value(
            "SELECT string_agg(oid::text, ' ' ORDER BY relname) FROM pg_class WHERE relname IN ('m1', 'm2', 'm3')");
    assertThat(after.split(" ")[0]).isNotEqualTo(before.split(" ")[0]);
    assertThat(after.split(" ")[1]).isEqualTo(before.split(" ")[1]);
  }

  /** The same rows have the same fingerprint in the manifest and on the server. */
  @Test
  void filesHaveTheFingerprintsOfTheServersRows() throws Exception {
    write("a.csv", "3|2024-02-03|c", "1|2024-01-31|a", "2|2024-03-01|", "x|y|z");
    Path files = folder.resolve("files");

    int code =
        load(
            "--to",
            "files:" + files.toUri(),
            "--target",
            server.jdbcUrl(),
            "--sort-by",
            "id",
            "--reject-limit",
            "1");
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(code).isZero();
    assertThat(load("--reject-limit", "1")).isZero();

    JsonNode manifest = new ObjectMapper().readTree(files.resolve("manifest.json").toFile());
    assertThat(manifest.get("rows").asInt()).isEqualTo(3);
    assertThat(manifest.get("rejectedRows").asInt()).isEqualTo(1);
    assertThat(Files.readString(files.resolve("rejected.tsv"))).endsWith("\tx|y|z\n");
    long oid = Long.parseLong(value("SELECT 'loadit.sale'::regclass::oid"));
    List<LoadColumn> columns =
        List.of(
            new LoadColumn("id", ColumnType.INT4, false),
            new LoadColumn("day", ColumnType.DATE, false),
            new LoadColumn("note", ColumnType.TEXT, false));
    for (JsonNode partition : manifest.get("partitions")) {
      RowSum stored =
          PartitionProof.read(session, oid, columns)
              .sum(session, "loadit." + partition.get("name").asText());
      assertThat(partition.get("fingerprint").asText())
          .isEqualTo(HexFormat.of().toHexDigits(stored.hash()));
      assertThat(stored.rows()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--to oracle:x, begins with neither",
    "--to files:/x, needs --target",
    "--target t.yaml, only for",
    "--format csv, not one of text",
    "--writers 0, at least 1",
    "--max-sessions 1, at least 2",
    "--reject-limit -1, 0 or more",
    "--confidence 1, between 0 and 1",
    "--unsorted --sort-by day, exclude each other",
    "--unsorted --exchange-empty, exclude each other"
  })
  void wrongUsageIsRefused(String options, String message) throws Exception {
    assertThat(load(options.split(" "))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(message, "--help");
  }

  /** An interval has no binary form here, so the writers send text. */
  @Test
  void typesThatOnlyTheServerReadsAreSortedToo() throws Exception {
    sql("ALTER TABLE loadit.sale ALTER note TYPE interval USING null");
    write("a.csv", "3|2024-02-03|1 day", "1|2024-01-31|", "2|2024-02-01|2 h");

    assertThat(load("--sort-by", "day", "--exchange-empty", "--analyze")).isZero();

    assertThat(ids("ctid")).isEqualTo("loadit.m1 1, loadit.m2 2, loadit.m2 3");
    assertThat(value("SELECT string_agg(note::text, ' ' ORDER BY id) FROM loadit.sale"))
        .isEqualTo("02:00:00 1 day");
    assertThat(value("SELECT reltuples FROM pg_class WHERE oid = 'loadit.m2'::regclass"))
        .isEqualTo("2");

    assertThat(load("--sort-by", "note")).isEqualTo(1);
    assertThat(load("--prove", "--again")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("sort by other columns", "leave out --prove");
  }

  @Test
  void unsortedRowsArrive() throws Exception {
    write("a.csv", "3|2024-02-03|c", "1|2024-01-31|a", "2|2024-03-01|");

    assertThat(load("--unsorted")).isZero();

    assertThat(ids("id")).isEqualTo("loadit.m1 1, loadit.m2 3, loadit.m3 2");
  }

  @Test
  void theSecondLoadAddsItsRowsBehindTheFirst() throws Exception {
    write("a.csv", "3|2024-02-03|c", "1|2024-01-31|a");
    assertThat(load()).isZero();
    write("a.csv", "2|2024-02-01|x");
    assertThat(load()).isZero();

    assertThat(ids("ctid")).isEqualTo("loadit.m1 1, loadit.m2 3, loadit.m2 2");
  }

  @Test
  void aNamedLoadBringsItsRowsOnce() throws Exception {
    write("a.csv", "3|2024-02-03|c", "1|2024-01-31|a");
    assertThat(load("--load-id", "january")).isZero();
    assertThat(load("--load-id", "january")).isZero();
    assertThat(ids("id")).isEqualTo("loadit.m1 1, loadit.m2 3");

    assertThat(load("--load-id", "january", "--again")).isZero();
    assertThat(ids("id")).isEqualTo("loadit.m1 1, loadit.m1 1, loadit.m2 3, loadit.m2 3");
  }

  @Test
  void aRowThatNoPartitionTakesFailsTheLoad() throws Exception {
    write("a.csv", "3|2024-02-03|c", "1|2025-01-31|a");

    assertThat(load()).isEqualTo(1);

    requireFailed("a.csv, byte 27: no partition takes it");
  }

  @Test
  void malformedRowsUpToTheLimitAreLeftOut() throws Exception {
    write("a.csv", "3|2024-02-03|c", "x|2024-01-31|a", "2|2024-01-31");
    assertThat(load("--reject-limit", "1")).isEqualTo(1);
    requireFailed("a.csv, byte ", "2 rows are rejected, more than the limit of 1");

    assertThat(load("--reject-limit", "2")).isZero();
    assertThat(ids("id")).isEqualTo("loadit.m2 3");
    assertThat(rejects())
        .containsExactly(
            "27\tcolumn id: 'x' is not an integer of at most 9 digits\tx|2024-01-31|a",
            "42\tcolumn note: is missing, the row has 2 of 3 fields\t2|2024-01-31");
    assertThat(out.toString(UTF_8)).contains("rejects/load-");
  }

  @Test
  void duplicatesOfAKeyAreNamedBeforeTheServerSeesThem() throws Exception {
    sql("ALTER TABLE loadit.sale ADD PRIMARY KEY (id, day)");
    write("a.csv", "3|2024-02-03|c", "1|2024-01-31|a");
    write("b.csv", "3|2024-02-03|other");

    assertThat(load()).isEqualTo(1);

    requireFailed(
        "two rows have the same unique key (id, day)", "a.csv, byte 12", "b.csv, byte 12");
  }

  @Test
  void anErrorOfTheServerNamesThePlaceOfTheRow() throws Exception {
    sql("ALTER TABLE loadit.sale ALTER note TYPE varchar(3)");
    write("a.csv", "3|2024-02-03|c", "1|2024-01-31|four");

    assertThat(load()).isEqualTo(1);

    requireFailed("a.csv, byte 27: ", "value too long");
  }

  @Test
  void aTableWithoutPartitionsIsSorted() throws Exception {
    sql("CREATE TABLE loadit.heap (id int, day date, note text)");
    write("a.csv", "3|2024-02-03|c", "1|2024-01-31|a", "2|2024-03-01|");

    assertThat(load("--into", "loadit.heap", "--sort-by", "id")).isZero();

    assertThat(value("SELECT string_agg(id::text, ' ' ORDER BY ctid) FROM loadit.heap"))
        .isEqualTo("1 2 3");
  }

  @Test
  void anEmptyInputLoadsNothing() throws Exception {
    write("a.csv");
    Files.writeString(folder.resolve("a.csv"), "id|day|note\n");
    assertThat(load()).isZero();
    Files.writeString(folder.resolve("a.csv"), "");
    assertThat(load()).isZero();
    assertThat(value("SELECT count(*) FROM loadit.sale")).isEqualTo("0");
  }

  @Test
  void provesTheRowsOfEachPartition() throws Exception {
    write("a.csv", "3|2024-02-03|c", "1|2024-01-31|a", "2|2024-03-01|");

    assertThat(load("--prove")).as(err.toString(UTF_8)).isZero();
    assertThat(out.toString(UTF_8))
        .contains("proven: the server has the 3 rows that the mappers made");
    assertThat(value("SELECT count(*) FROM loadit.sale")).isEqualTo("3");
  }

  /** A trigger of the new tables changes a row. */
  @Test
  void loadsNothingIfTheServerHasOtherRows() throws Exception {
    write("a.csv", "3|2024-02-03|c", "1|2024-01-31|a", "2|2024-03-01|");
    sql(
        """
        CREATE FUNCTION loadit.change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          NEW.note := replace(NEW.note, 'c', 'C');
          RETURN NEW;
        END $$;
        CREATE FUNCTION loadit.add_trigger() RETURNS event_trigger LANGUAGE plpgsql AS $$
        DECLARE
          made text;
        BEGIN
          FOR made IN SELECT object_identity FROM pg_event_trigger_ddl_commands() WHERE schema_name = 'loadit' LOOP
            EXECUTE format('CREATE TRIGGER change BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION loadit.change()', made);
          END LOOP;
        END $$;
        CREATE EVENT TRIGGER loadit ON ddl_command_end WHEN TAG IN ('CREATE TABLE AS') EXECUTE FUNCTION loadit.add_trigger()""");
    try {
      assertThat(load("--prove")).isEqualTo(1);
      assertThat(err.toString(UTF_8))
          .contains("m2: the rows on the server differ from those of the files");
      assertThat(value("SELECT count(*) FROM loadit.sale")).isEqualTo("0");
      assertThat(load()).isZero(); // without the proof, nobody notices
    } finally {
      sql("DROP EVENT TRIGGER loadit");
    }
  }

  @Test
  void theReportHasTheSharesOfTheWriters() throws Exception {
    write("a.csv", "1|2024-01-31|a", "2|2024-02-03|b", "3|2024-02-04|c", "4|2024-03-01|d");
    Path report = folder.resolve("load.json");
    conf.set(LoadReport.FILE, report.toString());

    assertThat(load("--writers", "2")).isZero();

    JsonNode json = new ObjectMapper().readTree(report.toFile());
    assertThat(json.at("/sample/rows").asInt()).isPositive();
    assertThat(json.at("/partitions").findValuesAsText("name")).containsExactly("m1", "m2", "m3");
    assertThat(json.at("/partitions").findValuesAsText("rows")).containsExactly("1", "2", "1");
    assertThat(json.at("/writers").findValues("rows"))
        .hasSize(2)
        .extracting(JsonNode::asInt)
        .containsOnly(2);
    for (String share : List.of("plannedShare", "realShare")) {
      assertThat(json.at("/writers").findValues(share))
          .extracting(JsonNode::asDouble)
          .allSatisfy(s -> assertThat(s).isBetween(0.4, 0.6));
    }
  }

  @Test
  void aColumnWithAnotherDefaultInALeafIsRefused() throws Exception {
    sql(
        "ALTER TABLE loadit.sale ADD origin text DEFAULT 'files'; ALTER TABLE loadit.m2 ALTER origin DROP DEFAULT");
    write("a.csv", "3|2024-02-03|c");

    assertThat(load()).isEqualTo(1);

    requireFailed("column origin, and it has another default in loadit.m2 than in loadit.sale");
    sql("ALTER TABLE loadit.m2 ALTER origin SET DEFAULT 'files'");
    assertThat(load()).isZero();
  }

  @Test
  void rowSecurityOfThePartitionedTableIsNotBypassed() throws Exception {
    sql(
        """
        DROP ROLE IF EXISTS loadit_seller; CREATE ROLE loadit_seller; GRANT ALL ON SCHEMA loadit TO loadit_seller;
        ALTER TABLE loadit.sale OWNER TO loadit_seller; ALTER TABLE loadit.m1 OWNER TO loadit_seller;
        ALTER TABLE loadit.m2 OWNER TO loadit_seller; ALTER TABLE loadit.m3 OWNER TO loadit_seller;
        ALTER TABLE loadit.sale ENABLE ROW LEVEL SECURITY; ALTER TABLE loadit.sale FORCE ROW LEVEL SECURITY;
        CREATE POLICY few ON loadit.sale WITH CHECK (id < 2)""");
    write("a.csv", "3|2024-02-03|c");
    conf.set(Settings.SESSION_STATEMENTS, "SET ROLE loadit_seller");
    try {
      assertThat(load()).isEqualTo(1);
      requireFailed("row security restricts this role in loadit.sale");
      sql("ALTER TABLE loadit.sale NO FORCE ROW LEVEL SECURITY");
      assertThat(load()).isZero();
    } finally {
      sql("DROP OWNED BY loadit_seller; DROP ROLE loadit_seller");
    }
  }

  @Test
  void rejectsOfLoadsIntoOtherSchemasAreKept() throws Exception {
    sql(
        "DROP SCHEMA IF EXISTS loadit2 CASCADE; CREATE SCHEMA loadit2; CREATE TABLE loadit2.sale (LIKE loadit.sale)");
    write("a.csv", "x|2024-02-03|c");
    try {
      assertThat(load("--reject-limit", "1")).isZero();
      assertThat(load("--reject-limit", "1", "--into", "loadit2.sale")).isZero();
    } finally {
      sql("DROP SCHEMA loadit2 CASCADE");
    }
    assertThat(rejects()).hasSize(2);
  }

  @Test
  void aNamedLoadIsKnownAfterAnotherHasExchangedPartitions() throws Exception {
    write("a.csv", "3|2024-02-03|c");
    assertThat(load("--load-id", "february", "--exchange-empty")).isZero();
    write("a.csv", "1|2024-01-31|a");
    assertThat(load("--load-id", "january", "--exchange-empty")).isZero();

    assertThat(load("--load-id", "february", "--exchange-empty")).as(err.toString(UTF_8)).isZero();
    assertThat(ids("id")).isEqualTo("loadit.m1 1, loadit.m2 3");
  }

  @Test
  void anEmptyTargetThatIsAPartitionIsNotExchanged() throws Exception {
    write("a.csv", "3|2024-02-03|c");

    assertThat(load("--into", "loadit.m2", "--exchange-empty")).as(err.toString(UTF_8)).isZero();

    assertThat(ids("id")).isEqualTo("loadit.m2 3");
  }

  /** Four bytes are an integer or a real. */
  @Test
  void aColumnOfAnotherTypeThanPlannedTakesNoBytes() throws Exception {
    write("a.csv", "3|2024-02-03|c");
    sql(
        """
        CREATE FUNCTION loadit.alter_type() RETURNS event_trigger LANGUAGE plpgsql AS $$
        DECLARE
          made text;
        BEGIN
          FOR made IN SELECT object_identity FROM pg_event_trigger_ddl_commands() WHERE schema_name = 'loadit' LOOP
            EXECUTE format('ALTER TABLE %s ALTER id TYPE real', made);
          END LOOP;
        END $$;
        CREATE EVENT TRIGGER loadit ON ddl_command_end WHEN TAG IN ('CREATE TABLE AS') EXECUTE FUNCTION loadit.alter_type()""");
    try {
      assertThat(load()).isEqualTo(1);
      requireFailed("column id is of type float4, but was of type int4 when the load began");
      conf.set(Settings.EXPORT_COMMIT, "insert");
      assertThat(load("--unsorted")).isEqualTo(1);
    } finally {
      sql("DROP EVENT TRIGGER loadit");
    }
  }

  @Test
  void aDescriptionThatIsMissingIsAPlainMessage() throws Exception {
    Files.delete(folder.resolve("sale.yaml"));

    assertThat(load()).isEqualTo(1);

    assertThat(err.toString(UTF_8)).contains("sale.yaml: no such file");
  }

  /** A client that is killed before it has told anybody must find its load again. */
  @Test
  void theLedgerForgetsTheFilesAfterTheReport() throws Exception {
    write("a.csv", "3|2024-02-03|c");
    List<String> seen = new ArrayList<>();
    out =
        new ByteArrayOutputStream() {
          @Override
          public void write(byte[] bytes, int from, int length) {
            super.write(bytes, from, length);
            if (new String(bytes, from, length, UTF_8).contains("Loaded")) {
              try {
                seen.add(value("SELECT seen FROM loadit.loadpath_exports"));
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            }
          }
        };

    assertThat(load()).isZero();

    assertThat(seen).containsExactly("f");
    assertThat(value("SELECT seen FROM loadit.loadpath_exports")).isEqualTo("t");
  }

  @Test
  void anEmptyNameOfALoadIsWrongUsage() throws Exception {
    write("a.csv", "3|2024-02-03|c");

    assertThat(load("--load-id", "")).isEqualTo(2);

    requireFailed("--load-id is empty");
  }
}
