package io.loadpath.engines.cluster;

import io.loadpath.engines.service.ProgramOutput;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The archive of the classes of the daemons and of MapReduce's containers. With it, they start in
 * half the time. The first start makes it from the classes that its daemons loaded and all of
 * MapReduce. It fits one JDK, one place and one set of jars; without it, JVMs only start more
 * slowly.
 */
final class ClassArchive {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** Only very hot code is optimised, as in the launchers (engines/java.sh says why). */
  private static final List<String> HOT_CODE =
      List.of(
          "-XX:Tier4InvocationThreshold=500000",
          "-XX:Tier4MinInvocationThreshold=60000",
          "-XX:Tier4CompileThreshold=1500000",
          "-XX:Tier4BackEdgeThreshold=400000");

  private static final String CLASS = ".class";
  private static final Pattern OF_TASKS =
      Pattern.compile("hadoop-(mapreduce-client-(app|common|core|jobclient)|hdfs-client)-.*\\.jar");

  private final EngineFolder engine;
  private final Path archive;
  private final Path fits;

  ClassArchive(EngineFolder engine) {
    this.engine = engine;
    this.archive = engine.target().resolve("cluster.jsa");
    this.fits = engine.target().resolve("cluster.jsa.fits");
  }

  boolean usable() throws IOException {
    return Files.isRegularFile(archive)
        && Files.isRegularFile(fits)
        && Files.readString(fits).equals(fit())
        && olderThanArchive(engine.lib())
        && olderThanArchive(engine.defaults());
  }

  private boolean olderThanArchive(Path jars) throws IOException {
    FileTime time = Files.getLastModifiedTime(archive);
    try (Stream<Path> newer =
        Files.find(
            jars,
            Integer.MAX_VALUE,
            (file, state) -> state.lastModifiedTime().compareTo(time) > 0)) {
      return newer.findAny().isEmpty();
    }
  }

  boolean writable() {
    return Files.isWritable(engine.target());
  }

  /**
   * The JVM's options for the archive. The JVM ignores an archive that does not fit; the options
   * suppress its warning.
   */
  List<String> use() {
    return List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:disable", "-Xlog:all=error:stderr");
  }

  /**
   * The options of containers' JVMs. Hadoop's jars come first, because an archive cannot serve jars
   * after a folder, and the class path of a container begins with its working folder.
   */
  List<String> containerOptions() throws IOException {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("-cp", String.join(":", engine.hadoopJars()) + ":$CLASSPATH"));
    if (usable() || writable()) { // the first start makes it while containers may already run
      options.addAll(use());
    }
    options.addAll(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData"));
    options.addAll(HOT_CODE);
    options.add("-Djava.net.preferIPv4Stack=true");
    options.addAll(EngineFolder.addOpens());
    return options;
  }

  /** The JVM's option to list the classes that it loads. */
  static String listOption(Path list) {
    return "-XX:DumpLoadedClassList=" + list;
  }

  /**
   * Makes the archive.
   *
   * @param lists the lists of the daemons
   * @param work a folder for temporary files
   * @return whether that succeeded
   */
  boolean make(List<Path> lists, Path work, List<String> marks) throws IOException {
    Path list = work.resolve("classes");
    Path part = engine.target().resolve("cluster.jsa." + ProcessHandle.current().pid());
    try {
      Set<String> classes = merged(lists);
      classes.addAll(classesOfTasks(engine.lib()));
      Files.write(list, classes);
      List<String> dump = new ArrayList<>(List.of(EngineFolder.java()));
      // With another collector, the dump would lack the archived objects.
      dump.addAll(List.of("-Xshare:dump", "-XX:+UseG1GC", "-Xmx512m"));
      dump.addAll(List.of("-Xlog:disable", "-Xlog:all=error:stderr"));
      dump.addAll(marks);
      dump.add("-XX:SharedClassListFile=" + list);
      dump.add("-XX:SharedArchiveFile=" + part);
      dump.addAll(List.of("-cp", String.join(":", engine.hadoopJars())));
      ProcessBuilder program =
          new ProcessBuilder(dump)
              .redirectErrorStream(true)
              .redirectOutput(work.resolve("classes.log").toFile());
      if (ProgramOutput.of(program, LIMIT).exitCode() != 0 || !Files.exists(part)) {
        return false;
      }
      WholeFile.write(fits, fit(), "rw-r--r--");
      WholeFile.publish(part, archive);
      return true;
    } finally {
      Files.deleteIfExists(list);
      Files.deleteIfExists(part);
    }
  }

  /** Joins lists, without the numbers of classes, which differ between lists. */
  static Set<String> merged(List<Path> lists) throws IOException {
    Set<String> lines = new LinkedHashSet<>();
    for (Path list : lists) {
      for (String line : Files.readAllLines(list)) {
        if (!line.startsWith("#") && !line.contains(" source:")) {
          lines.add(line.replaceFirst(" id: \\d+$", ""));
        }
      }
    }
    return lines;
  }

  /** The classes of MapReduce and of HDFS's client, in the form of a JVM's list. */
  static Set<String> classesOfTasks(Path lib) throws IOException {
    Set<String> classes = new TreeSet<>();
    try (Stream<Path> jars = Files.list(lib)) {
      for (Path jar : (Iterable<Path>) jars::iterator) {
        if (OF_TASKS.matcher(jar.getFileName().toString()).matches()) {
          try (JarFile file = new JarFile(jar.toFile())) {
            file.stream()
                .map(JarEntry::getName)
                .filter(name -> name.endsWith(CLASS) && !name.startsWith("META-INF/"))
                .forEach(name -> classes.add(name.substring(0, name.length() - CLASS.length())));
          }
        }
      }
    }
    return classes;
  }

  private String fit() throws IOException {
    Path release = Path.of(System.getProperty("java.home"), "release");
    return engine.root() + "\n" + (Files.exists(release) ? Files.readString(release) : "");
  }
}
