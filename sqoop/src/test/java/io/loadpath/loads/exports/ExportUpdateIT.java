package io.loadpath.loads.exports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exports with {@code --update-key} into the bundled server, in this JVM. */
class ExportUpdateIT extends ExportFixture {
  @BeforeEach
  void makeTarget() {
    sql(
        """
        CREATE TABLE exports.t (a int, "B" text, n int, other text DEFAULT 'new');
        INSERT INTO exports.t VALUES (1, 'x', 10, 'old'), (2, 'x', 20, 'old'), (2, 'y', 30, 'old')""");
  }

  private static TestExport export(boolean insertsMissing) throws Exception {
    TestExport export = export("auto").columns("n", "B", "a").keys("a,B", insertsMissing);
    return export.file("part-0", "11|x|1\n30|y|2\n").file("part-1", "|x|2\n40|z|3\n");
  }

  private static String rows() {
    return sql("SELECT a, \"B\", n, other FROM exports.t ORDER BY 1, 2").replace("\n", " ");
  }

  @Test
  void updatesRowsOfTheSameKeysAndNoOthers() throws Exception {
    export(false).run();

    assertThat(rows()).isEqualTo("1|x|11|old 2|x||old 2|y|30|old");
  }

  @Test
  void insertsRowsOfOtherKeysIfAllowed() throws Exception {
    export(true).run();
    assertThat(rows()).isEqualTo("1|x|11|old 2|x||old 2|y|30|old 3|z|40|new");

    export(true).run();
    assertThat(rows()).isEqualTo("1|x|11|old 2|x||old 2|y|30|old 3|z|40|new");
    assertThat(sql(LEFT)).isEqualTo(NOTHING);
  }

  /** The error for {@code loadpath.export.changed.only}, which is gone, names this trigger. */
  @Test
  void leavesEqualRowsAloneWhereATriggerDoes() throws Exception {
    sql(
        """
        CREATE TRIGGER equal BEFORE UPDATE ON exports.t FOR EACH ROW
          EXECUTE FUNCTION suppress_redundant_updates_trigger()""");
    String version = "SELECT xmin FROM exports.t WHERE a = 2 AND \"B\" = 'y'";
    String before = sql(version);
    export(false).run();

    assertThat(sql(version)).isEqualTo(before);
    assertThat(rows()).isEqualTo("1|x|11|old 2|x||old 2|y|30|old");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void namesARowWithoutItsKey(boolean insertsMissing) throws Exception {
    assertRefused(
        export(insertsMissing).file("part-1", "5|q|9\n5||8\n").nulls("", ""),
        "part-1, byte 6: the key column B is NULL");
    assertThat(rows()).isEqualTo("1|x|10|old 2|x|20|old 2|y|30|old");
  }

  @Test
  void namesBothRowsOfAKeyThatTheInputHasTwice() throws Exception {
    assertRefused(
        export(true).file("part-1", "5|q|9\n12|x|1\n"),
        "two rows of the input have the key a = 1, B = x: file file:",
        "part-0, byte 0, and file file:",
        "part-1, byte 6");
    assertThat(rows()).isEqualTo("1|x|10|old 2|x|20|old 2|y|30|old");
  }

  @Test
  void namesARowThatCannotBeReadAndAKeyThatIsMissing() throws Exception {
    assertRefused(
        export(true).file("part-1", "5|q|9\nx|x|7\n"),
        "part-1, byte 6: column n: 'x' is not an integer");
    assertRefused(export(true).keys("b", true), "--update-key names b, which is not a column of t");
    assertRefused(
        export(true).keys("other", true), "--update-key names other, which --columns lacks");
    assertRefused(
        export(true).set("loadpath.export.commit", "insert"),
        "loadpath.export.commit=insert and --update-key exclude each other");
  }

  /** Its rows go as text, those of an insert as binary values. */
  @Test
  void readsAndRefusesTheValuesThatAnInsertDoes() throws Exception {
    sql(
        """
        DROP TABLE exports.t; CREATE TABLE exports.t (id int, b bool, r real, f float8, n numeric(9,2), d date,
          s timestamp(3), z timestamptz, u uuid, y bytea, x text, c char(3), q "char")""");
    String rows =
        """
        1|oN|1e-40|-0|NaN|infinity|-infinity|INFINITY|00000000-0000-0000-0000-00000000000f|\\x00fF|a\\b|é|q
        2|Y|inf|NaN|-1.005|01/31/2024|2024-01-31 23:59:59.9996|2024-06-30 12:00:00.1234565+05:30|00000000-0000-0000-0000-00000000000F|\\x|\\N|ab |
        3|0|0.1|.1e1|1e3|0044-03-15 BC|0044-03-15 12:00:00 BC|10000-01-01 00:00:00Z||||||
        4|false|-Infinity|17976931348623157e292|123|2024-02-29|2024-02-29|2024-02-29 01:02:03-08||\\xAb|\t \r\\.||\\
        5|o|||||||||||
        6|t|1e39||||||||||
        7|t||||2023-02-29||||||||
        8|t|||||2024-01-01 00:00:00+00|||||||
        9|t||||||2024-01-01 00:00:00||||||
        10|t||||||||\\x0||||
        11|t|||||||||||zz
        12|t
        """;
    List<String> read = new ArrayList<>();
    for (String way : List.of("insert", "update")) {
      TestExport export = export(way, rows).set("loadpath.export.reject-limit", "20");
      export.options.setNumMappers(1);
      export.run();
      String wrong = sql("SELECT rejected, unnest(rejects) FROM exports.loadpath_export_tasks");
      read.add(
          sql("SELECT t::text FROM exports.t t ORDER BY id") + wrong.replaceAll("file:\\S*/", ""));
      sql("TRUNCATE exports.t; DELETE FROM exports.loadpath_exports");
    }
    assertThat(read.get(1)).isEqualTo(read.get(0)).contains("(1,t,1e-40,", "8|file part-0, byte ");
  }
}
