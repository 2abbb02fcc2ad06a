package io.loadpath.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.chaos.JobPlan.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JobPlanTest {
  private static List<JobPlan> plans(boolean onCluster) {
    return IntStream.rangeClosed(1, 2000)
        .mapToObj(job -> new JobPlan(7, job, onCluster, null))
        .toList();
  }

  private static List<List<String>> steps(List<JobPlan> plans) {
    return plans.stream().map(JobPlan::steps).toList();
  }

  @Test
  void theSameSeedAndNumberGiveTheSamePlanAndOthersAnother() {
    assertThat(steps(plans(false))).isEqualTo(steps(plans(false)));

    List<JobPlan> plans = new ArrayList<>(plans(false).subList(0, 100));
    IntStream.rangeClosed(8, 107).forEach(seed -> plans.add(new JobPlan(seed, 1, false, null)));
    assertThat(steps(plans)).doesNotHaveDuplicates();
  }

  @Test
  void everythingIsDrawn() {
    Set<Enum<?>> drawn = new HashSet<>();
    for (JobPlan plan : plans(false)) {
      drawn.addAll(List.of(plan.kind, plan.prelude, plan.twin, plan.after));
      drawn.addAll(List.of(plan.table.shape(), plan.table.published()));
      drawn.addAll(plan.table.types());
      plan.harms.forEach(harm -> drawn.addAll(List.of(harm.what(), harm.moment())));
      plan.files.forEach(file -> drawn.addAll(List.of(file.codec(), file.cut())));
    }

    List<Enum<?>> all = new ArrayList<>();
    for (Enum<?>[] values :
        List.of(
            JobPlan.Kind.values(),
            JobPlan.Prelude.values(),
            JobPlan.Twin.values(),
            JobPlan.After.values(),
            TableSpec.Shape.values(),
            TableSpec.Published.values(),
            TableSpec.Type.values(),
            Harm.What.values(),
            Harm.Moment.values(),
            DataFile.Codec.values(),
            DataFile.Cut.values())) {
      all.addAll(Arrays.asList(values));
    }
    all.removeIf(value -> value instanceof Harm.What what && what.onlyOnCluster());
    all.remove(TableSpec.Type.WIDE_NUMERIC); // only an altered table has it
    assertThat(drawn).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void loadsAreDrawnInAllWays() {
    List<JobPlan> loads =
        IntStream.rangeClosed(1, 400)
            .mapToObj(job -> new JobPlan(7, job, false, Kind.LOAD))
            .toList();

    assertThat(loads).allMatch(plan -> plan.kind == Kind.LOAD);
    assertThat(loads.stream().flatMap(plan -> plan.load.words().stream()))
        .contains("--unsorted", "--exchange-empty", "--sort-by", "--prove", "--mappers");
    for (Predicate<JobPlan> some :
        List.<Predicate<JobPlan>>of(
            plan -> plan.load.name().isEmpty(),
            plan -> plan.load.quoted(),
            plan -> plan.table.partitions().rest(),
            plan -> plan.files.stream().anyMatch(file -> file.malformed() > 0),
            plan -> plan.rejectLimit() > 0,
            JobPlan::mustFail)) {
      assertThat(loads).anyMatch(some).anyMatch(some.negate());
    }
  }

  @Test
  void rowsThatNoPartitionTakesAreNotAmongThoseOfASuccess() {
    JobPlan plan =
        IntStream.iterate(1, job -> job + 1)
            .mapToObj(job -> new JobPlan(7, job, false, Kind.LOAD))
            .filter(some -> some.files.get(0).rows() > 99 && !some.table.partitions().rest())
            .findFirst()
            .orElseThrow();
    TableSpec table = plan.table;
    long taken = plan.rows(plan.loaded()).size();

    assertThat(taken).isBetween(1L, plan.fileRows().count() - 1);
    int leaf = table.partitions().there().iterator().next();
    RowBag less = plan.rows(plan.loaded().with(table.partitions().with(leaf, false)));
    assertThat(less.size()).isLessThan(taken);
    assertThat(less.counts().keySet()).noneMatch(row -> table.partitions().of(table, row) == leaf);
  }

  @Test
  void tasksAndMastersAreHarmedOnAClusterOnly() {
    assertThat(plans(true).stream().flatMap(plan -> plan.harms.stream()).map(Harm::what))
        .contains(Harm.What.values());
    assertThat(plans(true)).noneMatch(plan -> plan.kind.replaces());
  }

  @Test
  void onlyAnUpdatesFilesShareKeysWithTheTable() {
    for (JobPlan plan : plans(false)) {
      for (DataFile file : plan.files) {
        DataFile before = plan.rowsBefore;
        boolean apart =
            file.firstKey() + file.rows() <= before.firstKey()
                || before.firstKey() + before.rows() <= file.firstKey();
        assertThat(plan.kind.keyed() || apart).as(plan.steps().toString()).isTrue();
      }
    }
  }
}
