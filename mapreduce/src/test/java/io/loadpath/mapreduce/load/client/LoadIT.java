package io.loadpath.mapreduce.load.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.mapreduce.load.LoadColumn;
import io.loadpath.mapreduce.load.PartitionProof;
import io.loadpath.mapreduce.load.RowSum;
import io.loadpath.rows.ColumnType;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whole loads into the shared server, in the local runner. */
class LoadIT extends LoadFixture {
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
    assertThat(err.toString(UTF_8)).contains("sort by other columns");
    assertThat(load("--prove", "--again")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("leave out --prove");
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

  /** The load of a client that died before its job began is undone. */
  @Test
  void recoverOnlyNeedsNoFiles() throws Exception {
    write("a.csv", "3|2024-02-03|c");
    assertThat(load()).isZero();
    sql("UPDATE loadit.loadpath_exports SET state = 'RUNNING', seen = false");

    List<String> words = new ArrayList<>(List.of("--recover-only"));
    words.addAll(target());
    int code = run(words.toArray(String[]::new));

    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(code).isZero();
    assertThat(value("SELECT count(*) FROM loadit.loadpath_exports WHERE state = 'RUNNING'"))
        .isEqualTo("0");
    assertThat(ids("id")).isEqualTo("loadit.m2 3");
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
    assertThat(load("--unsorted")).as(err.toString(UTF_8)).isZero();
    assertThat(value("SELECT count(*) FROM loadit.sale")).isEqualTo("0");
  }

  @Test
  void provesTheRowsOfEachPartition() throws Exception {
    write("a.csv", "3|2024-02-03|c", "1|2024-01-31|a", "2|2024-03-01|");

    assertThat(load("--prove")).as(err.toString(UTF_8)).isZero();
    assertThat(out.toString(UTF_8))
        .contains("proven: the server has the 3 rows that the mappers made; it took its sessions ");
    assertThat(value("SELECT count(*) FROM loadit.sale")).isEqualTo("3");
  }

  @Test
  void theReportHasTheSharesOfTheWriters() throws Exception {
    write("a.csv", "1|2024-01-31|a", "2|2024-02-03|b", "3|2024-02-04|c", "4|2024-03-01|d");
    Path report = folder.resolve("load.json");
    conf.set(LoadReport.FILE, report.toString());

    assertThat(load("--writers", "2", "--prove")).isZero();

    JsonNode json = new ObjectMapper().readTree(report.toFile());
    assertThat(json.at("/sample/rows").asInt()).isPositive();
    assertThat(json.at("/commitMillis").asInt()).isPositive();
    assertThat(json.at("/writers").findValues("proofMillis")).hasSize(2);
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
}
