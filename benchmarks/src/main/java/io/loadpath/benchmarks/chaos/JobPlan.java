package io.loadpath.benchmarks.chaos;

import io.loadpath.benchmarks.chaos.DataFile.Codec;
import io.loadpath.benchmarks.chaos.DataFile.Cut;
import io.loadpath.benchmarks.chaos.Harm.Moment;
import io.loadpath.benchmarks.chaos.Harm.What;
import io.loadpath.benchmarks.chaos.TableSpec.Published;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The random plan of one job. The same seed and number give the same plan. */
final class JobPlan {
  /** The kinds of jobs. */
  enum Kind {
    EXPORT(4),
    LOAD(4),
    UPDATE(1),
    MERGE(1),
    IMPORT(1),
    COPY(2),
    EXTERNAL(1);

    private final int weight;

    Kind(int weight) {
      this.weight = weight;
    }

    /** Whether the job is in the ledger. */
    boolean exports() {
      return inserts() || keyed();
    }

    /** Whether the files' rows are added to the table's. */
    boolean inserts() {
      return this == EXPORT || this == LOAD;
    }

    boolean keyed() {
      return this == UPDATE || this == MERGE;
    }

    /** Whether the files' rows replace the table's rows, as the loads in postgres/ do. */
    boolean replaces() {
      return this == COPY || this == EXTERNAL;
    }
  }

  /** The events before the job. */
  enum Prelude {
    NOTHING,
    /** A job whose first row is bad. */
    FAILING_JOB,
    /** A job whose first row is bad; then the owner widens columns. */
    FAILING_JOB_AND_ALTER
  }

  /** A second equal job. */
  enum Twin {
    NONE,
    AT_ONCE,
    /** Both wait for the ledger, and continue at the same moment. */
    BEHIND_LEDGER_LOCK
  }

  /** The actions of users and their scripts after a failure. */
  enum After {
    AGAIN,
    TRUNCATE_AND_AGAIN,
    RECREATE_AND_AGAIN,
    RECOVER
  }

  private static final String COMMIT = "-Dloadpath.export.commit=";
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  /** Settings of a role that must not affect the connector. */
  private static final String[] ROLE_SETTINGS = {
    "default_transaction_isolation = 'repeatable read'",
    "default_transaction_isolation = 'serializable'",
    "synchronous_commit = off",
    "search_path = ''",
    "bytea_output = escape",
    "timezone = 'Asia/Kolkata'",
    "row_security = off"
  };

  /** Enough rows for several blocks of bzip2. */
  private static final int BLOCKS_ROWS = 20_000;

  final long seed;
  final int job;
  final Kind kind;

  /** The table before the prelude. */
  final TableSpec table;

  /** Settings of Hadoop and the connector, each with -D. */
  final List<String> settings;

  final int mappers;

  /** The table's rows before the job. */
  final DataFile rowsBefore;

  /** The job's files; empty for an import. */
  final List<DataFile> files;

  /** The options of a load. */
  final LoadOptions load;

  final Prelude prelude;
  final Twin twin;
  final List<Harm> harms;
  final After after;

  /** The rate of each connection; 0 for no limit. */
  final int bytesPerSecond;

  /** A setting of the jobs' role, in SQL; may be empty. */
  final String roleSetting;

  private final boolean onCluster;
  private final Dice random;
  private Long untaken;

  /**
   * Draws a plan.
   *
   * @param onCluster whether the plan may harm tasks, application masters and NodeManagers
   * @param only the kind of the job; null for any
   */
  JobPlan(long seed, int job, boolean onCluster, Kind only) {
    this.seed = seed;
    this.job = job;
    this.onCluster = onCluster;
    // mixed first, because neighbouring seeds of Random give similar numbers
    random = new Dice(new SplittableRandom(seed * SPREAD + job).nextLong());
    Kind drawn =
        random.weighted(
            Stream.of(Kind.values()).filter(k -> !onCluster || !k.replaces()), k -> k.weight);
    kind = only == null ? drawn : only;
    boolean unsorted = kind == Kind.LOAD && random.chance(3);
    table = TableDraw.draw(random, kind, job, unsorted);
    boolean failsBefore = kind == Kind.COPY || kind.inserts() && random.chance(8);
    prelude = failsBefore ? random.one(Prelude.values()) : Prelude.NOTHING;
    twin = kind.exports() && random.chance(4) ? random.one(Twin.values()) : Twin.NONE;
    boolean special = prelude != Prelude.NOTHING || twin != Twin.NONE;
    boolean cut = !special && kind.exports() && random.chance(5);
    boolean quiet = cut || special && random.chance(2); // special cases must also occur alone
    settings = drawSettings();
    mappers = kind.replaces() ? 1 : random.one(1, 2, 2, 3, 4);
    int before = kind == Kind.EXTERNAL ? 0 : drawRows(); // attached tables need an empty table
    rowsBefore = DataFile.plain("before", firstKey(), before, random.nextLong());
    files = drawFiles(cut);
    load =
        kind == Kind.LOAD
            ? LoadOptions.draw(random, table, job, mappers, unsorted)
            : LoadOptions.NONE;
    harms = quiet ? List.of() : drawHarms();
    after = random.one(After.values());
    bytesPerSecond = random.chance(3) ? 100_000 * (1 + random.nextInt(10)) : 0;
    roleSetting = !kind.replaces() && random.chance(4) ? random.one(ROLE_SETTINGS) : "";
  }

  boolean cut() {
    return files.stream().anyMatch(file -> file.cut() != Cut.NONE);
  }

  /** Returns the most rows that a load may leave out. */
  long rejectLimit() {
    return Math.max(0, malformed() + untaken() + load.spare());
  }

  /** The server refuses a row without partition to a mapper that copies. */
  private boolean rejectsTooMany() {
    return kind == Kind.LOAD
        && (malformed() + untaken() > rejectLimit() || load.unsorted() && untaken() > 0);
  }

  private long malformed() {
    return files.stream().mapToLong(DataFile::malformed).sum();
  }

  /** Returns the number of the files' rows that no partition takes. */
  private long untaken() {
    if (untaken == null) { // counted once, because the rows must be drawn for it
      untaken = table.partitions().rest() ? 0 : fileRows().filter(row -> !table.takes(row)).count();
    }
    return untaken;
  }

  /** Whether the job must fail, because of its files alone. */
  boolean mustFail() {
    return cut() || rejectsTooMany() && !has(What.ATTACH_PARTITION);
  }

  boolean has(What what) {
    return harms.stream().anyMatch(harm -> harm.what() == what);
  }

  /**
   * Whether the job may refuse this table: a publication of all tables includes staging tables; a
   * crash empties an unlogged table but keeps prepared transactions; the files lack a new column,
   * which only a load leaves to its default; no partition takes too many rows.
   */
  boolean mayBeRefused() {
    return table.published() == Published.ALL_TABLES
        || has(What.ADD_COLUMN) && kind != Kind.LOAD
        || rejectsTooMany()
        || has(What.DETACH_PARTITION)
        || table.shape().unlogged() && settings.contains(COMMIT + "two-phase");
  }

  /** Whether nothing disturbs the job. */
  boolean undisturbed() {
    return !mayBeRefused() && harms.isEmpty() && twin == Twin.NONE && !mustFail();
  }

  /** Returns the table at the start of the job. */
  TableSpec loaded() {
    return prelude == Prelude.FAILING_JOB_AND_ALTER ? table.altered() : table;
  }

  /** Returns the name of the connector's ledger in the schema. */
  String ledger() {
    return table.inSchema("loadpath_exports");
  }

  /** Returns the rows of the files that a table takes. */
  RowBag rows(TableSpec into) {
    return RowBag.of(fileRows().filter(into::takes).toList());
  }

  /** Returns the rows of the files, without the malformed ones. */
  Stream<List<String>> fileRows() {
    return files.stream().flatMap(f -> f.values(loaded()).stream());
  }

  /** Returns the table's rows before the job: every second partition is empty, or none. */
  List<List<String>> before() {
    Partitions parts = table.partitions();
    return rowsBefore.values(table).stream()
        .filter(table::takes)
        .filter(row -> parts.count() == 1 || job % 4 == 0 || (parts.of(table, row) + job) % 2 == 0)
        .toList();
  }

  /** Returns the table's rows after a successful job. */
  RowBag applied(RowBag rows, RowBag files) {
    return switch (kind) {
      case EXPORT, LOAD -> rows.plus(files);
      case UPDATE -> rows.updated(files, false);
      case MERGE -> rows.updated(files, true);
      case COPY, EXTERNAL -> files;
      case IMPORT -> rows;
    };
  }

  /** Returns the plan, a line for each step. */
  List<String> steps() {
    List<String> steps = new ArrayList<>(List.of(table.toString(), "rows before: " + rowsBefore));
    files.forEach(file -> steps.add(file.toString()));
    steps.add("%s %s, %d mappers".formatted(words(kind), String.join(" ", settings), mappers));
    if (kind == Kind.LOAD) {
      steps.add(load.toString());
    }
    steps.add("%d bytes/s, role setting '%s'".formatted(bytesPerSecond, roleSetting));
    steps.add("before: %s; a second equal job: %s".formatted(words(prelude), words(twin)));
    harms.forEach(harm -> steps.add(harm.toString()));
    steps.add("after a failure: " + words(after));
    return steps;
  }

  static String words(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the first key of the files; only for an update do files and table share keys. */
  private int firstKey() {
    return kind.keyed()
        ? random.one(500_000, TableSpec.MIDDLE - 300)
        : random.one(500_000, 1_500_000);
  }

  private int drawRows() {
    return random.one(0, 1, 100, 500, 2_000, 2_000, 10_000, 20_000) + random.nextInt(50);
  }

  private List<String> drawSettings() {
    List<String> settings = new ArrayList<>();
    // Hadoop's default is 1 s; the bundled client asks every 5 ms
    if (!kind.replaces() && !random.chance(3)) {
      settings.add("-Dmapreduce.client.progressmonitor.pollinterval=" + random.one(100, 500, 1000));
    }
    if (!kind.replaces() && !onCluster) {
      settings.add("-Dmapreduce.local.map.tasks.maximum=" + random.one(1, 1, 2));
    }
    if (kind == Kind.LOAD && !onCluster) {
      settings.add("-Dmapreduce.local.reduce.tasks.maximum=" + random.one(1, 1, 2));
    }
    if (kind.exports() && kind != Kind.LOAD && random.chance(3)) {
      settings.add("-Dloadpath.export.reject-limit=5");
    }
    if (kind == Kind.EXPORT) {
      settings.add(
          COMMIT + random.one("auto", "auto", "insert", table.unique() ? "insert" : "two-phase"));
    }
    return settings;
  }

  private List<DataFile> drawFiles(boolean cut) {
    List<DataFile> files = new ArrayList<>();
    int count = kind == Kind.IMPORT ? 0 : 1 + random.nextInt(3);
    int first = kind.keyed() ? firstKey() : random.one(1, TableSpec.MIDDLE - 500, 2_000_000);
    for (int i = 0; i < count; i++) {
      boolean cutThis = cut && i == 0;
      Codec codec =
          switch (kind) {
            case COPY -> random.one(Codec.NONE, Codec.GZIP);
            case EXTERNAL -> Codec.NONE;
            default -> random.one(Codec.values());
          };
      if (cutThis && codec == Codec.NONE) {
        codec = Codec.BZIP2; // plain text has no end mark
      }
      int rows = cutThis ? 1000 + random.nextInt(30_000) : drawRows();
      Cut where = cutThis ? Cut.ANYWHERE : Cut.NONE;
      if (cutThis && codec == Codec.BZIP2 && !random.chance(3)) {
        where = Cut.BETWEEN_BLOCKS;
        rows = Math.max(rows, BLOCKS_ROWS);
      }
      files.add(
          new DataFile(
              "part-" + i,
              codec,
              first,
              rows,
              random.nextLong(),
              where,
              random.nextDouble(),
              kind == Kind.LOAD && random.chance(4) ? 1 + random.nextInt(3) : 0));
      first += rows;
    }
    return files;
  }

  private List<Harm> drawHarms() {
    List<Harm> harms = new ArrayList<>();
    int count = random.one(0, 1, 1, 1, 2, 2, 3);
    for (int i = 0; i < count; i++) {
      What what = drawWhat(i == 0);
      if (what.needsRecovery() && harms.stream().anyMatch(harm -> harm.what().needsRecovery())) {
        continue; // the second harm would hit the recovery from the first
      }
      Moment moment = drawMoment(what);
      boolean unnoticed = what.crashesServer() && moment != Moment.START && random.chance(2);
      if (unnoticed && kind != Kind.IMPORT && random.chance(2)) {
        moment = Moment.BETWEEN_TASKS; // no session of a task notices it
      }
      int delay = moment == Moment.START ? random.nextInt(3000) : random.one(0, 0, 0, 5, 50, 200);
      if (unnoticed) { // the client is stopped meanwhile
        harms.add(new Harm(What.STOP_CLIENT, moment, delay, 1500 + random.nextInt(1000), 0));
        delay += 30;
      }
      harms.add(new Harm(what, moment, delay, 200 + random.nextInt(2000), random.nextInt(100)));
    }
    return harms;
  }

  private What drawWhat(boolean first) {
    if (first && table.shape().unlogged() && !random.chance(3)) { // a crash empties such a table
      return random.one(What.KILL_BACKEND, What.KILL_POSTMASTER);
    }
    return random.weighted(
        Stream.of(What.values())
            .filter(what -> onCluster || !what.onlyOnCluster())
            .filter(what -> kind.exports() || what != What.LOCK_LEDGER)
            .filter(what -> table.shape().onlyForLoads() || !what.onlyWithPartitions()),
        what -> what.weight);
  }

  private Moment drawMoment(What what) {
    if (what == What.KILL_CLIENT && kind != Kind.IMPORT && random.chance(2)) {
      return Moment.DECIDED; // the client dies before it can report anything
    }
    return random.weighted(
        Stream.of(Moment.values())
            // tasks and master exist from the first COPY on
            .filter(m -> !what.onlyOnCluster() || m.compareTo(Moment.COPYING) >= 0)
            .filter(m -> kind != Kind.IMPORT || m.compareTo(Moment.COPYING) <= 0),
        m -> m.weight);
  }
}
