package io.loadpath.mapreduce.load.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.loads.exports.ExportJob;
import io.loadpath.loads.exports.ExportRequest;
import io.loadpath.mapreduce.load.partitions.TestTarget;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Plans of loads into the shared server. */
class LoadPlanIT extends LoadFixture {
  @BeforeEach
  void makeKey() throws Exception {
    sql("ALTER TABLE loadit.sale ADD PRIMARY KEY (id, day)");
  }

  /** Writes 1,000 rows with a day for each. */
  private void write(IntFunction<String> day) throws IOException {
    write(
        "a.csv",
        IntStream.range(0, 1000)
            .mapToObj(i -> "%d|%s|note %d".formatted(i, day.apply(i), i))
            .toArray(String[]::new));
  }

  /** Three months and, for a tenth of the rows, a month without a partition. */
  private static String day(int i) {
    return i % 10 == 9 ? "2024-05-17" : "2024-0%d-01".formatted(i % 3 + 1);
  }

  private String plan(String... more) throws Exception {
    List<String> all = new ArrayList<>(Arrays.asList(more));
    all.add("--plan");
    int code = load(all.toArray(String[]::new));
    assertThat(err.toString(UTF_8)).isEmpty();
    assertThat(code).isZero();
    return out.toString(UTF_8);
  }

  @Test
  void changesNothing() throws Exception {
    write(LoadPlanIT::day);
    String tables = "SELECT count(*) FROM pg_class WHERE relnamespace = 'loadit'::regnamespace";
    String before = value(tables);
    String plan = plan("--writers", "3");
    assertThat(value(tables)).isEqualTo(before);
    assertThat(value("SELECT count(*) FROM loadit.sale")).isEqualTo("0");
    assertThat(plan)
        .contains("all 1,000 rows")
        .containsPattern("id +integer\\(9\\) +integer +binary")
        .containsPattern("m1 +300 +0 .* insert +\\d")
        .containsPattern("Sessions +4: ")
        .containsPattern("Order +by id, day, then as in the files; two rows with the same id, day")
        .contains("btree (id, day)")
        .contains("no record");
    assertThat(plan.lines()).allMatch(line -> line.length() <= 110);
  }

  @Test
  void theStatementsMakeThePartitionsThatRowsLack() throws Exception {
    write(LoadPlanIT::day);
    String plan = plan();
    assertThat(plan)
        .containsPattern(
            "No partition takes 100 rows, 10.0000 %, for instance\\s.*day\\s2024-05-17");
    assertThat(plan).contains("The load would fail, because --reject-limit is 0.");
    Matcher ddl = Pattern.compile("CREATE TABLE [^;]*;").matcher(plan);
    while (ddl.find()) {
      sql(ddl.group());
    }
    assertThat(load()).isZero();
    assertThat(value("SELECT count(*) FROM loadit.sale_202405")).isEqualTo("100");
    assertThat(out.toString(UTF_8))
        .contains("Loaded    1,000 rows")
        .contains("4 of 4 partitions are inside their intervals");

    for (int loads = 1; loads <= 2; loads++) {
      sql("DELETE FROM loadit.sale");
      String time =
          "about 0\\.\\d\\d minutes, by the ledger's %d earlier loads of this way, last \\S+ into sale"
              .formatted(loads);
      assertThat(plan().replaceAll("\\s+", " ")).containsPattern(time);
      assertThat(load("--again")).isZero();
      assertThat(out.toString(UTF_8).replaceAll("\\s+", " "))
          .containsPattern(time)
          .containsPattern("Time 0\\.\\d\\d minutes; planned: 0\\.\\d\\d, \\d+ % (more|less)");
    }
  }

  @Test
  void aPartitionWithMostRowsBoundsTheJob() throws Exception {
    write(i -> i % 5 < 4 ? "2024-02-01" : "2024-01-01");
    assertThat(plan("--writers", "3", "--exchange-empty").replaceAll("\\s+", " "))
        .contains("Partition m2 bounds the job: it has 80.0 % of the bytes")
        .contains("Load without --exchange-empty");
    assertThat(plan("--writers", "3").replaceAll("\\s+", " "))
        .doesNotContain("bounds the job")
        .contains("the heaviest has 1.0");
  }

  @Test
  void emptyPartitionsAreExchanged() throws Exception {
    write(i -> day(i % 9));
    assertThat(plan().replaceAll("\\s+", " "))
        .contains("empty partitions among them: 3; --exchange-empty attaches");
    sql("INSERT INTO loadit.sale VALUES (1, '2024-01-01')");
    assertThat(plan("--exchange-empty").replaceAll("\\s+", " "))
        .contains("333 0 7.9 kB 33.31 % exchange")
        .contains("334 0 7.9 kB 33.39 % insert")
        .contains("1 inserted, not exchanged: it has rows");
  }

  @Test
  void gzipFilesHaveMoreSharesAndNoBound() throws Exception {
    Path zipped = folder.resolve("a.csv.gz");
    try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(zipped));
        PrintStream rows = new PrintStream(gzip, false, UTF_8)) {
      rows.print("id|day|note\n");
      for (int i = 0; i < 600_000; i++) { // more than a sample reads of a file
        rows.printf("%d|%s|a note of a few words\n", i, day(i % 9));
      }
    }
    input = "*.gz";
    assertThat(plan("--writers", "2").replaceAll("\\s+", " "))
        .contains("no bound")
        .contains("6 reducers, 2 at a time")
        .contains("Sessions 3: ");
    assertThat(divided("--writers", "2").getInt(MRJobConfig.JOB_RUNNING_REDUCE_LIMIT, 0))
        .isEqualTo(2);
  }

  @Test
  void theUnsortedWay() throws Exception {
    write(i -> day(i % 9));
    assertThat(plan("--unsorted").replaceAll("\\s+", " "))
        .contains("1,000 rows of")
        .contains("each mapper copies")
        .doesNotContain("Writers");
    assertThat(load("--unsorted")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("Sample    none, because mappers share the files by their bytes")
        .doesNotContain("planned:");
  }

  /** The limit is the cluster's: the local runner ignores it. */
  @Test
  void theMappersOfTheUnsortedWayAreLimitedToTheirSessions() throws Exception {
    for (int i = 0; i < 4; i++) {
      write(i + ".csv", i + "|2024-01-01|x");
    }
    String[] limits = {"--unsorted", "--mappers", "4", "--max-sessions", "3"};
    assertThat(plan(limits)).contains("Sessions  3: one for each of 2 mappers at a time");
    assertThat(divided(limits).getInt(MRJobConfig.JOB_RUNNING_MAP_LIMIT, 0)).isEqualTo(2);
  }

  /** With a limit as large as the number of tasks, Hadoop may never start a second attempt. */
  @Test
  void aTaskThatFailsIsNotKeptFromItsSecondAttempt() throws Exception {
    write("0.csv", "0|2024-01-01|x");
    assertThat(divided("--writers", "1").getInt(MRJobConfig.JOB_RUNNING_REDUCE_LIMIT, 0)).isZero();
    String[] mapper = {"--unsorted", "--mappers", "1", "--max-sessions", "2"};
    assertThat(divided(mapper).getInt(MRJobConfig.JOB_RUNNING_MAP_LIMIT, 0)).isZero();
  }

  /** Returns the configuration of a load's job. */
  private Configuration divided(String... more) throws Exception {
    LoadOptions options = new LoadOptions();
    new CommandLine(options).parseArgs(arguments(more));
    Table table = Table.read(Path.of(options.table));
    LoadRequest request = new LoadRequest(options, table, conf, new PrintStream(out));
    List<Job> divided = new ArrayList<>();
    ExportRequest watched =
        (ExportRequest)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ExportRequest.class},
                (proxy, method, values) -> {
                  if (method.getName().equals("divide")) {
                    divided.add((Job) values[0]);
                  }
                  return method.invoke(request, values);
                });
    new ExportJob(watched, TestTarget.sessions()).plan();
    assertThat(divided).hasSize(1);
    return divided.get(0).getConfiguration();
  }
}
