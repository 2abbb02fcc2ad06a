package io.loadpath.benchmarks.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What may be in a table while a job runs that brings its rows all at once, at a moment that nobody
 * sees. Every change by others narrows or splits the possibilities; no call is made for the job
 * itself.
 */
final class Model {
  /**
   * A content that is possible.
   *
   * @param applied how often the job's rows have come
   * @param taken whether they were taken away after that
   * @param beforeCrash whether they had come when the server crashed last
   */
  private record Possible(RowBag rows, int applied, boolean taken, boolean beforeCrash) {
    Possible(RowBag rows) {
      this(rows, 0, false, false);
    }

    Possible without(RowBag left) {
      return new Possible(left, applied, applied > 0 && left.size() == 0, beforeCrash);
    }

    Possible crashed(RowBag left) {
      return new Possible(left, applied, applied > 0 && left.size() == 0, applied > 0);
    }
  }

  private final UnaryOperator<RowBag> job;
  private final List<RowBag> history = new ArrayList<>();
  private List<Possible> possible;
  private int most = 1;

  /**
   * @param rows of the table
   * @param job returns what the job makes of rows
   */
  Model(RowBag rows, UnaryOperator<RowBag> job) {
    this.job = job;
    this.possible = List.of(new Possible(rows));
    history.add(rows);
  }

  /**
   * Lets the job's rows come one more time: a second job that ran after the first one had ended
   * well.
   */
  synchronized void allowAgain() {
    most++;
  }

  private List<Possible> reachable() {
    List<Possible> all = new ArrayList<>(possible);
    for (int i = 0; i < all.size(); i++) {
      Possible now = all.get(i);
      if (now.applied < most) {
        Possible then = new Possible(job.apply(now.rows), now.applied + 1, false, now.beforeCrash);
        if (!all.contains(then)) {
          all.add(then);
        }
      }
    }
    return all;
  }

  /**
   * Notes that others have emptied the table, in a transaction that found these rows.
   *
   * @return what is wrong with the rows; "" if nothing is
   */
  synchronized String emptied(RowBag found) {
    List<Possible> before = reachable();
    List<Possible> fitting = before.stream().filter(p -> p.rows.equals(found)).toList();
    possible =
        (fitting.isEmpty() ? before : fitting)
            .stream().map(p -> p.without(new RowBag())).distinct().toList();
    history.add(new RowBag());
    return fitting.isEmpty() ? "TRUNCATE found rows that cannot be: " + nearest(before, found) : "";
  }

  /** Notes that the table may have been emptied, or not: the answer to COMMIT was lost. */
  synchronized void maybeEmptied() {
    possible =
        Stream.concat(possible.stream(), reachable().stream().map(p -> p.without(new RowBag())))
            .distinct()
            .toList();
    history.add(new RowBag());
  }

  /** Notes that others have inserted rows. */
  synchronized void inserted(RowBag rows) {
    possible = with(rows).toList();
    history.addAll(possible.stream().map(Possible::rows).toList());
  }

  /** Like {@link #inserted}, or not: the answer to COMMIT was lost. */
  synchronized void maybeInserted(RowBag rows) {
    possible = Stream.concat(possible.stream(), with(rows)).distinct().toList();
    history.addAll(possible.stream().map(Possible::rows).toList());
  }

  private Stream<Possible> with(RowBag rows) {
    return reachable().stream()
        .map(p -> new Possible(p.rows.plus(rows), p.applied, p.taken, p.beforeCrash))
        .distinct();
  }

  /** Notes that the job is run again: rows that were taken away since they came must come again. */
  synchronized void runAgain() {
    possible = possible.stream().map(p -> p.taken ? new Possible(p.rows) : p).distinct().toList();
  }

  /** Begins again with an empty table and a job that has not run. */
  synchronized void startAgain() {
    possible = List.of(new Possible(new RowBag()));
    history.add(new RowBag());
  }

  /** Notes that the server has crashed, after which only these rows are there. */
  synchronized void crashed(Predicate<List<String>> stays) {
    possible = reachable().stream().map(p -> p.crashed(p.rows.filter(stays))).distinct().toList();
    history.addAll(possible.stream().map(Possible::rows).toList());
  }

  /** Says that the job had not been decided when the server crashed last: its rows came later. */
  synchronized void decidedLater() {
    possible = possible.stream().filter(p -> !p.beforeCrash).toList();
  }

  /**
   * Compares rows with what must be there.
   *
   * @param succeeded whether the job has ended well, so that its rows must be there
   * @return what is wrong; "" if nothing is
   */
  synchronized String check(RowBag found, boolean succeeded) {
    List<Possible> allowed = reachable().stream().filter(p -> !succeeded || p.applied > 0).toList();
    if (allowed.stream().anyMatch(p -> p.rows.equals(found))) {
      return "";
    }
    return nearest(allowed, found);
  }

  /** Whether these rows can only be there if the job's rows have come. */
  synchronized boolean hasCome(RowBag found) {
    return reachable().stream().filter(p -> p.rows.equals(found)).noneMatch(p -> p.applied == 0);
  }

  /** Whether the table had these rows at some time. */
  synchronized boolean had(RowBag rows) {
    return history.contains(rows);
  }

  private static String nearest(List<Possible> allowed, RowBag found) {
    Optional<Possible> best =
        allowed.stream()
            .min(
                (a, b) ->
                    Long.compare(
                        Math.abs(a.rows.size() - found.size()),
                        Math.abs(b.rows.size() - found.size())));
    return best.map(p -> found.differs(p.rows)).orElse("no rows are possible");
  }
}
