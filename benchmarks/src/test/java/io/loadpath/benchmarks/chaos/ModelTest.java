package io.loadpath.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The model must detect each kind of wrong rows. */
class ModelTest {
  private final RowBag before = bag(100, 110);
  private final RowBag files = bag(1, 20);
  private final Model model = new Model(before, rows -> rows.plus(files));

  private static List<List<String>> rows(int from, int to) {
    List<List<String>> rows = new ArrayList<>();
    IntStream.range(from, to).forEach(i -> rows.add(List.of(Integer.toString(i), "value " + i)));
    return rows;
  }

  private static RowBag bag(int from, int to) {
    return RowBag.of(rows(from, to));
  }

  private static final List<List<String>> CHANGED = List.of(List.of("1", "value"));

  private static Stream<Arguments> wrongRows() {
    RowBag table = bag(100, 110);
    RowBag files = bag(1, 20);
    return Stream.of(
        arguments("a success without rows", table, "19 rows lost"),
        arguments("a lost row", table.plus(bag(2, 20)), "1 rows lost.*1, value 1"),
        arguments("a lost row of others", bag(101, 110).plus(files), "100, value 100"),
        arguments("all rows twice", table.plus(files).plus(files), "19 doubled"),
        arguments("a row twice", table.plus(files).plus(bag(3, 4)), "1 doubled"),
        arguments(
            "a changed value",
            table.plus(bag(2, 20)).plus(RowBag.of(CHANGED)),
            "1 rows lost, 0 doubled, 1 changed"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrongRows")
  void wrongRowsAreSeen(String what, RowBag found, String message) {
    assertThat(model.check(found, true)).containsPattern(message);
    assertThat(model.check(found, false).isEmpty()).isEqualTo(found.equals(before));
  }

  @Test
  void noRowsOrAllRowsAreGoodAfterAFailureAndAllRowsOnceAfterASuccess() {
    assertThat(model.check(before.plus(files), true)).isEmpty();
    assertThat(model.check(before, false)).isEmpty();
    assertThat(model.check(before.plus(files), false)).isEmpty();
    assertThat(model.hasCome(before)).isFalse();
    assertThat(model.hasCome(before.plus(files))).isTrue();
  }

  @Test
  void rowsThatOthersInsertStayWhenTheJobsComeOrNot() {
    RowBag others = bag(200, 205);
    model.changed(rows -> rows.plus(others));

    assertThat(model.check(before.plus(others), false)).isEmpty();
    assertThat(model.check(before.plus(files).plus(others), true)).isEmpty();
    assertThat(model.check(before.plus(files), true)).contains("5 rows lost");
    assertThat(model.had(before.plus(others))).isTrue();
    assertThat(model.had(before.plus(bag(200, 204)))).as("a part of them").isFalse();

    model.maybeChanged(rows -> rows.plus(bag(300, 301)));
    assertThat(model.check(before.plus(others), false)).isEmpty();
    assertThat(model.check(before.plus(others).plus(bag(300, 301)), false)).isEmpty();
  }

  @Test
  void aTruncateThatFindsAPartOfTheRowsIsSeen() {
    assertThat(model.emptied(before.plus(bag(1, 5)))).contains("TRUNCATE found rows");
  }

  private static Arguments after(
      String what, List<RowBag> good, List<RowBag> wrong, Consumer<Model> changes) {
    return arguments(what, changes, good, wrong);
  }

  /** The possible rows after a successful job that adds 19 rows to a table of 10. */
  private static Stream<Arguments> changes() {
    RowBag before = bag(100, 110);
    RowBag files = bag(1, 20);
    RowBag both = before.plus(files);
    RowBag none = new RowBag();
    RowBag twice = both.plus(files);
    Consumer<Model> truncate = model -> model.emptied(both);
    Consumer<Model> crash = model -> model.crashed(row -> false);
    List<RowBag> filesOnly = List.of(files);
    List<RowBag> noneOnly = List.of(none);
    return Stream.of(
        after("TRUNCATE found all", noneOnly, List.of(files, both), truncate),
        after("it found none", filesOnly, List.of(none, both), model -> model.emptied(before)),
        after("a new table", filesOnly, noneOnly, Model::startAgain),
        after("again", List.of(both), List.of(twice), Model::runAgain),
        after("again after TRUNCATE", filesOnly, noneOnly, truncate.andThen(Model::runAgain)),
        after("a crash of an unlogged table", List.of(none, files), List.of(bag(1, 10)), crash),
        after("again after a crash", filesOnly, noneOnly, crash.andThen(Model::runAgain)),
        after("decided after a crash", filesOnly, noneOnly, crash.andThen(Model::decidedLater)),
        after(
            "decided after a crash, and emptied",
            noneOnly,
            filesOnly,
            crash.andThen(model -> model.emptied(files)).andThen(Model::decidedLater)),
        after("a second job", List.of(both, twice), List.of(twice.plus(files)), Model::allowAgain));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void onlyTheseRowsMayBeThere(
      String what, Consumer<Model> changes, List<RowBag> good, List<RowBag> wrong) {
    changes.accept(model);

    assertThat(good).allSatisfy(rows -> assertThat(model.check(rows, true)).isEmpty());
    assertThat(wrong).allSatisfy(rows -> assertThat(model.check(rows, true)).isNotEmpty());
  }

  @Test
  void anUpdateThatMissesARowIsSeen() {
    RowBag table = bag(1, 5);
    RowBag newer = RowBag.of(List.of(List.of("1", "new"), List.of("9", "new")));
    Model update = new Model(table, rows -> rows.updated(newer, false));
    Model merge = new Model(table, rows -> rows.updated(newer, true));
    RowBag updated = bag(2, 5).plus(RowBag.of(List.of(List.of("1", "new"))));
    RowBag merged = updated.plus(RowBag.of(List.of(List.of("9", "new"))));

    assertThat(update.check(updated, true)).isEmpty();
    assertThat(update.check(merged, true)).isNotEmpty();
    assertThat(update.check(table, true)).isNotEmpty();
    assertThat(merge.check(merged, true)).isEmpty();
    assertThat(merge.check(updated, true)).isNotEmpty();
  }

  @Test
  void anImportMustHoldRowsThatTheTableHad() {
    model.emptied(before);

    assertThat(model.had(before)).isTrue();
    assertThat(model.had(new RowBag())).isTrue();
    assertThat(model.had(bag(100, 105))).isFalse();
  }

  @Test
  void aJobMayBringOtherRowsFromAChangeOn() {
    RowBag less = bag(1, 15);
    assertThat(model.check(before.plus(less), true)).contains("5 rows lost");

    model.mayBring(rows -> rows.plus(less));

    assertThat(model.check(before.plus(less), true)).isEmpty();
    assertThat(model.check(before.plus(files), true)).isEmpty();
    assertThat(model.check(before.plus(files).plus(less), true)).contains("14 doubled");
    assertThat(model.check(before, true)).contains("rows lost");
  }
}
