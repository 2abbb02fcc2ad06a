package io.loadpath.benchmarks.statistics;

import io.loadpath.benchmarks.record.DatasetInfo;
import io.loadpath.benchmarks.record.Environment;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.record.Sample;
import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.statistics.Ratio.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A comparison of a later record, B, with an earlier one, A. Their rounds are not paired, because
 * they ran at different times.
 *
 * @param rows the compared variants, in the order of A
 * @param refusals variants that were not compared, why, and what to do next
 * @param warnings warnings about the figures
 * @param onlyInA ids of variants
 * @param onlyInB ids of variants
 */
public record RecordComparison(
    List<Row> rows,
    List<String> refusals,
    List<String> warnings,
    List<String> onlyInA,
    List<String> onlyInB) {
  private static final double SAME_MEMORY = 0.01;

  /**
   * One variant in both records.
   *
   * @param time commit times
   * @param cpu all CPU times; empty if they cannot be compared
   */
  public record Row(String variant, Figure time, Optional<Figure> cpu) {}

  /**
   * One quantity of a variant in both records.
   *
   * @param a median seconds in A
   * @param b median seconds in B
   * @param ratio B/A: below 1 if B needs less
   */
  public record Figure(Estimate a, Estimate b, Ratio ratio) {}

  /** Returns the comparison of a variant, if any. */
  public Optional<Row> row(String variant) {
    return rows.stream().filter(row -> row.variant().equals(variant)).findFirst();
  }

  public static RecordComparison of(RunRecord a, RunRecord b) {
    List<String> refusals = new ArrayList<>();
    boolean sameInstrument = a.instrument().name().equals(b.instrument().name());
    boolean sameDatabase = a.countedDatabase().equals(b.countedDatabase());
    boolean otherDatabase = false;
    List<String> warnings = new ArrayList<>();
    differentMachines(a.environment(), b.environment()).ifPresent(warnings::add);
    differentServers(a.environment(), b.environment()).ifPresent(warnings::add);
    a.interruption().ifPresent(words -> warnings.add("A was " + words));
    b.interruption().ifPresent(words -> warnings.add("B was " + words));
    List<Row> rows = new ArrayList<>();
    for (VariantInfo variant : a.variants()) {
      String id = variant.id();
      Optional<VariantInfo> other = find(b, id);
      Optional<String> refusal = other.flatMap(inB -> refusal(a, variant, b, inB));
      refusal.ifPresent(reason -> refusals.add(id + ": " + reason));
      if (other.isPresent() && refusal.isEmpty()) {
        CountedSamples samplesA = CountedSamples.of(a, id);
        CountedSamples samplesB = CountedSamples.of(b, id);
        disturbed("A", id, samplesA).ifPresent(warnings::add);
        disturbed("B", id, samplesB).ifPresent(warnings::add);
        boolean notSame = !sameDatabase && (usesDatabase(a, variant) || usesDatabase(b, variant));
        otherDatabase |= notSame;
        if (variant.clientOnly() && other.get().clientOnly()) {
          warnings.add("CPU of %s is that of the client alone in A and B".formatted(id));
        }
        rows.add(row(id, samplesA.forFigures(), samplesB.forFigures(), sameInstrument && !notSame));
      }
    }
    if (!sameInstrument && !rows.isEmpty()) {
      refusals.add(
          "CPU: %s counted A and %s counted B, and they see different things; run both with the same instrument, see 'bin/loadpath doctor'"
              .formatted(a.instrument().name(), b.instrument().name()));
    }
    if (sameInstrument && otherDatabase) {
      refusals.add(
          "CPU of the database: counted by %s in A and by %s in B, which see different things; run both with the same instrument"
              .formatted(a.countedDatabase(), b.countedDatabase()));
    }
    if (rows.isEmpty() && refusals.isEmpty()) {
      refusals.add(
          "A (%s) and B (%s) have no variant in common; give 'bin/loadpath run' the same suite and the same --only"
              .formatted(a.id(), b.id()));
    }
    return new RecordComparison(
        List.copyOf(rows),
        List.copyOf(refusals),
        List.copyOf(warnings),
        onlyIn(a, b),
        onlyIn(b, a));
  }

  private static boolean usesDatabase(RunRecord record, VariantInfo variant) {
    return record.clientOnly(variant.id())
        || CountedSamples.of(record, variant.id()).all().stream()
            .flatMap(sample -> sample.cpu() == null ? Stream.empty() : sample.cpu().stream())
            .anyMatch(stage -> stage.stage().equals("database"));
  }

  private static Optional<VariantInfo> find(RunRecord record, String id) {
    return record.variants().stream().filter(variant -> variant.id().equals(id)).findFirst();
  }

  private static List<String> onlyIn(RunRecord record, RunRecord other) {
    return record.variants().stream()
        .map(VariantInfo::id)
        .filter(id -> find(other, id).isEmpty())
        .toList();
  }

  private static Optional<String> refusal(
      RunRecord a, VariantInfo variantA, RunRecord b, VariantInfo variantB) {
    DatasetInfo dataA = a.datasetOf(variantA);
    DatasetInfo dataB = b.datasetOf(variantB);
    if (!dataA.sameRows(dataB)) {
      return Optional.of(
          "A has %s, B has %s; run one of them again with the %s of the other"
              .formatted(
                  described(dataA),
                  described(dataB),
                  dataA.own() || dataB.own() ? "table and files" : "--scale or --rows"));
    }
    return unproven("A", a, variantA).or(() -> unproven("B", b, variantB));
  }

  private static String described(DatasetInfo data) {
    return "%s rows of %s (%s)"
        .formatted(
            Numbers.count(data.rows()), data.dataset(), DatasetInfo.shortDigest(data.digest()));
  }

  private static Optional<String> unproven(String side, RunRecord record, VariantInfo variant) {
    List<Sample> all = CountedSamples.of(record, variant.id()).all();
    long failed = all.stream().filter(sample -> !sample.verified()).count();
    String again = "; run it again: " + variant.command();
    if (all.isEmpty()) {
      return Optional.of("%s has no run of this variant%s".formatted(side, again));
    }
    if (failed > 0) {
      return Optional.of(
          "%d of %d runs in %s failed, and a time without its proof is not compared%s"
              .formatted(failed, all.size(), side, again));
    }
    return Optional.empty();
  }

  private static Row row(String variant, List<Sample> a, List<Sample> b, boolean withCpu) {
    Figure time = figure(Quantity.TIME, a, b, Sample::wallNanos);
    boolean counted =
        withCpu
            && a.stream().allMatch(s -> s.cpuNanos() > 0)
            && b.stream().allMatch(s -> s.cpuNanos() > 0);
    return new Row(
        variant,
        time,
        counted ? Optional.of(figure(Quantity.CPU, a, b, Sample::cpuNanos)) : Optional.empty());
  }

  private static Figure figure(
      Quantity quantity, List<Sample> a, List<Sample> b, ToDoubleFunction<Sample> nanos) {
    double[] secondsA = seconds(a, nanos);
    double[] secondsB = seconds(b, nanos);
    return new Figure(
        Estimate.of(secondsA), Estimate.of(secondsB), Ratio.unpaired(quantity, secondsB, secondsA));
  }

  private static double[] seconds(List<Sample> samples, ToDoubleFunction<Sample> nanos) {
    return samples.stream().mapToDouble(nanos).map(n -> n / Units.NANOS_PER_SECOND).toArray();
  }

  private static Optional<String> disturbed(String side, String id, CountedSamples samples) {
    return samples.disturbed()
        ? Optional.of("other programs disturbed every run of %s in %s".formatted(id, side))
        : Optional.empty();
  }

  /** Whether the known facts about two machines are the same. */
  private static boolean sameMachine(Environment a, Environment b) {
    return a.cpuModel().equals(b.cpuModel())
        && a.logicalCores() == b.logicalCores()
        && Math.abs(a.memoryBytes() - b.memoryBytes()) <= SAME_MEMORY * a.memoryBytes();
  }

  private static Optional<String> differentMachines(Environment a, Environment b) {
    return sameMachine(a, b)
        ? Optional.empty()
        : Optional.of(
            "two machines: A has %s, B has %s; %s"
                .formatted(described(a), described(b), calibrations(a, b)));
  }

  private static Optional<String> differentServers(Environment a, Environment b) {
    return Objects.equals(a.postgres(), b.postgres())
        ? Optional.empty()
        : Optional.of("two PostgreSQL servers: A used %s, B %s".formatted(server(a), server(b)));
  }

  private static String server(Environment environment) {
    return environment.postgres() == null ? "the bundled one" : environment.postgres().words();
  }

  private static String described(Environment machine) {
    return "%d cores (%s) and %s"
        .formatted(
            machine.logicalCores(), machine.cpuModel(), Numbers.bytes(machine.memoryBytes()));
  }

  private static String calibrations(Environment a, Environment b) {
    if (a.calibration() == null || b.calibration() == null) {
      return "there is no calibration of both to compare their speed";
    }
    double ratio = (double) b.calibration().wallNanos() / a.calibration().wallNanos();
    return "the single-threaded calibration takes %s times as long on B"
        .formatted(Numbers.threeDigits(ratio));
  }
}
