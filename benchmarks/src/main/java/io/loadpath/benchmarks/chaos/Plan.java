package io.loadpath.benchmarks.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * All that is drawn of one job, before it runs.
 *
 * @param table as it is made
 * @param settings Hadoop's and the connector's, -D and all
 * @param rowsBefore what is in the table when the job begins
 * @param files the job's; an import has none
 * @param prelude what happens before the job
 * @param twin how a second equal job runs beside it
 * @param after what the caller does when the job has failed
 * @param bytesPerSecond of each connection; 0 is without limit
 * @param roleSetting of the jobs' role, in SQL; "" if there is none
 */
record Plan(
    long seed,
    int job,
    TableSpec table,
    Kind kind,
    List<String> settings,
    int mappers,
    DataFile rowsBefore,
    List<DataFile> files,
    Prelude prelude,
    Twin twin,
    List<Harm> harms,
    After after,
    int bytesPerSecond,
    String roleSetting) {
  /** What a job is. */
  enum Kind {
    EXPORT,
    UPDATE,
    MERGE,
    IMPORT,
    COPY,
    EXTERNAL;

    /** Whether the connector's ledger has the job. */
    boolean exports() {
      return this == EXPORT || this == UPDATE || this == MERGE;
    }

    /** Whether the files' rows take the place of the table's. */
    boolean replaces() {
      return this == COPY || this == EXTERNAL;
    }
  }

  /** What happens before the job. */
  enum Prelude {
    NOTHING,
    /** A job whose first row is bad. */
    FAILING_JOB,
    /** The same, and then the owner widens columns. */
    FAILING_JOB_AND_ALTER
  }

  /** A second equal job. */
  enum Twin {
    NONE,
    AT_ONCE,
    /** Both wait for the ledger, and go on at the same moment. */
    BEHIND_LEDGER_LOCK
  }

  /** What users and their scripts do after a failure. */
  enum After {
    AGAIN,
    TRUNCATE_AND_AGAIN,
    RECREATE_AND_AGAIN,
    RECOVER
  }

  Plan {
    settings = List.copyOf(settings);
    files = List.copyOf(files);
    harms = List.copyOf(harms);
  }

  boolean cut() {
    return files.stream().anyMatch(file -> file.cut() != DataFile.Cut.NONE);
  }

  /**
   * Whether the job may say that it does not take this table: a publication of all tables takes
   * staging tables, too, a crash empties an unlogged table but keeps prepared transactions, and the
   * files lack a new column.
   */
  boolean mayBeRefused() {
    boolean widened = harms.stream().anyMatch(harm -> harm.what() == Harm.What.ADD_COLUMN);
    boolean unlogged =
        table.shape() == TableSpec.Shape.UNLOGGED
            || table.shape() == TableSpec.Shape.RANGE_UNLOGGED_LEAF;
    return table.published() == TableSpec.Published.ALL_TABLES
        || widened
        || unlogged && settings.contains("-Dloadpath.export.commit=two-phase");
  }

  /** Whether nothing stands between the job and its end. */
  boolean undisturbed() {
    return !mayBeRefused() && harms.isEmpty() && twin == Twin.NONE && !cut();
  }

  /** Returns the table as it is when the job begins. */
  TableSpec loaded() {
    return prelude == Prelude.FAILING_JOB_AND_ALTER ? table.altered() : table;
  }

  /** Returns the rows that the files hold. */
  RowBag rows() {
    List<List<String>> all = new ArrayList<>();
    files.forEach(file -> all.addAll(file.values(loaded())));
    return RowBag.of(all);
  }

  /** Returns what the job is to make of the table's rows. */
  RowBag applied(RowBag rows, RowBag files) {
    return switch (kind) {
      case EXPORT -> rows.plus(files);
      case UPDATE -> rows.updated(files, false);
      case MERGE -> rows.updated(files, true);
      case COPY, EXTERNAL -> files;
      case IMPORT -> rows;
    };
  }

  /** Returns the plan, a line a step. */
  List<String> steps() {
    List<String> steps = new ArrayList<>();
    steps.add(table.toString());
    steps.add("rows before: " + rowsBefore);
    files.forEach(file -> steps.add("file " + file));
    if (prelude != Prelude.NOTHING) {
      steps.add("before: " + words(prelude));
    }
    steps.add(
        "%s %s, %d mappers%s"
            .formatted(
                words(kind),
                String.join(" ", settings),
                mappers,
                bytesPerSecond == 0 ? "" : ", %d bytes/s".formatted(bytesPerSecond)));
    if (twin != Twin.NONE) {
      steps.add("a second equal job " + words(twin));
    }
    if (!roleSetting.isEmpty()) {
      steps.add("the role has " + roleSetting);
    }
    harms.forEach(harm -> steps.add("harm: " + harm));
    steps.add("after a failure: " + words(after));
    return steps;
  }

  static String words(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
