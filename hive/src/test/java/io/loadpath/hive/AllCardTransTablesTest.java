package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.table.Column;
import io.loadpath.datasets.table.Table;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The dataset's columns in its order, wherever the scripts for ALL_CARD_TRANS list them. */
class AllCardTransTablesTest {
  private static final Pattern COLUMN =
      Pattern.compile("(?m)^  (?:\\) AS )?([a-z_]+)(?: [A-Z].*|,)?$");

  @ParameterizedTest
  @CsvSource({
    "01-text.hql, after_last_delimiter and_more",
    "01-typed.hql, ''",
    "02-heap.hql, ''",
    "02-partitioned.hql, ''",
    "03-load-heap.hql, ''",
    "03-load-partitioned.hql, ''",
    "03-insert-heap.hql, ''",
    "03-insert-partitioned.hql, ''"
  })
  void areTheDatasets(String file, String more) throws IOException {
    String text = Files.readString(Program.ROOT.resolve("hive/all-card-trans").resolve(file));
    String list = text.substring(0, text.contains("\n)") ? text.indexOf("\n)") : text.length());

    List<String> columns = COLUMN.matcher(list).results().map(match -> match.group(1)).toList();

    assertThat(String.join(" ", columns))
        .isEqualTo(
            (String.join(" ", Table.ALL_CARD_TRANS.columns().stream().map(Column::name).toList())
                    + " "
                    + more)
                .strip());
  }
}
