package io.loadpath.datasets.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.table.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** One truth: the files of the tree that name a column are what its description writes. */
class ScriptsTest {
  private static final Path PROJECT = Path.of("..");

  /** Files of other tools that do not read a table from a description, and files of one query. */
  private static final Set<String> NOT_WRITTEN =
      Set.of("postgres/sql/q1.sql", "external-table/oracle/11-q1.sql", "hive/q1.hql");

  /** What loads LINEITEM into Hive's ORC and with SQL*Loader: no path here does. */
  private static final Pattern NOT_IN_THE_TREE =
      Pattern.compile("hive/lineitem/.*|external-table/oracle/lineitem\\.ctl");

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

  /** All that the descriptions of the two tables write; of LINEITEM only what has its name. */
  private static Map<String, String> written() throws IOException {
    Map<String, String> written = new TreeMap<>();
    for (Target target : Target.values()) {
      written.putAll(new Scripts(PROJECT, Table.ALL_CARD_TRANS).texts(target));
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
