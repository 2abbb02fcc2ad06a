package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.Program;
import io.loadpath.rows.Column;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Table;
import io.loadpath.tables.scripts.Scripts;
import io.loadpath.tables.scripts.Target;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the templates write for tables of other people, without a Hive. */
class OwnTableScriptsTest {
  /** What is between backticks or single quotes, and comments. */
  private static final Pattern NAMES_AND_TEXTS =
      Pattern.compile("(?m)^--.*$|`(?:[^`]|``)*+`|'(?:[^'\\\\]|\\\\.)*+'");

  static List<Table> tables() {
    return OwnTables.ALL;
  }

  @ParameterizedTest
  @MethodSource("tables")
  void noNameAndNoTextOfADescriptionIsRead(Table table) throws IOException {
    for (Map.Entry<String, String> script : scripts(table).entrySet()) {
      String rest = NAMES_AND_TEXTS.matcher(script.getValue()).replaceAll("x");
      assertThat(rest).as(script.getKey()).doesNotContain("`", "'", "it''s", "--", "Order No");
      assertThat(rest).as(script.getKey()).doesNotContainPattern("DROP TABLE (?!IF|\\w+_old;)");
      assertThat(rest.lines())
          .as(script.getKey())
          .filteredOn(line -> line.contains(";"))
          .allMatch(line -> line.indexOf(';') == line.length() - 1);
    }
  }

  @Test
  void aTableWithoutKeysHasNoPartitionedModel() throws IOException {
    assertThat(names(OwnTables.QUOTED)).contains("02-partitioned", "05-misplaced");
    assertThat(names(OwnTables.LATIN))
        .contains("02-heap", "03-load-heap")
        .noneMatch(name -> name.contains("partitioned") || name.contains("misplaced"));
  }

  @Test
  void theScriptsOwnColumnsMakeWayForTheTables() throws IOException {
    Table table =
        table("problem", "FILE", "line", "first_byte", "and_more", "a", "a_quoted", "a_is_null");

    assertThat(scripts(table).get("hive/t/01-text.hql"))
        .contains(
            "ELSE ''\n  END AS problem_,\n  INPUT__FILE__NAME AS file_,",
            "AS first_byte_,",
            "  line_\nFROM t_text",
            "  a_quoted_ STRING,\n  a STRING,\n  a_quoted_quoted STRING,\n  a_quoted STRING,");
  }

  @Test
  void namesThatHiveRefusesAreReplacedWhereTheyStayUnique() throws IOException {
    assertThat(
            scripts(table("name.common", "a:b", "${hivevar:x}", "\"; it's\\"))
                .get("hive/t/02-heap.hql"))
        .contains(
            "  name_common STRING,\n  a_b STRING,\n  `_{hivevar_x}` STRING,\n  `__ it_s_` STRING\n)");
    assertThatThrownBy(() -> scripts(table("a.b", "A_B")))
        .isInstanceOf(DatasetException.class)
        .hasMessageContaining("columns 'a.b' and 'A_B': Hive cannot tell them apart");
  }

  private static Table table(String... names) {
    return new Table(
        "t",
        List.of(),
        OwnTables.QUOTED.format(),
        List.of(names).stream().map(name -> new Column(name, Type.of(Kind.TEXT), true)).toList(),
        null);
  }

  private static Set<String> names(Table table) throws IOException {
    return scripts(table).keySet().stream()
        .map(path -> path.replaceAll(".*/|\\.hql", ""))
        .collect(Collectors.toSet());
  }

  private static Map<String, String> scripts(Table table) throws IOException {
    Map<String, String> scripts = new Scripts(Program.ROOT, table).texts(Target.HIVE);
    scripts.keySet().removeIf(path -> !path.startsWith("hive/"));
    return scripts;
  }
}
