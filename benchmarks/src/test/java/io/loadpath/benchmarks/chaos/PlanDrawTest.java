package io.loadpath.benchmarks.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.benchmarks.chaos.DataFile.Cut;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlanDrawTest {
  private static List<Plan> plans(boolean onCluster) {
    return IntStream.rangeClosed(1, 2000)
        .mapToObj(job -> PlanDraw.draw(7, job, onCluster))
        .toList();
  }

  @Test
  void theSameSeedAndNumberGiveTheSamePlan() {
    assertThat(PlanDraw.draw(7, 42, false)).isEqualTo(PlanDraw.draw(7, 42, false));
    assertThat(PlanDraw.draw(7, 42, false).steps()).isEqualTo(PlanDraw.draw(7, 42, false).steps());
    assertThat(plans(false)).isEqualTo(plans(false));
  }

  @Test
  void anotherSeedOrNumberGivesAnother() {
    Set<List<String>> steps = new HashSet<>();
    IntStream.rangeClosed(1, 100).forEach(i -> steps.add(PlanDraw.draw(7, i, false).steps()));
    IntStream.rangeClosed(8, 107).forEach(i -> steps.add(PlanDraw.draw(i, 1, false).steps()));

    assertThat(steps).hasSize(200);
  }

  @Test
  void everythingIsDrawn() {
    Set<Plan.Kind> kinds = EnumSet.noneOf(Plan.Kind.class);
    Set<TableSpec.Shape> shapes = EnumSet.noneOf(TableSpec.Shape.class);
    Set<Harm.What> harms = EnumSet.noneOf(Harm.What.class);
    Set<Harm.Moment> moments = EnumSet.noneOf(Harm.Moment.class);
    Set<FileCodec> codecs = EnumSet.noneOf(FileCodec.class);
    Set<Cut> cuts = EnumSet.noneOf(Cut.class);
    Set<Plan.Twin> twins = EnumSet.noneOf(Plan.Twin.class);
    Set<Plan.Prelude> preludes = EnumSet.noneOf(Plan.Prelude.class);
    Set<Plan.After> afters = EnumSet.noneOf(Plan.After.class);
    for (Plan plan : plans(false)) {
      kinds.add(plan.kind());
      shapes.add(plan.table().shape());
      plan.harms().forEach(harm -> harms.add(harm.what()));
      plan.harms().forEach(harm -> moments.add(harm.moment()));
      plan.files().forEach(file -> codecs.add(file.codec()));
      plan.files().forEach(file -> cuts.add(file.cut()));
      twins.add(plan.twin());
      preludes.add(plan.prelude());
      afters.add(plan.after());
    }

    assertThat(kinds).containsExactlyInAnyOrder(Plan.Kind.values());
    assertThat(shapes).containsExactlyInAnyOrder(TableSpec.Shape.values());
    assertThat(harms).allMatch(what -> !what.onlyOnCluster()).hasSize(17);
    assertThat(moments).containsExactlyInAnyOrder(Harm.Moment.values());
    assertThat(codecs).containsExactlyInAnyOrder(FileCodec.values());
    assertThat(cuts).containsExactlyInAnyOrder(Cut.values());
    assertThat(twins).containsExactlyInAnyOrder(Plan.Twin.values());
    assertThat(preludes).containsExactlyInAnyOrder(Plan.Prelude.values());
    assertThat(afters).containsExactlyInAnyOrder(Plan.After.values());
  }

  @Test
  void tasksAndMastersAreHarmedOnAClusterOnly() {
    assertThat(plans(true).stream().flatMap(plan -> plan.harms().stream()).map(Harm::what))
        .contains(Harm.What.KILL_TASK, Harm.What.KILL_MASTER, Harm.What.KILL_NODEMANAGER);
  }

  @Test
  void onlyAnUpdatesFilesShareKeysWithTheTable() {
    for (Plan plan : plans(false)) {
      boolean keyed = plan.kind() == Plan.Kind.UPDATE || plan.kind() == Plan.Kind.MERGE;
      for (DataFile file : plan.files()) {
        DataFile before = plan.rowsBefore();
        boolean apart =
            file.firstKey() + file.rows() <= before.firstKey()
                || before.firstKey() + before.rows() <= file.firstKey();
        assertThat(keyed || apart).as(plan.steps().toString()).isTrue();
      }
    }
  }
}
