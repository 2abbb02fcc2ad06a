package io.loadpath.tables.describe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnNamesTest {
  private static List<String> names(String... header) {
    return ColumnNames.of(List.of(header)).stream().map(ColumnNames.Name::name).toList();
  }

  @Test
  void keepsAnyNameThatADatabaseCanHave() {
    assertThat(names("select", "a b", "größe", "\"; DROP TABLE x", "n".repeat(63)))
        .containsExactly("select", "a b", "größe", "\"; DROP TABLE x", "n".repeat(63));
    assertThat(ColumnNames.of(List.of("a b")).get(0).header()).isNull();
  }

  @Test
  void makesNamesDifferAlsoWhereTheHeaderHasTheSameSuffix() {
    assertThat(names("a", "A", "a_2", "a")).containsExactly("a", "A_2", "a_2_2", "a_3");
  }

  @Test
  void cutsAtWholeCharacters() {
    String bytes64 = "é".repeat(32);
    ColumnNames.Name name = ColumnNames.of(List.of(bytes64)).get(0);
    assertThat(name.name()).isEqualTo("é".repeat(31));
    assertThat(name.header()).isEqualTo(bytes64);
    assertThat(name.note().why()).isEqualTo("the name is cut to 63 bytes");
    assertThat(names("😀".repeat(16), "😀".repeat(17)))
        .containsExactly("😀".repeat(15), "😀".repeat(15) + "_2");
  }

  @Test
  void namesWhatHasNoNameOrControlCharacters() {
    assertThat(names("", " ", "a\nb", "\tx ")).containsExactly("column_1", "column_2", "a b", "x");
    assertThat(ColumnNames.numbered(2).get(1).name()).isEqualTo("column_2");
  }
}
