package io.loadpath.mapreduce.load.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.loads.Settings;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a load refuses: rows, targets, and wrong usage. */
class LoadRefusalsIT extends LoadFixture {
  @Test
  void unsortedRejectsAreKept() throws Exception {
    write("a.csv", "3|2024-02-03|c", "x|2024-01-31|a", "2|2024-01-31");

    assertThat(load("--reject-limit", "2", "--unsorted")).isZero();

    assertThat(ids("id")).isEqualTo("loadit.m2 3");
    assertThat(rejects()).hasSize(2).anyMatch(line -> line.endsWith("\tx|2024-01-31|a"));
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

  /** Another role may insert, but cannot attach. */
  @Test
  void onlyAnExchangeNeedsTheOwner() throws Exception {
    sql(
        """
        DROP ROLE IF EXISTS loadit_seller; CREATE ROLE loadit_seller; GRANT ALL ON SCHEMA loadit TO loadit_seller;
        GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA loadit TO loadit_seller""");
    write("a.csv", "3|2024-02-03|c");
    conf.set(Settings.SESSION_STATEMENTS, "SET ROLE loadit_seller");
    try {
      assertThat(load("--exchange-empty")).isEqualTo(1);
      requireFailed("loadit.sale belongs to ", "only its owner can attach new partitions");
      assertThat(load()).isZero();
    } finally {
      sql("DROP OWNED BY loadit_seller; DROP ROLE loadit_seller");
    }
    assertThat(ids("id")).isEqualTo("loadit.m2 3");
  }

  @Test
  void aTriggerThatWouldMissRowsIsRefused() throws Exception {
    sql(
        """
        CREATE FUNCTION loadit.f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
        CREATE TRIGGER each_row AFTER INSERT ON loadit.sale FOR EACH ROW EXECUTE FUNCTION loadit.f()""");
    write("a.csv", "3|2024-02-03|c");
    assertThat(load("--exchange-empty")).isEqualTo(1);
    requireFailed("trigger each_row", "without exchange");
    assertThat(load()).isZero();

    sql("CREATE TRIGGER once AFTER INSERT ON loadit.sale EXECUTE FUNCTION loadit.f()");
    write("a.csv", "4|2024-02-03|c");
    assertThat(load()).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("trigger once", "--unsorted");
    assertThat(load("--unsorted")).isZero();
    assertThat(ids("id")).isEqualTo("loadit.m2 3, loadit.m2 4");
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
      assertThat(load()).isZero(); // the difference is not found without the proof
    } finally {
      sql("DROP EVENT TRIGGER loadit");
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

  @Test
  void anEmptyNameOfALoadIsWrongUsage() throws Exception {
    write("a.csv", "3|2024-02-03|c");

    assertThat(load("--load-id", "")).isEqualTo(2);

    requireFailed("--load-id is empty");
  }
}
