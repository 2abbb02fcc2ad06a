package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import io.trino.tpch.LineItemColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The two tables have the generator's columns in its order; only the types differ. */
class LineitemTableTest {
  private static final Pattern COLUMN = Pattern.compile("(?m)^  (l_\\w+) ");

  @ParameterizedTest
  @ValueSource(strings = {"lineitem.hql", "lineitem-double.hql"})
  void hasTheColumnsOfTheGenerator(String file) throws IOException {
    String text = Files.readString(Program.ROOT.resolve("hive").resolve(file));

    List<String> columns =
        COLUMN.matcher(text).results().map((MatchResult match) -> match.group(1)).toList();

    assertThat(columns)
        .containsExactlyElementsOf(
            Arrays.stream(LineItemColumn.values()).map(LineItemColumn::getColumnName).toList());
  }

  @Test
  void referenceAnswerIsTheOfficialOne() {
    assertThat(Lineitem.answer(90)).isEqualTo(Lineitem.OFFICIAL_ANSWER);
  }
}
