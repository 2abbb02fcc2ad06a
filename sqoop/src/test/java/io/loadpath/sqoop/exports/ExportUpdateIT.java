package io.loadpath.sqoop.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    assertThat(sql(LEFT)).isEqualTo("0");
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
    assertThatThrownBy(export(insertsMissing).file("part-1", "5|q|9\n5||8\n").nulls("", "")::run)
        .hasMessageContaining("part-1, byte 6: the key column B is NULL");
    assertThat(rows()).isEqualTo("1|x|10|old 2|x|20|old 2|y|30|old");
  }

  @Test
  void namesBothRowsOfAKeyThatTheInputHasTwice() throws Exception {
    assertThatThrownBy(export(true).file("part-1", "5|q|9\n12|x|1\n")::run)
        .hasMessageContaining("two rows of the input have the key a = 1, B = x: file file:")
        .hasMessageContaining("part-0, byte 0, and file file:")
        .hasMessageContaining("part-1, byte 6");
    assertThat(rows()).isEqualTo("1|x|10|old 2|x|20|old 2|y|30|old");
  }

  @Test
  void namesARowThatCannotBeReadAndAKeyThatIsMissing() throws Exception {
    assertThatThrownBy(export(true).file("part-1", "5|q|9\nx|x|7\n")::run)
        .hasMessageContaining("part-1, byte 6: column n: 'x' is no integer");
    assertThatThrownBy(export(true).keys("b", true)::run)
        .hasMessageContaining("--update-key names b, which is no column of t");
    assertThatThrownBy(export(true).keys("other", true)::run)
        .hasMessageContaining("--update-key names other, which --columns lacks");
    assertThatThrownBy(export(true).set("loadpath.export.commit", "insert")::run)
        .hasMessageContaining("loadpath.export.commit=insert does not go with --update-key");
  }
}
