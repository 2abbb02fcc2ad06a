package io.loadpath.benchmarks.measure;

import io.loadpath.engines.service.ProcessStat;
import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts CPU time with control groups. Each stage is a group inside the harness's own. The kernel
 * adds up the CPU time of every process in it, whatever its parent and however short its life.
 */
public final class CgroupMeter implements CpuMeter {
  private static final String PROCESSES = "cgroup.procs";
  private static final int REMOVE_ATTEMPTS = 50;
  private static final long REMOVE_PAUSE_NANOS = 20_000_000;

  private final CgroupHierarchy hierarchy;
  private final Path folder;
  private final Map<Path, Path> returnsByGroup = new LinkedHashMap<>();

  /**
   * @param hierarchy the mounted hierarchy to use
   * @param name the name of the group to make inside the harness's own
   * @throws UncheckedIOException if this user may not make groups there
   */
  public CgroupMeter(CgroupHierarchy hierarchy, String name) {
    this.hierarchy = hierarchy;
    this.folder = hierarchy.own().resolve(name);
    make(folder, hierarchy.own());
  }

  @Override
  public String name() {
    return hierarchy.version().instrument;
  }

  @Override
  public Stage started(String name) {
    Path group = folder.resolve(name);
    make(group, hierarchy.own());
    return new GroupStage(group);
  }

  @Override
  public Stage running(String name, Set<Long> roots) {
    Path group = folder.resolve(name);
    make(group, hierarchy.groupOf(roots.iterator().next()));
    try {
      for (long root : roots) {
        // Children last: a child that starts meanwhile is in its parent's group.
        for (ProcessStat process : Processes.tree(root)) {
          move(process.pid(), group);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot move processes " + roots + " to " + group, e);
    }
    return new GroupStage(group);
  }

  /** Reads the parent group of all stages. */
  @Override
  public Optional<CpuReading> total() {
    return Optional.of(read(folder));
  }

  private CpuReading read(Path group) {
    try {
      return hierarchy.read(group);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the CPU time of " + group, e);
    }
  }

  /** Removes the groups; processes in them go back to their former groups. */
  @Override
  public void close() {
    List<Path> innermostFirst = new ArrayList<>(returnsByGroup.keySet());
    Collections.reverse(innermostFirst);
    innermostFirst.forEach(group -> remove(group, returnsByGroup.get(group)));
  }

  /** Removes the group {@code name} of an earlier, killed harness, and its stages. */
  public static void removeLeft(CgroupHierarchy hierarchy, String name) {
    Path folder = hierarchy.own().resolve(name);
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (var children = Files.newDirectoryStream(folder, Files::isDirectory)) {
      children.forEach(child -> remove(child, hierarchy.own()));
    } catch (IOException e) {
      return; // it has ended
    }
    remove(folder, hierarchy.own());
  }

  /** Returns the live processes in the group {@code name} and its stage {@code stage}. */
  public static Set<Long> processes(CgroupHierarchy hierarchy, String name, String stage) {
    return processes(hierarchy.own().resolve(name).resolve(stage));
  }

  /**
   * @param origin the group for its processes when it is removed
   */
  private void make(Path group, Path origin) {
    try {
      Files.createDirectory(group);
    } catch (IOException e) {
      throw new UncheckedIOException("no group can be made at " + group, e);
    }
    returnsByGroup.put(group, origin);
  }

  private static void move(long pid, Path group) throws IOException {
    try {
      Files.writeString(group.resolve(PROCESSES), Long.toString(pid));
    } catch (IOException e) {
      if (ProcessStat.read(pid).filter(process -> !process.isDead()).isPresent()) {
        throw e;
      }
    }
  }

  private static void remove(Path group, Path origin) {
    for (int attempt = 0; attempt < REMOVE_ATTEMPTS; attempt++) {
      try {
        for (long pid : processes(group)) {
          move(pid, origin);
        }
        Files.deleteIfExists(group);
        return;
      } catch (IOException e) {
        LockSupport.parkNanos(REMOVE_PAUSE_NANOS); // an ending process still holds the group
      }
    }
  }

  private static Set<Long> processes(Path group) {
    Set<Long> processes = new LinkedHashSet<>();
    try {
      for (String line : Files.readAllLines(group.resolve(PROCESSES))) {
        ProcessStat.read(Long.parseLong(line))
            .filter(process -> !process.isDead())
            .ifPresent(process -> processes.add(process.pid()));
      }
    } catch (IOException e) {
      // the group and its processes are gone
    }
    return processes;
  }

  private final class GroupStage implements Stage {
    private final Path group;

    private GroupStage(Path group) {
      this.group = group;
    }

    @Override
    public List<String> launcher() {
      remakeIfGone();
      String joinThenBecome = "echo $$ > \"$0\" && exec \"$@\"";
      return List.of("/bin/sh", "-c", joinThenBecome, group.resolve(PROCESSES).toString());
    }

    /** Makes a removed group again: without it, every later path would fail to start. */
    private void remakeIfGone() {
      try {
        Files.createDirectories(group);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot make a group at " + group, e);
      }
    }

    @Override
    public CpuReading read() {
      return CgroupMeter.this.read(group);
    }

    @Override
    public Set<Long> processes() {
      return CgroupMeter.processes(group);
    }
  }
}
