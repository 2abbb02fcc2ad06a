package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.service.RunPlace;
import io.loadpath.benchmarks.suite.DatasetSize;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.PathFolder;
import io.loadpath.benchmarks.suite.Variant;
import io.loadpath.datasets.Dataset;
import io.loadpath.engines.service.Stop;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The data of variants and of their start runs, and the user's own table. */
class RunDataTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Map<String, DatasetSize> LARGE =
      Map.of(
          "all-card-trans", new DatasetSize(null, 1_000_000L),
          "lineitem", new DatasetSize(0.1, null));
  private static final Map<String, DatasetSize> SMALL =
      Map.of(
          "all-card-trans", new DatasetSize(null, 1000L),
          "lineitem", new DatasetSize(0.0001, null));

  @TempDir private Path folder;
  private final List<String> messages = new ArrayList<>();

  private Variant variant(String dataset, int files) throws IOException {
    String yaml = PathFolder.yaml("one").replace("all-card-trans", dataset);
    LoadPath path = LoadPath.read(PathFolder.write(folder, "one", yaml));
    return new Variant(path, Map.of("files", Integer.toString(files), "codec", "gzip-3"));
  }

  @Test
  void hasARowForEachFileAtLeast() throws IOException {
    Variant variant = variant("all-card-trans", 20);

    assertThat(RunData.wanted(variant, Map.of("all-card-trans", new DatasetSize(null, 20L))))
        .isNotNull();
    assertThatThrownBy(
            () -> RunData.wanted(variant, Map.of("all-card-trans", new DatasetSize(null, 19L))))
        .isInstanceOf(LoadpathException.class)
        .hasMessageContaining("20 files need as many rows, but there are 19");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "all-card-trans,2,1000,all-card-trans-1000-2parts-gzip3",
        "lineitem,2,1000,lineitem-sf0.000167-2parts-gzip3",
        "lineitem,2,2000,lineitem-sf0.000333-2parts-gzip3",
        "all-card-trans,2000,1000,all-card-trans-20000-2000parts-gzip3", // rows for each file
        "lineitem,1,0,-"
      })
  void ofAStartRunHasTheFilesAndTheCodecOfTheWholeData(
      String dataset, int files, long rows, String few) throws IOException {
    assertThat(RunData.fewRows(variant(dataset, files), LARGE, rows).map(Dataset::id).orElse(null))
        .isEqualTo(few);
  }

  @Test
  void ofAStartRunIsThereOnlyForLargerData() throws IOException {
    assertThat(RunData.fewRows(variant("all-card-trans", 1), SMALL, 1000)).isEmpty();
    assertThat(RunData.fewRows(variant("lineitem", 1), SMALL, 1000)).isEmpty();
  }

  private RunData.Prepared ofUser(String row, int parts) throws IOException {
    Path description =
        Files.writeString(
            folder.resolve("t.yaml"),
            """
            table: t
            files: [a.csv]
            format: {delimiter: ',', escape: '\\'}
            columns:
              - {name: id, type: integer(9)}
              - {name: note, type: text(9)}
            """);
    Files.writeString(folder.resolve("a.csv"), "id,note\n" + row + "\n");
    RunPlace place =
        new RunPlace(ROOT, folder.resolve("state"), Map.of(), System.out, 0, List.of(), List.of());
    try (Stop stop = Stop.ofRun()) {
      return RunData.prepareOfUser(
          new RunRequest.UserTable(description, Table.read(description), List.of(), parts),
          place,
          messages::add,
          stop);
    }
  }

  @Test
  void aRowThatDoesNotFitIsAnsweredWithCheck() {
    assertThatThrownBy(() -> ofUser("x,a", 0))
        .hasMessageContaining("a.csv, line 2, ")
        .hasMessageEndingWith("; 'bin/loadpath check' shows the first such rows of each file");
  }

  private static String scripts(RunData.Prepared data) throws IOException {
    StringBuilder texts = new StringBuilder();
    try (var files = Files.walk(data.scripts())) {
      for (Path file : files.filter(f -> f.toString().endsWith(".hql")).toList()) {
        texts.append(Files.readString(file));
      }
    }
    return texts.toString();
  }

  @Test
  void hiveReadsQuotesOnlyWhereThereAreSome() throws IOException {
    assertThat(scripts(ofUser("1,\"a\"", 0))).contains("RegexSerDe");
    assertThat(messages).noneMatch(message -> message.contains("regular expression"));

    assertThat(scripts(ofUser("1,a", 0)))
        .contains("FIELDS TERMINATED BY")
        .doesNotContain("RegexSerDe");
    assertThat(messages).anyMatch(message -> message.contains("without a regular expression"));
  }

  @Test
  void partsHaveNoHeader() throws IOException {
    assertThat(ofUser("1,a", 1).table().format().header()).isFalse();
  }

  @Test
  void aFileOfTheUsersThatChangesMeanwhileIsNamed() throws IOException {
    RunData.Prepared data = ofUser("1,a", 0);
    data.requireUnchanged();

    Files.writeString(folder.resolve("a.csv"), "id,note\n1,a\n2,b\n");
    assertThatThrownBy(data::requireUnchanged).hasMessageContaining("a.csv was written to");
    Files.delete(folder.resolve("a.csv"));
    assertThatThrownBy(data::requireUnchanged).hasMessageContaining("can no longer be read");
  }
}
