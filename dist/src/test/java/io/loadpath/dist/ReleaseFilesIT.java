package io.loadpath.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

/** The files of a release: the archives, the connector, and their sums. */
class ReleaseFilesIT {
  private static final String VERSION = Archive.VERSION;
  private static final String CONNECTOR = "loadpath-sqoop-" + VERSION;
  private static final Path TARGET = Path.of("target").toAbsolutePath();

  @Test
  void eachFileHasItsSum() throws IOException {
    Map<String, String> sums = sums(TARGET);

    assertThat(sums)
        .containsOnlyKeys(
            "loadpath-%s-bin.tar.gz.sha256".formatted(VERSION),
            "loadpath-%s-edge.tar.gz.sha256".formatted(VERSION),
            CONNECTOR + ".cdx.json.sha256",
            CONNECTOR + ".jar.sha256",
            CONNECTOR + ".pom.sha256",
            CONNECTOR + "-javadoc.jar.sha256",
            CONNECTOR + "-sources.jar.sha256");
    for (String file : sums.keySet()) {
      assertThat(Program.in(TARGET, "sha256sum", "--strict", "--check", file).run().ok().out())
          .isEqualTo(file.replace(".sha256", ": OK\n"));
    }
  }

  /**
   * The second build is in another folder, by the other usual umask, and in another time zone and
   * language. Not offline: the list of what is bundled (SBOM) is made only with a network.
   */
  @Test
  void anotherBuildMakesTheSameBytes(@TempDir Path folder) throws IOException {
    String copy =
        "git ls-files -z --cached --others --exclude-standard | tar --null -T - -c | tar -x -C \"$1\"";
    Program.in(Program.ROOT, "sh", "-c", copy, "sh", folder.toString()).run().ok();

    Program.in(folder, "sh", "-c", "umask 002 && exec \"$@\"", "sh")
        .with(System.getProperty("maven.home") + "/bin/mvn", "-B", "-q", "-Pdist")
        .with("-Dmaven.repo.local=" + System.getProperty("maven.repo.local"))
        .with("-Dmaven.test.skip=true", "package")
        .set("MAVEN_OPTS", "-Duser.timezone=Asia/Kolkata -Duser.language=de")
        .run()
        .ok();

    Path second = folder.resolve("dist/target");
    String advice = "an older build or an empty folder may be left here: build in a new clone";
    // first what differs, then whether something does
    for (Archive archive : List.of(Archive.BIN, Archive.EDGE)) {
      assertThat(files(second, archive))
          .as(advice)
          .containsExactlyElementsOf(files(TARGET, archive));
    }
    assertThat(sums(second)).as(advice).isEqualTo(sums(TARGET));
  }

  /** Returns the files of sums in a folder, by name. */
  private static Map<String, String> sums(Path folder) throws IOException {
    Map<String, String> sums = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .filter(file -> file.toString().endsWith(".sha256"))
          .filter(file -> file.toString().contains("-" + VERSION))
          .forEach(file -> sums.put(file.getFileName().toString(), contentOf(file.toFile())));
    }
    return sums;
  }

  /** Returns an archive's files, each with its SHA-256 sum. */
  private static List<String> files(Path folder, Archive archive) {
    String each = "printf '%s ' \"$TAR_FILENAME\"; sha256sum";
    return Program.in(folder, "tar", "-xzf", archive.file().getFileName().toString())
        .with("--to-command=" + each)
        .run()
        .ok()
        .out()
        .lines()
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name",
        "description",
        "url",
        "licenses/license/name",
        "licenses/license/url",
        "developers/developer/name",
        "developers/developer/organization",
        "scm/connection",
        "scm/developerConnection",
        "scm/url"
      })
  void theConnectorsPomHasWhatMavenCentralWants(String element) throws Exception {
    assertThat(text("/project/" + element)).isNotBlank().doesNotContain("$");
  }

  @Test
  void theConnectorsPomNamesItselfAndNeedsNoOther() throws Exception {
    assertThat(text("/project/groupId")).isEqualTo("io.loadpath");
    assertThat(text("/project/artifactId")).isEqualTo("loadpath-sqoop");
    assertThat(text("/project/version")).isEqualTo(VERSION);
    assertThat(text("count(/project/parent | /project/dependencies | /project/repositories)"))
        .isEqualTo("0");
  }

  private static String text(String xpath) throws Exception {
    Document pom =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(TARGET.resolve(CONNECTOR + ".pom").toFile());
    return XPathFactory.newInstance().newXPath().evaluate(xpath, pom);
  }

  @Test
  void theSourcesAreThoseOfAllClassesButTheRelocatedOnes() throws IOException {
    List<String> sources =
        names(CONNECTOR + "-sources.jar").stream()
            .filter(name -> name.endsWith(".java"))
            .map(name -> name.replace(".java", ".class"))
            .toList();

    List<String> classes =
        names(CONNECTOR + ".jar").stream()
            .filter(name -> name.endsWith(".class") && !name.contains("$"))
            .filter(name -> !name.startsWith("io/loadpath/sqoop/shaded/"))
            .toList();
    assertThat(new TreeSet<>(sources)).isNotEmpty().containsAll(classes);
  }

  @Test
  void theJavadocHasThePagesOfTheConnector() throws IOException {
    assertThat(names(CONNECTOR + "-javadoc.jar"))
        .contains("index.html", "io/loadpath/sqoop/PostgresManagerFactory.html")
        .contains("io/loadpath/loads/Settings.html");
  }

  @ParameterizedTest
  @ValueSource(strings = {".jar", "-sources.jar"})
  void theJarsHoldTheLicence(String suffix) throws IOException {
    assertThat(names(CONNECTOR + suffix)).contains("META-INF/LICENSE", "META-INF/NOTICE");
  }

  private static List<String> names(String file) throws IOException {
    try (ZipFile jar = new ZipFile(TARGET.resolve(file).toFile())) {
      return jar.stream().map(entry -> entry.getName()).toList();
    }
  }

  @Test
  void theBillOfMaterialsNamesWhatTheConnectorBundles() throws IOException {
    JsonNode bill = new ObjectMapper().readTree(TARGET.resolve(CONNECTOR + ".cdx.json").toFile());

    assertThat(bill.path("metadata").path("component").path("version").asText()).isEqualTo(VERSION);
    assertThat(bill.path("components").findValuesAsText("name")).contains("aircompressor");
  }

  @Test
  void theChangelogHasASectionOfTheVersion() {
    String changelog = contentOf(Program.ROOT.resolve("CHANGELOG.md").toFile());
    String date = System.getProperty("loadpath.timestamp").substring(0, 10);

    String heading =
        VERSION.endsWith("-SNAPSHOT") ? "## Unreleased" : "## %s (%s)".formatted(VERSION, date);
    assertThat(changelog.lines()).containsOnlyOnce(heading);
  }
}
