package io.loadpath.benchmarks.measure;

import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Counts CPU time with {@code /proc}, which every user may read. The clock ticks 100 times a
 * second.
 *
 * <p>When a process ends, its time and that of its children are added to its parent's account of
 * children. So the harness's own account has the time of ended processes that it started, and the
 * sum over a server's process tree has the time of ended children. A process that its parent does
 * not wait for is missed, unless it still lives when the stage is read.
 */
public final class ProcessTreeMeter implements CpuMeter {
  public static final String NAME = "proc-tree";

  private final Supplier<Set<Long>> started;

  /**
   * @param started finds the live processes that the harness started, with all their descendants
   */
  public ProcessTreeMeter(Supplier<Set<Long>> started) {
    this.started = started;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Stage started(String name) {
    return new ChildrenStage(started);
  }

  @Override
  public Stage running(String name, Set<Long> roots) {
    return new Servers(Set.copyOf(roots));
  }

  @Override
  public void close() {}

  /** Returns the CPU time of processes and of their ended children. */
  public static CpuReading sum(Collection<ProcessStat> processes) {
    long user = 0;
    long system = 0;
    for (ProcessStat process : processes) {
      user += process.userTicks() + process.childUserTicks();
      system += process.systemTicks() + process.childSystemTicks();
    }
    return CpuReading.ofTicks(user, system);
  }

  private record ChildrenStage(Supplier<Set<Long>> started) implements Stage {
    @Override
    public List<String> launcher() {
      return List.of();
    }

    @Override
    public CpuReading read() {
      CpuReading live =
          sum(started.get().stream().flatMap(pid -> ProcessStat.read(pid).stream()).toList());
      ProcessStat self = ProcessStat.read(ProcessHandle.current().pid()).orElseThrow();
      return live.plus(CpuReading.ofTicks(self.childUserTicks(), self.childSystemTicks()));
    }

    @Override
    public Set<Long> processes() {
      // other children of the harness, such as a server, are not part of the run
      return started.get();
    }
  }

  /**
   * Running servers, with their children.
   *
   * @param roots the first process of each
   */
  public record Servers(Set<Long> roots) implements Stage {
    private static final int ATTEMPTS = 20;

    @Override
    public List<String> launcher() {
      return List.of();
    }

    @Override
    public CpuReading read() {
      // A child that ends during the sum could be counted twice or not at all: repeat until the
      // processes are the same before and after.
      List<ProcessStat> tree = trees();
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        List<ProcessStat> again = trees();
        if (pids(again).equals(pids(tree))) {
          return sum(again);
        }
        tree = again;
      }
      return sum(tree);
    }

    @Override
    public Set<Long> processes() {
      return pids(trees());
    }

    private List<ProcessStat> trees() {
      return roots.stream().flatMap(root -> Processes.tree(root).stream()).toList();
    }

    private static Set<Long> pids(List<ProcessStat> processes) {
      return processes.stream().map(ProcessStat::pid).collect(Collectors.toSet());
    }
  }
}
