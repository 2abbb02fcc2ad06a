package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.record.Limit;
import io.loadpath.benchmarks.record.Records;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.RunRecord.SuiteInfo;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.TestRecords;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.report.DissectedRecord;
import io.loadpath.benchmarks.report.Figures;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.PathFolder;
import io.loadpath.benchmarks.suite.Place;
import io.loadpath.benchmarks.suite.SuiteDefinition;
import io.loadpath.benchmarks.suite.SuiteDefinition.Entry;
import io.loadpath.benchmarks.suite.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The exit code of a run, its budget and its warnings. */
class RunCommandTest {
  @RegisterExtension final Printed printed = new Printed();

  private static RunRecord verifiedWithCopyAt(long bytesPerSecond) {
    RunRecord full = TestRecords.full();
    return Records.with(
        full,
        "samples",
        full.samples().stream().filter(Sample::verified).toList(),
        "limits",
        List.of(
            new Limit(
                "database-copy",
                "COPY",
                2,
                "all-card-trans-1000000-1part",
                bytesPerSecond,
                List.of(1_000_000_000L))));
  }

  @Test
  void isZeroWhenAllIsVerifiedAndWithinItsLimits() {
    assertThat(RunCommand.exitCode(Figures.of(verifiedWithCopyAt(2_000_000_000L)))).isZero();
    assertThat(printed.err()).isEmpty();
  }

  @Test
  void isOneWhenARunFailedOrAFigureIsAboveItsLimit() {
    assertThat(RunCommand.exitCode(Figures.of(TestRecords.plain()))).isOne();
    assertThat(RunCommand.exitCode(Figures.of(verifiedWithCopyAt(1_000_000)))).isOne();
    assertThat(printed.err().lines())
        .isNotEmpty()
        .allMatch(line -> line.startsWith("loadpath: ") && line.contains("database-copy"))
        .noneMatch(line -> line.contains("mapreduce-q1") || line.contains("sqoop-jdbc-unload"))
        .anyMatch(line -> line.contains("measured wrongly") && line.contains(" TB/h is "));
  }

  @Test
  void roundsGivenByHandAreAllTakenUnlessABudgetIsGivenToo() {
    SuiteDefinition suite =
        new SuiteDefinition(
            "x", 3, 0, null, "3m", null, Map.of(), null, null, List.of(new Entry("p", null, null)));
    assertThat(RunCommand.budget(null, null, suite)).hasValue(Duration.ofMinutes(3));
    assertThat(RunCommand.budget("90s", null, suite)).hasValue(Duration.ofSeconds(90));
    assertThat(RunCommand.budget(null, 3, suite)).isEmpty();
    assertThat(RunCommand.budget("90s", 3, suite)).hasValue(Duration.ofSeconds(90));
  }

  @Test
  void theRecordedCommandNamesTheSameClusterInEveryFolder(@TempDir Path folder) throws IOException {
    Path configuration = Files.createDirectory(folder.resolve("Ann's conf"));
    Files.writeString(
        configuration.resolve("core-site.xml"),
        """
        <configuration>
          <property><name>fs.defaultFS</name><value>hdfs://nn1:8020</value></property>
        </configuration>
        """);
    Path relative = Path.of("").toAbsolutePath().relativize(configuration.toAbsolutePath());

    assertThat(RunCommand.places(List.of("local", relative.toString(), "cluster")))
        .isEqualTo("local,'%s/Ann'\\''s conf',cluster".formatted(folder.toAbsolutePath()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | hadoop | local | this run is local; to use that cluster, add --on \"$HADOOP_CONF_DIR\"",
        "'' | hive | cluster | this run is on cluster;",
        "'' | hadoop | local,cluster | this run is local and on cluster;",
        "local | hadoop | local | ''",
        "'' | postgres | local | ''"
      })
  void aCallersClusterThatIsNotUsedIsSaid(
      String on, String needs, String where, String line, @TempDir Path folder) throws IOException {
    List<String> places = on.isEmpty() ? List.of() : List.of(on);
    List<Variant> variants = variants(folder, needs, where.split(","));
    Path bundled = folder.resolve("cluster/conf");

    Optional<String> said =
        RunCommand.unused(places, variants, Map.of("HADOOP_CONF_DIR", "/etc/hadoop"), bundled);
    assertThat(said.isEmpty()).isEqualTo(line.isEmpty());
    assertThat(said.orElse("")).contains(line);
    assertThat(RunCommand.unused(places, variants, Map.of(), bundled)).isEmpty();
  }

  @Test
  void theBundledClusterIsAdvisedByItsNameUnlessTheRunIsThere(@TempDir Path folder)
      throws IOException {
    Path bundled = folder.resolve("cluster/conf");
    Map<String, String> environment = Map.of("HADOOP_CONF_DIR", bundled.toString());

    assertThat(
            RunCommand.unused(List.of(), variants(folder, "hadoop", "local"), environment, bundled))
        .contains(
            "HADOOP_CONF_DIR=%s is not used: this run is local; to use that cluster, add --on cluster"
                .formatted(bundled));
    assertThat(
            RunCommand.unused(
                List.of(), variants(folder, "hadoop", "local", "cluster"), environment, bundled))
        .isEmpty();
  }

  private static List<Variant> variants(Path folder, String needs, String... places)
      throws IOException {
    String yaml = PathFolder.yaml("one").replace("needs: []", "needs: [" + needs + "]");
    LoadPath path = LoadPath.read(PathFolder.write(folder, "one", yaml));
    return Stream.of(places)
        .map(place -> new Variant(path, Map.of("files", "2"), null, 2, Place.of(place)))
        .toList();
  }

  @Test
  void theVariantsThatTheBudgetLeftWithOneRoundAreCounted() {
    RunRecord record = TestRecords.started(TestRecords.plain());
    assertThat(RunCommand.oneRoundOnly(record)).isEmpty();
    List<Sample> lessOfTwo = new ArrayList<>(record.samples());
    List<String> two = record.variants().stream().limit(2).map(VariantInfo::id).toList();
    lessOfTwo.removeIf(sample -> two.contains(sample.variant()) && sample.round() > 1);
    RunRecord shorter = Records.with(record, "samples", lessOfTwo);
    assertThat(RunCommand.oneRoundOnly(shorter))
        .hasValue("2 variants had one round only (budget 3m)");
    assertThat(RunCommand.oneRoundOnly(shorter.endedAfter(lessOfTwo, Instant.EPOCH, "x")))
        .isEmpty();
    lessOfTwo.removeIf(sample -> sample.variant().equals(two.get(0)));
    assertThat(RunCommand.oneRoundOnly(Records.with(record, "samples", lessOfTwo)))
        .hasValue("1 variant had one round only (budget 3m)");
  }

  @Test
  void theSuiteThatChangesOneThingOfAQueryAtATimePrintsTheJobsToo() {
    RunRecord record = DissectedRecord.full();
    assertThat(RunCommand.lines(Figures.of(record))).noneMatch(line -> line.contains("jobs"));
    SuiteInfo suite = Records.with(record.suite(), "name", "q1-jobs");
    List<String> lines = RunCommand.lines(Figures.of(Records.with(record, "suite", suite)));
    assertThat(lines.get(0)).contains("TB/h");
    assertThat(lines).anyMatch(line -> line.contains("jobs  tasks"));
  }
}
