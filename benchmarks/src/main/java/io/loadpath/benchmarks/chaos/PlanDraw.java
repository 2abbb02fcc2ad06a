package io.loadpath.benchmarks.chaos;

import io.loadpath.benchmarks.chaos.DataFile.Cut;
import io.loadpath.benchmarks.chaos.Harm.Moment;
import io.loadpath.benchmarks.chaos.Harm.What;
import io.loadpath.benchmarks.chaos.Plan.After;
import io.loadpath.benchmarks.chaos.Plan.Kind;
import io.loadpath.benchmarks.chaos.Plan.Prelude;
import io.loadpath.benchmarks.chaos.Plan.Twin;
import io.loadpath.benchmarks.chaos.TableSpec.Published;
import io.loadpath.benchmarks.chaos.TableSpec.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Draws the plan of one job. The same seed and number give the same plan. */
final class PlanDraw {
  private static final long SPREAD = 0x9E3779B97F4A7C15L;
  private static final List<String> NAMES =
      List.of("t", "Order Lines", "a.b", "q\"uote", "ÜNÏ", "select", "camelCase");
  private static final What[] CRASHES = {What.KILL_BACKEND, What.KILL_POSTMASTER};
  private static final Moment[] MOMENTS = {
    Moment.START, Moment.CONNECTED, Moment.COPYING, Moment.COPYING, Moment.STAGED,
    Moment.BETWEEN_TASKS, Moment.BETWEEN_TASKS, Moment.DECIDED, Moment.DECIDED, Moment.DECIDED
  };

  private static final Moment[] TASK_MOMENTS = {
    Moment.COPYING, Moment.COPYING, Moment.STAGED, Moment.BETWEEN_TASKS, Moment.DECIDED
  };
  private static final Moment[] IMPORT_MOMENTS = {
    Moment.START, Moment.CONNECTED, Moment.COPYING, Moment.COPYING
  };

  /** Settings of a role that the connector must not mind. */
  private static final String[] ROLE_SETTINGS = {
    "default_transaction_isolation = 'repeatable read'",
    "default_transaction_isolation = 'serializable'",
    "synchronous_commit = off",
    "search_path = ''",
    "bytea_output = escape",
    "timezone = 'Asia/Kolkata'",
    "row_security = off"
  };

  /** Enough for several blocks of bzip2. */
  private static final int BLOCKS_ROWS = 20_000;

  private static final String COMMIT = "-Dloadpath.export.commit=";

  private final Random random;
  private final boolean onCluster;
  private final long seed;
  private final int job;

  private PlanDraw(long seed, int job, boolean onCluster) {
    this.seed = seed;
    this.job = job;
    this.onCluster = onCluster;
    // mixed first: neighbouring seeds of Random give similar numbers
    this.random = new Random(new SplittableRandom(seed * SPREAD + job).nextLong());
  }

  /**
   * Draws a plan.
   *
   * @param onCluster whether tasks, application masters and NodeManagers are there to be harmed
   */
  static Plan draw(long seed, int job, boolean onCluster) {
    return new PlanDraw(seed, job, onCluster).plan();
  }

  private Plan plan() {
    Kind kind =
        onCluster
            ? one(Kind.EXPORT, Kind.EXPORT, Kind.UPDATE, Kind.MERGE, Kind.IMPORT)
            : one(
                Kind.EXPORT,
                Kind.EXPORT,
                Kind.EXPORT,
                Kind.EXPORT,
                Kind.UPDATE,
                Kind.MERGE,
                Kind.IMPORT,
                Kind.COPY,
                Kind.COPY,
                Kind.EXTERNAL);
    TableSpec table = table(kind);
    Prelude prelude =
        kind == Kind.COPY || kind == Kind.EXPORT && chance(8)
            ? one(Prelude.NOTHING, Prelude.FAILING_JOB, Prelude.FAILING_JOB_AND_ALTER)
            : Prelude.NOTHING;
    Twin twin =
        kind.exports() && chance(6) ? one(Twin.AT_ONCE, Twin.BEHIND_LEDGER_LOCK) : Twin.NONE;
    boolean cut = twin == Twin.NONE && prelude == Prelude.NOTHING && kind.exports() && chance(5);
    boolean special = prelude != Prelude.NOTHING || twin != Twin.NONE;
    return new Plan(
        seed,
        job,
        table,
        kind,
        settings(kind, table),
        kind.replaces() ? 1 : one(1, 2, 2, 3, 4),
        new DataFile(
            "before",
            FileCodec.NONE,
            firstKey(kind),
            kind == Kind.EXTERNAL ? 0 : rows(), // attached tables want an empty one
            random.nextLong(),
            Cut.NONE,
            0),
        files(kind, table, cut),
        prelude,
        twin,
        cut || special && chance(2) // what is special must also be seen alone
            ? List.of()
            : harms(kind, table),
        one(After.values()),
        chance(3) ? 100_000 * (1 + random.nextInt(10)) : 0,
        !kind.replaces() && chance(4) ? one(ROLE_SETTINGS) : "");
  }

  private TableSpec table(Kind kind) {
    Shape shape =
        switch (kind) {
          case EXPORT ->
              one(
                  Shape.PLAIN,
                  Shape.UNLOGGED,
                  Shape.UNLOGGED,
                  Shape.RANGE,
                  Shape.RANGE_UNLOGGED_LEAF);
          case EXTERNAL -> Shape.PLAIN;
          default -> one(Shape.PLAIN, Shape.UNLOGGED, Shape.RANGE, Shape.RANGE_UNLOGGED_LEAF);
        };
    List<ColumnType> types = new ArrayList<>(List.of(ColumnType.NUMERIC));
    for (ColumnType type : ColumnType.values()) {
      boolean drawn = type.ordinal() > ColumnType.WIDE_NUMERIC.ordinal() && chance(3);
      // the server's own COPY takes no hexadecimal digits alone, and the load says so
      if (drawn && (kind != Kind.EXTERNAL || type != ColumnType.BYTEA)) {
        types.add(type);
      }
    }
    List<String> columns = new ArrayList<>(List.of(chance(3) ? "Key \"1\"" : "id"));
    for (int i = 0; i < types.size(); i++) {
      columns.add((chance(4) ? "Col." : "c") + i);
    }
    boolean external = kind == Kind.EXTERNAL;
    return new TableSpec(
        (chance(4) ? "Chaos." : "chaos") + job,
        one(NAMES.toArray(String[]::new)),
        shape,
        columns,
        types,
        !external && (keyed(kind) ? !chance(4) : chance(4)),
        !external && chance(4),
        !external && chance(6),
        external || shape != Shape.PLAIN && shape != Shape.RANGE || !chance(5)
            ? Published.NOT
            : one(Published.TABLE, Published.TABLE, Published.TABLE, Published.ALL_TABLES));
  }

  /** The keys that files and table share are those of an update only. */
  private int firstKey(Kind kind) {
    return keyed(kind) ? one(500_000, TableSpec.MIDDLE - 300) : one(500_000, 1_500_000);
  }

  private static boolean keyed(Kind kind) {
    return kind == Kind.UPDATE || kind == Kind.MERGE;
  }

  private List<String> settings(Kind kind, TableSpec table) {
    List<String> settings = new ArrayList<>();
    if (kind.exports() || kind == Kind.IMPORT) {
      // Hadoop's own default is a second; the bundled client asks each 5 ms
      if (!chance(3)) {
        settings.add("-Dmapreduce.client.progressmonitor.pollinterval=" + one(100, 500, 1000));
      }
      if (!onCluster) {
        settings.add("-Dmapreduce.local.map.tasks.maximum=" + one(1, 1, 2));
      }
    }
    if (kind.exports() && chance(3)) {
      settings.add("-Dloadpath.export.reject.limit=5");
    }
    if (kind == Kind.EXPORT) {
      String way = one("auto", "auto", "insert", "two-phase");
      settings.add(COMMIT + (table.unique() && way.equals("two-phase") ? "insert" : way));
    }
    return settings;
  }

  private List<DataFile> files(Kind kind, TableSpec table, boolean cut) {
    List<DataFile> files = new ArrayList<>();
    int count = kind == Kind.IMPORT ? 0 : 1 + random.nextInt(3);
    int first = keyed(kind) ? firstKey(kind) : one(1, TableSpec.MIDDLE - 500, 2_000_000);
    for (int i = 0; i < count; i++) {
      boolean cutThis = cut && i == 0;
      FileCodec codec =
          switch (kind) {
            case COPY -> one(FileCodec.NONE, FileCodec.GZIP);
            case EXTERNAL -> FileCodec.NONE;
            default ->
                one(
                    FileCodec.NONE,
                    FileCodec.GZIP,
                    FileCodec.BZIP2,
                    FileCodec.ZSTD,
                    FileCodec.DEFLATE);
          };
      if (cutThis && codec == FileCodec.NONE) {
        codec = one(FileCodec.BZIP2, FileCodec.SNAPPY);
      }
      int rows = cutThis ? 1000 + random.nextInt(30_000) : rows();
      Cut where = Cut.NONE;
      if (cutThis) {
        where = codec == FileCodec.BZIP2 && !chance(3) ? Cut.BETWEEN_BLOCKS : Cut.ANYWHERE;
        rows = where == Cut.BETWEEN_BLOCKS ? Math.max(rows, BLOCKS_ROWS) : rows;
      }
      files.add(
          new DataFile(
              "part-" + i, codec, first, rows, random.nextLong(), where, random.nextDouble()));
      first += rows;
    }
    return files;
  }

  private int rows() {
    return one(0, 1, 100, 500, 2_000, 2_000, 10_000, 20_000) + random.nextInt(50);
  }

  private List<Harm> harms(Kind kind, TableSpec table) {
    List<Harm> harms = new ArrayList<>();
    int count = one(0, 1, 1, 1, 2, 2, 3);
    boolean unlogged =
        table.shape() == Shape.UNLOGGED || table.shape() == Shape.RANGE_UNLOGGED_LEAF;
    for (int i = 0; i < count; i++) {
      // a crash is worth more where it empties a table
      What what = i == 0 && unlogged && !chance(3) ? one(CRASHES) : one(weighted(kind));
      if (what.needsRecovery() && harms.stream().anyMatch(harm -> harm.what().needsRecovery())) {
        continue; // the second one would meet the first one's recovery
      }
      Moment moment = one(moments(kind, what));
      if (what == What.KILL_CLIENT && kind != Kind.IMPORT && chance(2)) {
        moment = Moment.DECIDED; // the client dies before it can tell anybody
      }
      boolean unnoticed = what.crashesServer() && moment != Moment.START && chance(2);
      if (unnoticed && kind != Kind.IMPORT && chance(2)) {
        moment = Moment.BETWEEN_TASKS; // no session of a task is there to notice
      }
      int delay = moment == Moment.START ? random.nextInt(3000) : one(0, 0, 0, 5, 50, 200);
      if (unnoticed) { // the client stands still meanwhile
        harms.add(new Harm(What.STOP_CLIENT, moment, delay, 1500 + random.nextInt(1000), 0));
        delay += 30;
      }
      harms.add(new Harm(what, moment, delay, lasts(what), random.nextInt(100)));
    }
    return harms;
  }

  /** A task or its master is there from the first COPY on. */
  private static Moment[] moments(Kind kind, What what) {
    if (kind == Kind.IMPORT) {
      return what.onlyOnCluster() ? new Moment[] {Moment.COPYING} : IMPORT_MOMENTS;
    }
    return what.onlyOnCluster() ? TASK_MOMENTS : MOMENTS;
  }

  private int lasts(What what) {
    return switch (what) {
      case STOP_CLIENT, STOP_TASK, SNAPSHOT, LOCK_LEDGER, FULL_DISK -> 200 + random.nextInt(2000);
      default -> 0;
    };
  }

  private What[] weighted(Kind kind) {
    return Stream.of(What.values())
        .filter(what -> onCluster || !what.onlyOnCluster())
        .filter(what -> kind.exports() || what != What.LOCK_LEDGER)
        .flatMap(what -> Collections.nCopies(what.weight(), what).stream())
        .toArray(What[]::new);
  }

  private boolean chance(int oneOf) {
    return random.nextInt(oneOf) == 0;
  }

  @SafeVarargs
  private <T> T one(T... values) {
    return values[random.nextInt(values.length)];
  }
}
