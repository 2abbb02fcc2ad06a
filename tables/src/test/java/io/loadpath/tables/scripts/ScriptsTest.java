package io.loadpath.tables.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.rows.Column;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One truth: the files of the tree that name a column are what its description writes. */
class ScriptsTest {
  private static final Path PROJECT = Path.of("..");

  /** Folders whose files are searched for columns. */
  private static final List<String> FOLDERS =
      List.of("postgres", "sqoop", "external-table", "hive", "datasets/sql");

  /** Files that name columns and that no description can write, with the reason. */
  private static final Map<String, String> NOT_WRITTEN =
      Map.of(
          "postgres/sql/q1.sql", "one query over LINEITEM",
          "hive/q1.hql", "one query over LINEITEM",
          "external-table/oracle/11-q1.sql", "one query over LINEITEM",
          "sqoop/options/postgres-import-query.txt", "one query over ALL_CARD_TRANS",
          "sqoop/options/postgres-import-incremental.txt", "needs a key, which no description has",
          "sqoop/options/postgres-export-update.txt", "needs a key, which no description has",
          "sqoop/options/postgres-merge-connector.txt", "needs a key, which no description has",
          "sqoop/options/oracle-merge.txt", "needs a key, which no description has");

  private static final Pattern COLUMN =
      Pattern.compile(
          Stream.of(Table.ALL_CARD_TRANS, Table.LINEITEM)
              .flatMap(table -> table.columns().stream().map(Column::name))
              .collect(Collectors.joining("|", "(?i)\\b(?:", ")\\b")));

  /**
   * What loads LINEITEM into Hive's ORC and with SQL*Loader, which no path here does; and the files
   * for the user at the top of a generated folder.
   */
  private static final Pattern NOT_IN_THE_TREE =
      Pattern.compile("hive/lineitem/.*|external-table/oracle/lineitem\\.ctl|[^/]+");

  @Test
  void writeTheFilesOfTheTreeAnew() throws IOException {
    Map<String, String> written = written();

    Path copies = Path.of("target/scripts");
    Map<String, String> tree = new TreeMap<>();
    for (String path : written.keySet()) {
      Path file = PROJECT.resolve(path);
      tree.put(path, Files.exists(file) ? Files.readString(file) : "is missing");
      Files.createDirectories(copies.resolve(path).getParent());
      Files.writeString(copies.resolve(path), written.get(path));
    }
    assertThat(written)
        .as("what the templates write is in datasets/target/scripts")
        .isEqualTo(tree);
  }

  @Test
  void noOtherFileNamesAColumn() throws IOException {
    Set<String> written = written().keySet();
    Set<String> naming = new TreeSet<>();
    for (String folder : FOLDERS) {
      try (Stream<Path> files = Files.walk(PROJECT.resolve(folder))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String path = PROJECT.relativize(file).toString();
          boolean searched = !path.matches("[^/]+/(src|target|templates)/.*");
          if (searched && COLUMN.matcher(Files.readString(file)).find()) {
            naming.add(path);
          }
        }
      }
    }
    naming.removeAll(written);

    assertThat(naming).containsExactlyInAnyOrderElementsOf(NOT_WRITTEN.keySet());
  }

  /** All that the descriptions of the two tables write; of LINEITEM only what has its name. */
  private static Map<String, String> written() throws IOException {
    Map<String, String> written = new TreeMap<>();
    for (Target target : Target.values()) {
      written.putAll(new Scripts(PROJECT, Table.ALL_CARD_TRANS).texts(target));
      written.keySet().removeIf(path -> NOT_IN_THE_TREE.matcher(path).matches());
      new Scripts(PROJECT, Table.LINEITEM)
          .texts(target)
          .forEach(
              (path, text) -> {
                if (path.contains("lineitem") && !NOT_IN_THE_TREE.matcher(path).matches()) {
                  written.put(path, text);
                }
              });
    }
    return written;
  }
}
