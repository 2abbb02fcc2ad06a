package io.loadpath.datasets;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.rows.Column;
import io.loadpath.rows.Type;
import io.loadpath.tables.Table;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the fingerprint in every database's SQL keeps to, as it is written for any table: it is
 * Java's over the rows as they are, and differs as soon as one row is lost, doubled or altered.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class FingerprintContract {

  /**
   * The database's fingerprint of rows in a new table.
   *
   * @param expected what the manifest says, with which a proof may be shorter; null for none
   */
  protected abstract Fingerprint fingerprint(
      Table table, List<List<String>> rows, Fingerprint expected) throws Exception;

  /** Whether a damage can be made in the database. */
  protected abstract boolean holds(EveryType.Damage damage);

  /** The rows as the database holds them. */
  protected List<List<String>> held(List<List<String>> rows) {
    return rows;
  }

  /** Names of columns that are hard for the database. */
  protected abstract List<String> oddNames();

  @Test
  protected void isThatOfTheRows() throws Exception {
    List<List<String>> rows = held(EveryType.rows());
    Fingerprint expected = EveryType.fingerprint(rows);

    Fingerprint all = fingerprint(EveryType.TABLE, rows, null);

    assertThat(all.differencesFrom(expected)).isEmpty();
    assertThat(all.columns()).isEqualTo(expected.columns());
  }

  @Test
  protected void ofNoRowsIsThatOfNoRows() throws Exception {
    Fingerprint expected = EveryType.fingerprint(List.of());

    assertThat(fingerprint(EveryType.TABLE, List.of(), null).differencesFrom(expected)).isEmpty();
  }

  protected List<EveryType.Damage> damages() {
    return EveryType.damages().stream().filter(this::holds).toList();
  }

  @ParameterizedTest
  @MethodSource("damages")
  protected void showsTheDamage(EveryType.Damage damage) throws Exception {
    Fingerprint expected = EveryType.fingerprint(held(EveryType.rows()));
    List<List<String>> rows = held(damage.rows());

    Fingerprint damaged = fingerprint(EveryType.TABLE, rows, expected);

    assertThat(damaged.differencesFrom(expected))
        .anyMatch(difference -> difference.startsWith(damage.difference()));
    if (damaged.row() != expected.row()) {
      assertThat(damaged.differencesFrom(EveryType.fingerprint(rows))).isEmpty();
    }
  }

  @Test
  protected void showsADelimiterThatBecamePartOfAnotherText() throws Exception {
    List<List<List<String>>> rows = EveryType.sameWholeRows();
    Fingerprint expected = EveryType.fingerprint(held(rows.get(0)));

    Fingerprint moved = fingerprint(EveryType.TABLE, held(rows.get(1)), expected);

    assertThat(moved.row()).isEqualTo(expected.row());
    assertThat(moved.differencesFrom(expected))
        .containsExactly("column note differs", "column code differs");
  }

  @Test
  protected void addsUpDoublesThatAreTooLargeForADouble() throws Exception {
    List<List<String>> rows = held(EveryType.rows().subList(0, 2));
    rows.forEach(row -> row.set(5, "1.7e308"));

    assertThat(
            fingerprint(EveryType.TABLE, rows, null).differencesFrom(EveryType.fingerprint(rows)))
        .isEmpty();
  }

  /** PostgreSQL's functions take 100 arguments; 300 columns are longer than Oracle's VARCHAR2. */
  @ParameterizedTest
  @ValueSource(ints = {1, 99, 100, 300})
  protected void takesTablesOfManyColumns(int columns) throws Exception {
    List<Column> described = new ArrayList<>();
    List<String> row = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      described.add(new Column("column " + i, Type.text(1000), true));
      row.add(i % 7 == 3 ? null : i + "\u00e9".repeat(i == 1 ? 1000 - 1 : 20));
    }

    requireNoDifference(described, row);
  }

  @Test
  protected void takesAnyNames() throws Exception {
    List<String> names = oddNames();

    requireNoDifference(
        names.stream().map(name -> new Column(name, Type.text(100), false)).toList(), names);
  }

  private void requireNoDifference(List<Column> columns, List<String> row) throws Exception {
    Table table = new Table("columns", List.of(), EveryType.TABLE.format(), columns, null);
    Fingerprint expected = EveryType.fingerprint(table, List.of(row));

    assertThat(fingerprint(table, List.of(row), null)).isEqualTo(expected);
    assertThat(fingerprint(table, List.of(row), expected).differencesFrom(expected)).isEmpty();
  }
}
