package io.loadpath.benchmarks.chaos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

    Possible changed(RowBag to, boolean crash) {
      boolean gone = to.size() == 0 ? applied > 0 : taken;
      return new Possible(to, applied, gone, crash ? applied > 0 : beforeCrash);
    }
  }

  private final UnaryOperator<RowBag> job;
  private final List<RowBag> history = new ArrayList<>();
  private List<Possible> possible;
  private int most = 1;
  private long crashedMillis;

  /**
   * @param rows of the table
   * @param job returns what the job makes of rows
   */
  Model(RowBag rows, UnaryOperator<RowBag> job) {
    this.job = job;
    set(Stream.of(new Possible(rows)));
  }

  private void set(Stream<Possible> all) {
    possible = all.distinct().toList();
    possible.forEach(p -> history.add(p.rows));
  }

  private List<Possible> reachable() {
    List<Possible> all = new ArrayList<>(possible);
    for (int i = 0; i < all.size(); i++) {
      Possible now = all.get(i);
      Possible then = new Possible(job.apply(now.rows), now.applied + 1, false, now.beforeCrash);
      if (now.applied < most && !all.contains(then)) {
        all.add(then);
      }
    }
    return all;
  }

  /**
   * Lets the job's rows come one more time: a second job that ran after the first one had ended
   * well.
   */
  synchronized void allowAgain() {
    most++;
  }

  /**
   * Notes that others have emptied the table, in a transaction that found these rows.
   *
   * @return what is wrong with the rows; "" if nothing is
   */
  synchronized String emptied(RowBag found) {
    List<Possible> before = reachable();
    List<Possible> fitting = before.stream().filter(p -> p.rows.equals(found)).toList();
    set((fitting.isEmpty() ? before : fitting).stream().map(p -> p.changed(new RowBag(), false)));
    return fitting.isEmpty() ? "TRUNCATE found rows that cannot be: " + nearest(before, found) : "";
  }

  /** Notes what others have made of the table's rows. */
  synchronized void changed(UnaryOperator<RowBag> change) {
    set(reachable().stream().map(p -> p.changed(change.apply(p.rows), false)));
  }

  /** Notes the same of others who do not know it: the answer to COMMIT was lost. */
  synchronized void maybeChanged(UnaryOperator<RowBag> change) {
    List<Possible> before = possible;
    changed(change);
    set(Stream.concat(before.stream(), possible.stream()));
  }

  /** Notes that the job is run again: rows that were taken away since they came must come again. */
  synchronized void runAgain() {
    set(possible.stream().map(p -> p.taken ? new Possible(p.rows) : p));
  }

  /** Begins again with an empty table and a job that has not run. */
  synchronized void startAgain() {
    set(Stream.of(new Possible(new RowBag())));
  }

  /** Notes that the server has crashed, after which only these rows are there. */
  synchronized void crashed(Predicate<List<String>> stays) {
    crashedMillis = System.currentTimeMillis();
    set(reachable().stream().map(p -> p.changed(p.rows.filter(stays), true)));
  }

  /** Returns when the server crashed last, by the clock; 0 if it has not. */
  synchronized long crashedMillis() {
    return crashedMillis;
  }

  /** Says that the job had not been decided when the server crashed last: its rows came later. */
  synchronized void decidedLater() {
    set(possible.stream().filter(p -> !p.beforeCrash));
  }

  /**
   * Compares rows with what must be there.
   *
   * @param succeeded whether the job has ended well, so that its rows must be there
   * @return what is wrong; "" if nothing is
   */
  synchronized String check(RowBag found, boolean succeeded) {
    return nearest(reachable().stream().filter(p -> !succeeded || p.applied > 0).toList(), found);
  }

  /** Whether these rows can only be there if the job's rows have come. */
  synchronized boolean hasCome(RowBag found) {
    return reachable().stream().filter(p -> p.rows.equals(found)).noneMatch(p -> p.applied == 0);
  }

  /** Whether the table had these rows at some time. */
  synchronized boolean had(RowBag rows) {
    return history.contains(rows);
  }

  /** Returns how rows differ from the possible ones that are most like them; "" if they do not. */
  private static String nearest(List<Possible> allowed, RowBag found) {
    return allowed.stream()
        .map(Possible::rows)
        .min(
            Comparator.comparing((RowBag rows) -> !rows.equals(found))
                .thenComparing(rows -> Math.abs(rows.size() - found.size())))
        .map(found::differs)
        .orElse("no rows are possible");
  }
}
