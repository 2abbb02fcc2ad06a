package io.loadpath.benchmarks.chaos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The possible contents of a table while a job runs. The job brings all its rows at once, at an
 * unknown moment. Every change by others narrows or splits the possibilities; the job itself makes
 * no call.
 */
final class Model {
  /**
   * A possible content.
   *
   * @param applied how many times the job's rows were added
   * @param taken whether they were removed after that
   * @param beforeCrash whether they were added before the last crash of the server
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

  private final List<UnaryOperator<RowBag>> jobs = new ArrayList<>();
  private final List<RowBag> history = new ArrayList<>();
  private List<Possible> possible;
  private int most = 1;
  private long crashedMillis;

  /**
   * @param rows the table's rows
   * @param job returns the rows after the job
   */
  Model(RowBag rows, UnaryOperator<RowBag> job) {
    jobs.add(job);
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
      for (UnaryOperator<RowBag> job :
          now.applied < most ? jobs : List.<UnaryOperator<RowBag>>of()) {
        Possible then = new Possible(job.apply(now.rows), now.applied + 1, false, now.beforeCrash);
        if (!all.contains(then)) {
          all.add(then);
        }
      }
    }
    return all;
  }

  /** Notes that the job may bring other rows from now on. */
  synchronized void mayBring(UnaryOperator<RowBag> other) {
    jobs.add(other);
  }

  /** Allows the job's rows once more, from a second job that ran after the success of the first. */
  synchronized void allowAgain() {
    most++;
  }

  /**
   * Notes that others have emptied the table, in a transaction that found these rows.
   *
   * @return the error in the rows; empty if there is none
   */
  synchronized String emptied(RowBag found) {
    List<Possible> before = reachable();
    List<Possible> fitting = before.stream().filter(p -> p.rows.equals(found)).toList();
    set((fitting.isEmpty() ? before : fitting).stream().map(p -> p.changed(new RowBag(), false)));
    return fitting.isEmpty() ? "TRUNCATE found rows that cannot be: " + nearest(before, found) : "";
  }

  /** Notes a change of the table's rows by others. */
  synchronized void changed(UnaryOperator<RowBag> change) {
    set(reachable().stream().map(p -> p.changed(change.apply(p.rows), false)));
  }

  /** Notes a possible change by others, after the answer to their COMMIT was lost. */
  synchronized void maybeChanged(UnaryOperator<RowBag> change) {
    List<Possible> before = possible;
    changed(change);
    set(Stream.concat(before.stream(), possible.stream()));
  }

  /** Notes that the job is run again: rows that were added and removed must be added again. */
  synchronized void runAgain() {
    set(possible.stream().map(p -> p.taken ? new Possible(p.rows) : p));
  }

  /** Starts again with an empty table and a job that has not run. */
  synchronized void startAgain() {
    set(Stream.of(new Possible(new RowBag())));
  }

  /** Notes a crash of the server, after which only these rows are left. */
  synchronized void crashed(Predicate<List<String>> stays) {
    crashedMillis = System.currentTimeMillis();
    set(reachable().stream().map(p -> p.changed(p.rows.filter(stays), true)));
  }

  /** Returns the time of the server's last crash; 0 without one. */
  synchronized long crashedMillis() {
    return crashedMillis;
  }

  /** Notes that the job was decided after the server's last crash, so its rows came later. */
  synchronized void decidedLater() {
    set(possible.stream().filter(p -> !p.beforeCrash));
  }

  /**
   * Compares rows with the possible ones.
   *
   * @param succeeded whether the job succeeded, so that its rows must be in the table
   * @return the error; empty if there is none
   */
  synchronized String check(RowBag found, boolean succeeded) {
    return nearest(reachable().stream().filter(p -> !succeeded || p.applied > 0).toList(), found);
  }

  /** Whether these rows prove that the job's rows were added. */
  synchronized boolean hasCome(RowBag found) {
    return reachable().stream().filter(p -> p.rows.equals(found)).noneMatch(p -> p.applied == 0);
  }

  /** Whether the table had these rows at some time. */
  synchronized boolean had(RowBag rows) {
    return history.contains(rows);
  }

  /** Returns how rows differ from the most similar possible ones; empty if they do not. */
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
