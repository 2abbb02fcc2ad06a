package io.loadpath.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.engines.service.Processes;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The archives at work on a machine with a JDK alone: no Maven, Python or database client, a new
 * home folder, an empty local repository, and no network where the test may take it away.
 */
class UnpackedArchiveIT {
  /** The answer of Q1 at scale factor 0.01. */
  private static final List<String> ANSWER =
      List.of(
          "A|F|380456.00|532348211.65|505822441.4861|526165934.000839|25.58|35785.71|0.05|14876",
          "N|F|8971.00|12384801.37|11798257.2080|12282485.056933|25.78|35588.51|0.05|348",
          "N|O|742802.00|1041502841.45|989737518.6346|1029418531.523350|25.45|35691.13|0.05|29181",
          "R|F|381449.00|534594445.35|507996454.4067|528524219.358903|25.60|35874.01|0.05|14902");

  /** Programs that a machine may lack. */
  private static final Pattern MORE =
      Pattern.compile("(mvn|java|python|perl|git|psql|sqlplus|sqlldr|igzip|zstd|lz4|curl|wget).*");

  @TempDir private static Path folder;
  private static Path bin;
  private static Path edge;
  private static Map<String, String> environment;

  @BeforeAll
  static void unpack() throws IOException {
    // the user of the database server must be able to enter it
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    bin = Archive.BIN.unpack(folder);
    edge = Archive.EDGE.unpack(folder);
    Files.createDirectories(folder.resolve("home/.m2/repository"));
    environment =
        Map.of(
            "HOME", folder.resolve("home").toString(),
            "PATH", barePrograms().toString(),
            "JAVA_HOME", System.getProperty("java.home"));
  }

  /** Returns a folder with links to the programs on the PATH but those of {@link #MORE}. */
  private static Path barePrograms() throws IOException {
    Path links = Files.createDirectory(folder.resolve("programs"));
    for (String place : System.getenv("PATH").split(":")) {
      if (!Files.isDirectory(Path.of(place))) {
        continue;
      }
      try (Stream<Path> programs = Files.list(Path.of(place))) {
        for (Path program : programs.toList()) {
          Path link = links.resolve(program.getFileName());
          if (!MORE.matcher(program.getFileName().toString()).matches() && Files.notExists(link)) {
            Files.createSymbolicLink(link, program);
          }
        }
      }
    }
    return links;
  }

  /** JUnit would warn of each link that leads out of its folder. */
  @AfterAll
  static void deleteLinks() throws IOException {
    try (Stream<Path> links = Files.list(folder.resolve("programs"))) {
      for (Path link : links.toList()) {
        Files.delete(link);
      }
    }
  }

  private static Outcome run(Path directory, String... words) {
    return Program.in(directory, "env", words).only(environment).run();
  }

  /** Runs a command without a network except loopback, if this user may do that. */
  private static Outcome runWithoutNetwork(Path directory, List<String> words) {
    List<String> command = new ArrayList<>();
    String up = "ip link set lo up";
    if (run(directory, "unshare", "--net", "sh", "-c", up).exitCode() == 0) {
      command.addAll(List.of("unshare", "--net", "sh", "-c", up + " && exec \"$@\"", "sh"));
    }
    command.addAll(words);
    return run(directory, command.toArray(String[]::new));
  }

  @Test
  void runTakesEveryPathButThoseThatNeedAnotherProgram() throws IOException {
    Path out = folder.resolve("out");
    String small = "bin/loadpath run --rows 1000 --scale 0.01 --rounds 1 --out " + out;

    Outcome outcome = runWithoutNetwork(bin, List.of(small.split(" "))).ok();

    assertThat(outcome.all()).doesNotContain("building", "jobs start more slowly");
    assertThat(bin.resolve("engines/hadoop/target/hadoop.jsa")).isNotEmptyFile();
    assertThat(bin.resolve("engines/hive/target/hive.jsa")).isNotEmptyFile();
    assertThat(bin.resolve("engines/sqoop/target/sqoop.jsa")).isNotEmptyFile();
    JsonNode record = new ObjectMapper().readTree(only(out, ".json").toFile());
    assertThat(record.path("loadpathVersion").asText()).isEqualTo(Archive.VERSION);
    Set<String> verified = new TreeSet<>();
    for (JsonNode sample : record.path("samples")) {
      assertThat(sample.path("status").asText()).isEqualTo("verified");
      verified.add(sample.path("variant").asText().split(" ")[0]);
    }
    assertThat(verified).hasSize(16);
    assertThat(record.path("notRun").findValuesAsText("reason"))
        .hasSize(6)
        .allMatch(reason -> reason.matches("(?s).*(ORACLE_URL|polars|psql).*"));
    assertThat(only(out, "-quick.html")).content().contains("<html").contains(verified);
    assertThat(folder.resolve("home/.m2/repository")).isEmptyDirectory();
    assertThat(processes()).as("left over").isEmpty();
  }

  private static Path only(Path out, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(out)) {
      List<Path> found = files.filter(file -> file.toString().endsWith(suffix)).toList();
      assertThat(found).hasSize(1);
      return found.get(0);
    }
  }

  /** Returns the live processes of the unpacked archive, also those whose parent has ended. */
  private static List<Long> processes() {
    return Processes.all(words -> words.stream().anyMatch(word -> word.contains(bin.toString())));
  }

  @Test
  void theJobJarRunsOnAnyHadoop() throws IOException {
    run(bin, "bin/loadpath", "data", "lineitem", "--scale", "0.01", "--parts", "2").ok();
    Path answer = folder.resolve("answer");

    run(
            edge,
            bin.resolve("engines/bin/hadoop").toString(),
            "jar",
            "mapreduce/loadpath-mapreduce-%s.jar".formatted(Archive.VERSION),
            "q1",
            bin.resolve(".loadpath/data/lineitem-sf0.01-2parts") + "/part-*",
            answer.toString())
        .ok();

    assertThat(Files.readAllLines(answer.resolve("part-r-00000"))).isEqualTo(ANSWER);
  }

  @Test
  void sqoopSaysThatOraclesDriverIsNotBundled() {
    Outcome result =
        run(bin, "engines/bin/sqoop", "list-tables", "--connect", "jdbc:oracle:thin:@//h:1521/s");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.all())
        .contains("put ojdbc11.jar into " + bin + "/engines/sqoop/target/lib")
        .hasLineCount(1);
  }

  @Test
  void theFilesThatAScriptOrTheReadmeNamesAreThere() throws IOException {
    Pattern name =
        Pattern.compile(
            "(?<![\\w/.-])((?:\\.\\./|(?:datasets|external-table|hive|mapreduce|postgres|sqoop)/)[\\w./*-]+\\.(?:sql|hql|txt|sh|ctl|par|md|jar))\\b");
    Set<String> missing = new TreeSet<>();
    int found = 0;
    for (String file : Archive.EDGE.files()) {
      if (!file.matches(
          "(?!docs/|(CONTRIBUTING|METHODOLOGY|SECURITY)\\.md).*\\.(sql|hql|txt|sh|ctl|par|md)")) {
        continue;
      }
      Matcher named = name.matcher(Files.readString(edge.resolve(file)));
      while (named.find()) {
        found++;
        Path from = named.group(1).startsWith("../") ? edge.resolve(file).getParent() : edge;
        if (!exists(from.resolve(named.group(1)).normalize())) {
          missing.add(file + " names " + named.group(1));
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(found).isGreaterThan(15);
  }

  @ParameterizedTest
  @MethodSource("io.loadpath.dist.Archive#both")
  void theLinksOfItsDocumentsLeadToItsFiles(Archive archive) throws IOException {
    Pattern link = Pattern.compile("\\]\\((?!\\w+:)([^)#]+)");
    Set<String> missing = new TreeSet<>();
    for (String file : archive.files()) {
      if (file.endsWith(".md")) {
        Path document = folder.resolve(archive.top()).resolve(file);
        link.matcher(Files.readString(document))
            .results()
            .map(found -> found.group(1))
            .filter(name -> Files.notExists(document.resolveSibling(name)))
            .forEach(name -> missing.add(file + " links to " + name));
      }
    }
    assertThat(missing).isEmpty();
  }

  /** Whether there is a file of this name, in whose last part '*' stands for any text. */
  private static boolean exists(Path file) throws IOException {
    if (!Files.isDirectory(file.getParent())) {
      return false;
    }
    try (Stream<Path> files = Files.list(file.getParent())) {
      String pattern = Pattern.quote(file.getFileName().toString()).replace("*", "\\E.*\\Q");
      return files.anyMatch(candidate -> candidate.getFileName().toString().matches(pattern));
    }
  }
}
