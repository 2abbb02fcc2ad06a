package io.loadpath.mapreduce.load.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.loads.exports.ExportColumn;
import io.loadpath.loads.exports.ExportJob.Exported;
import io.loadpath.loads.exports.ExportNames;
import io.loadpath.loads.exports.ExportPlan;
import io.loadpath.loads.exports.ExportPlan.Way;
import io.loadpath.loads.exports.Ledger.Part;
import io.loadpath.loads.exports.Ledger.Task;
import io.loadpath.loads.exports.Partition;
import io.loadpath.loads.exports.PastLoad;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.mapreduce.load.client.TargetFacts.Index;
import io.loadpath.mapreduce.load.partitions.MissingRow;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.KeyColumn;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Level;
import io.loadpath.mapreduce.load.sample.Expected;
import io.loadpath.mapreduce.load.sample.SamplePlaces;
import io.loadpath.mapreduce.load.sample.SampledRow;
import io.loadpath.mapreduce.load.sample.Sampler;
import io.loadpath.mapreduce.load.sample.WriterShares;
import io.loadpath.rows.Column;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.KeyType;
import io.loadpath.rows.TextFormat;
import io.loadpath.rows.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Plans as texts in {@code src/test/resources/golden}. A run with {@code -Dloadpath.golden=write}
 * writes them again: read the differences before you commit them.
 */
class PlanTextTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden");
  private static final long FILE_BYTES = 2_000_000_000;
  private static final int ROW_BYTES = 100;
  private static final int TUPLE_BYTES = 60;
  private static final int KEY_BYTES = 30;

  private static void matches(String name, String text) throws IOException {
    Path file = GOLDEN.resolve(name);
    if ("write".equals(System.getProperty("loadpath.golden"))) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
    assertThat(file).content().isEqualTo(text);
  }

  private static LoadOptions options() {
    LoadOptions options = new LoadOptions();
    options.into = "shop.sale";
    options.overload = 0.05;
    options.confidence = 0.95;
    return options;
  }

  private static ExportPlan export(Way way, List<Partition> partitions) {
    return new ExportPlan(
        new ExportNames("shop", "sale", "", 0),
        List.of(
            new ExportColumn("id", "int8", "bigint", false),
            new ExportColumn("day", "date", "date", false),
            new ExportColumn("note", "varchar", "character varying(200)", true)),
        TextFormat.plain('|', "", TextFormat.DelimiterAtEnd.NEVER),
        1,
        4,
        way,
        List.of(),
        false,
        0,
        "rejects",
        partitions,
        "UTC");
  }

  /** Twelve sampled rows at each place; partition p is as heavy as p + 1. */
  private static Sampler sample(int partitions, boolean bounded) {
    Piece file = new Piece("file:/sales.csv", FILE_BYTES, 0);
    SamplePlaces drawn = SamplePlaces.of(List.of(file), List.of(), 2000, 30_000, 1);
    SamplePlaces places = new SamplePlaces(drawn.places(), false, bounded);
    int total = partitions * (partitions + 1) / 2;
    List<SampledRow> rows = new ArrayList<>();
    double[] bytes = new double[partitions];
    Random random = new Random(1);
    for (int place = 0; place < places.places().size(); place++) {
      for (int i = 0; i < 12; i++) {
        int at = random.nextInt(total);
        int p = 0;
        for (int sum = 1; sum <= at; sum += p + 1) {
          p++;
        }
        double weight = places.places().get(place).weight() / 12;
        rows.add(
            new SampledRow(place, p, new byte[] {(byte) random.nextInt(), (byte) place}, weight));
        bytes[p] += weight;
      }
    }
    List<Expected> expected =
        IntStream.range(0, partitions).mapToObj(p -> expected(bytes[p] / ROW_BYTES)).toList();
    KeyColumn day = new KeyColumn(1, "day", new KeyType(ColumnType.DATE, false, -1));
    Level level = new Level(1, true, List.of(day), List.of(), null);
    return new Sampler(
        places,
        rows,
        expected,
        expected(1234),
        expected(20_000),
        List.of(
            new MissingRow(level, List.of("2024-07-01"), 5000),
            new MissingRow(level, List.of("2024-07-02"), 15_000)),
        Optional.empty(),
        640_000,
        places.places().size(),
        63_900_000,
        0.84);
  }

  private static Expected expected(double rows) {
    return new Expected(rows, rows * ROW_BYTES, rows * TUPLE_BYTES, rows * KEY_BYTES);
  }

  private static TargetFacts facts(int freeSessions, List<PastLoad> past) {
    return new TargetFacts(
        "18.6",
        true,
        freeSessions,
        7040,
        List.of(
            new Index("sale_pkey", "btree (id, day)", 2), new Index("sale_day", "brin (day)", 1)),
        Map.of(101L, 0L, 102L, 8192L),
        431,
        Map.of(),
        Map.of("note", "en_US.utf8"),
        past);
  }

  private static List<Partition> leaves(int count, boolean exchanged) {
    if (exchanged) {
      return IntStream.range(0, count)
          .mapToObj(i -> new Partition("sale_" + i, 101 + i, 100, "", "", "as it was"))
          .toList();
    }
    return IntStream.range(0, count)
        .mapToObj(i -> Partition.existing("sale_" + i, 101 + i))
        .toList();
  }

  private static PlanText plan(
      LoadOptions options, int partitions, int writers, boolean bounded, TargetFacts facts) {
    Sampler sample = sample(partitions, bounded);
    int tasks = bounded ? writers : 3 * writers;
    return new PlanText(
        options,
        List.of(
            new Column("id", Type.integer(12), false),
            new Column("day", Type.parse("date"), false),
            new Column("note", Type.text(200), true)),
        export(Way.ATTACH, leaves(partitions, options.exchangeEmpty)),
        facts,
        new SortOrder(List.of(0, 1, 2), 2),
        List.of(new Piece("file:/sales.csv", FILE_BYTES, 0)),
        sample,
        WriterShares.of(sample.rows(), partitions, tasks, !options.exchangeEmpty),
        tasks,
        writers,
        List.of(
            "CREATE TABLE shop.sale_202407 PARTITION OF shop.sale FOR VALUES FROM ('2024-07-01') TO ('2024-08-01');"));
  }

  @Test
  void aSortedLoad() throws IOException {
    List<PastLoad> past =
        List.of(
            new PastLoad(7, "sale", "2026-11-20", 4, 10_000_000, 600_000_000, 62),
            new PastLoad(6, "sale", "2026-11-13", 4, 5_000_000, 300_000_000, 34));
    PlanText plan = plan(options(), 6, 4, true, facts(90, past));
    List<Task> tasks = new ArrayList<>();
    for (int w = 0; w < 4; w++) {
      long rows = 5_000_000 + 40_000 * w;
      List<Part> parts =
          switch (w) {
            case 0 -> List.of(new Part(0, 950_000), new Part(1, 1_900_000), new Part(2, 2_150_000));
            case 1 -> List.of(new Part(2, 700_000), new Part(3, 3_900_000), new Part(4, 440_000));
            case 2 -> List.of(new Part(4, 4_300_000), new Part(5, 780_000));
            default -> List.of(new Part(5, 5_120_000));
          };
      tasks.add(
          new Task(w, 0, 1, rows, rows * TUPLE_BYTES, 40_000, 0, 0, List.of(), List.of(), parts));
    }
    matches(
        "load-plan.txt",
        plan.before(false)
            + "\n---\n"
            + new PlanOutcome(plan, new Exported("", tasks, 210)).text(118));
  }

  @Test
  void manyPartitionsOfFilesThatCannotBeCut() throws IOException {
    LoadOptions options = options();
    options.exchangeEmpty = true;
    matches(
        "load-plan-bounded.txt",
        plan(options, 100, 20, false, facts(15, List.of())).before(false)
            + "\n---\n"
            + plan(options, 3, 4, true, facts(15, List.of())).before(false));
  }

  @Test
  void thePlanListsAllPartitions() {
    PlanText plan = plan(options(), 100, 4, true, facts(90, List.of()));
    assertThat(plan.before(true)).contains("sale_0 ", "sale_99 ").doesNotContain("others");
    assertThat(plan.before(false)).contains("and 80 others").doesNotContain("sale_0 ");
  }

  @Test
  void anEmptyInput() {
    Sampler none =
        new Sampler(
            SamplePlaces.of(List.of(), List.of(), 2000, 30_000, 1),
            List.of(),
            List.of(Expected.NONE, Expected.NONE),
            Expected.NONE,
            Expected.NONE,
            List.of(),
            Optional.empty(),
            0,
            0,
            0,
            0);
    PlanText plan =
        new PlanText(
            options(),
            List.of(),
            export(Way.ATTACH, leaves(2, false)),
            facts(90, List.of()),
            new SortOrder(List.of(), 0),
            List.of(),
            none,
            WriterShares.of(List.of(), 2, 3, true),
            3,
            3,
            List.of());
    assertThat(plan.before(true)).contains("all 0 rows").doesNotContain("NaN");
    assertThat(new PlanOutcome(plan, new Exported("", List.of(), 0)).text(1))
        .contains("0 rows")
        .doesNotContain("NaN");
  }

  @Test
  void aJobWithoutWritersHasNoSample() {
    PlanText plan =
        new PlanText(
            options(),
            List.of(),
            export(Way.INSERT, List.of()),
            facts(90, List.of(new PastLoad(7, "sale", "2026-11-20", 4, 10_000, 600_000, 62))),
            new SortOrder(List.of(), 0),
            List.of(new Piece("file:/sales.csv", FILE_BYTES, 0)),
            null,
            null,
            4,
            4,
            List.of());
    assertThat(plan.before(false))
        .contains("Files     1, 2.0 GB\n")
        .contains("Sample    none, because", "Sessions  5:", "Locks     about 431")
        .doesNotContain("WAL  ", "Disk  ", "Time  ", "rows of");
    Task task = new Task(0, 0, 1, 5000, 300_000, 40_000, 0, 0, List.of(), List.of(), List.of());
    assertThat(new PlanOutcome(plan, new Exported("", List.of(task), 210)).text(118))
        .contains("Loaded    5,000 rows, 300.0 kB as COPY, in 118.0 s\n");
  }

  @Test
  void linesAreShort() {
    PlanText plan = plan(options(), 100, 20, true, facts(90, List.of()));
    assertThat(plan.before(true).lines().filter(line -> !line.startsWith("  CREATE ")))
        .allMatch(line -> line.length() <= 100);
  }
}
