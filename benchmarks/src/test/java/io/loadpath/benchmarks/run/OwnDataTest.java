package io.loadpath.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of a run over a table of the user's. */
class OwnDataTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @TempDir private Path folder;
  private final List<String> messages = new ArrayList<>();

  private OwnData prepare(String row, int parts) throws IOException {
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
    TableRequest request = new TableRequest(description, Table.read(description), List.of(), parts);
    return OwnData.prepare(request, ROOT, folder.resolve("state"), messages::add).own();
  }

  private static String scripts(OwnData data) throws IOException {
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
    assertThat(scripts(prepare("1,\"a\"", 0))).contains("RegexSerDe");
    assertThat(messages).noneMatch(message -> message.contains("regular expression"));

    assertThat(scripts(prepare("1,a", 0)))
        .contains("FIELDS TERMINATED BY")
        .doesNotContain("RegexSerDe");
    assertThat(messages).anyMatch(message -> message.contains("without a regular expression"));
  }

  @Test
  void partsHaveNoHeader() throws IOException {
    assertThat(prepare("1,a", 1).table().format().header()).isFalse();
  }
}
