package io.loadpath.dist;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is in the archives, and how. */
class ArchiveEntriesIT {
  private static final Instant TIME = Instant.parse(System.getProperty("loadpath.timestamp"));

  @ParameterizedTest
  @MethodSource("io.loadpath.dist.Archive#both")
  void everyFileIsInOneFolderOnce(Archive archive) {
    List<String> names = archive.entries().stream().map(TarArchiveEntry::getName).toList();

    assertThat(names).allMatch(name -> name.startsWith(archive.top() + "/"));
    assertThat(names).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("io.loadpath.dist.Archive#both")
  void nothingTellsWhenOrWhereItWasMade(Archive archive) {
    List<TarArchiveEntry> entries = archive.entries();

    assertThat(entries)
        .allSatisfy(
            entry -> {
              assertThat(entry.getLastModifiedTime().toInstant()).isEqualTo(TIME);
              assertThat(entry.getLongUserId()).isZero();
              assertThat(entry.getLongGroupId()).isZero();
              assertThat(entry.getUserName()).isIn("", "root");
              assertThat(entry.getMode() & 0777).isIn(0755, 0644);
            });
    // a folder's files come in order, the executable ones first, and the edge's own README last
    entries.stream()
        .filter(TarArchiveEntry::isFile)
        .filter(entry -> !entry.getName().endsWith("-edge/README.md"))
        .collect(
            groupingBy(
                entry -> Path.of(entry.getName()).getParent() + " " + entry.getMode(),
                mapping(TarArchiveEntry::getName, toList())))
        .values()
        .forEach(names -> assertThat(names).isSorted());
  }

  @ParameterizedTest
  @MethodSource("io.loadpath.dist.Archive#both")
  void filesAreExecutableAsInTheProject(Archive archive) {
    assertThat(archive.entries())
        .filteredOn(entry -> entry.isFile() && inProject(archive.name(entry)))
        .hasSizeGreaterThan(30)
        .allSatisfy(
            entry ->
                assertThat((entry.getMode() & 0111) != 0)
                    .isEqualTo(Files.isExecutable(Program.ROOT.resolve(archive.name(entry)))));
  }

  private static boolean inProject(String name) {
    return !name.contains("target/") && Files.exists(Program.ROOT.resolve(name));
  }

  /** Needs a clone: what git does not track must not get into an archive. */
  @Test
  void theBinArchiveHoldsTheProjectWithoutWhatOnlyTheBuildNeeds() {
    List<String> tracked =
        Program.in(Program.ROOT, "git", "ls-files")
            .run()
            .ok()
            .out()
            .lines()
            .filter(name -> !name.matches("(.*/)?(pom\\.xml|src/.*)|\\..*|dist/.*"))
            .filter(name -> !name.equals("engines/hadoop/without-descriptions.xsl"))
            .toList();

    assertThat(Archive.BIN.files())
        .filteredOn(name -> !name.matches(".*/target/.*|(licenses|sbom)/.*"))
        .containsExactlyInAnyOrderElementsOf(tracked);
  }

  @Test
  void everyBundledJarHasItsLicenceListedAndIsInTheBillOfMaterials(@TempDir Path folder) {
    Archive archive = Archive.BIN;
    Path licenses = Path.of(archive.top(), "licenses");
    Path bills = Path.of(archive.top(), "sbom");
    Program.in(folder, "tar", "-xzf", archive.file().toString(), licenses + "", bills + "")
        .run()
        .ok();
    Map<String, List<String>> jars = bundledJars();

    assertThat(jars)
        .containsOnlyKeys(
            "benchmarks", "cluster", "duckdb", "hadoop", "hive", "pig", "postgres", "sqoop");
    jars.forEach(
        (module, names) -> {
          String bill = (module.equals("benchmarks") ? "loadpath-" : "loadpath-engine-") + module;
          requireListed(names, listed(folder.resolve(licenses).resolve(module + ".txt")));
          requireListed(names, components(folder.resolve(bills).resolve(bill + ".cdx.json")));
        });
  }

  /** A jar's classifier is not in the lists. */
  private static void requireListed(List<String> names, List<String> listed) {
    assertThat(names)
        .allMatch(name -> listed.stream().anyMatch(known -> (name + "-").startsWith(known)));
  }

  /** Returns the names of the bundled jars by module, without those of this project. */
  private static Map<String, List<String>> bundledJars() {
    Pattern place =
        Pattern.compile("(?:engines/)?(\\w+)/target/(?:lib|jdbc)/((?!loadpath-).*)\\.jar");
    return Archive.BIN.files().stream()
        .map(place::matcher)
        .filter(Matcher::matches)
        .collect(
            groupingBy(jar -> jar.group(1), TreeMap::new, mapping(jar -> jar.group(2), toList())));
  }

  /** Returns the names of the components in a bill of materials, each with '-' at the end. */
  private static List<String> components(Path bill) {
    try {
      return StreamSupport.stream(
              new ObjectMapper().readTree(bill.toFile()).path("components").spliterator(), false)
          .map(part -> part.path("name").asText() + "-" + part.path("version").asText() + "-")
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the names of the jars in a list of licences, each with '-' at the end. */
  private static List<String> listed(Path file) {
    return Pattern.compile("\\([^():]+:([^:]+):([^: ]+) - ")
        .matcher(contentOf(file.toFile()))
        .results()
        .map(jar -> jar.group(1) + "-" + jar.group(2) + "-")
        .toList();
  }

  @Test
  void noJarOfAnotherBuildAndNoDriverWithoutAnOpenSourceLicenceIsBundled() {
    assertThat(Archive.BIN.files())
        .noneMatch(name -> name.matches(".*/(ojdbc|ucp|mysql|mariadb|db2jcc)[^/]*\\.jar"))
        .filteredOn(name -> name.matches(".*/loadpath-[^/]*\\.jar"))
        .isNotEmpty()
        .allMatch(name -> name.endsWith("-%s.jar".formatted(Archive.VERSION)));
  }

  @Test
  void theEdgeArchiveHoldsTheFilesThatTheClusterAndTheDatabaseNeed() {
    List<String> files = Archive.EDGE.files();

    assertThat(files)
        .contains(
            "README.md",
            "LICENSE",
            "NOTICE",
            "mapreduce/loadpath-mapreduce-%s.jar".formatted(Archive.VERSION),
            "hive/lineitem.hql",
            "hive/q1.hql",
            "hive/all-card-trans/03-load-partitioned.hql",
            "sqoop/options/oracle-import.txt",
            "sqoop/options/postgres-export-direct.txt",
            "sqoop/sql/oracle/00-privileges.sql",
            "external-table/oracle/02-external-table.sql",
            "external-table/oracle/all-card-trans.ctl",
            "external-table/postgres/04-load.sql",
            "external-table/preprocessor/inflate-gzip.sh",
            "postgres/sql/functions.sql");
    assertThat(files).noneMatch(name -> name.matches("(?!docs/).*/paths/.*|.*/pom\\.xml|bin/.*"));
    assertThat(files).filteredOn(name -> name.endsWith(".jar")).hasSize(2);
    assertThat(Archive.EDGE.file())
        .satisfies(file -> assertThat(Files.size(file)).isLessThan(6_500_000));
  }
}
