package io.loadpath.hive;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Manifest;
import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The HiveQL by itself on the real Hive. */
class Q1IT {
  private static final int GROUPS = 4;

  private static Manifest manifest;
  private static Program.Outcome session;
  private static List<String> rows;

  static String script(Path folder) throws IOException {
    manifest = Lineitem.write(folder);
    Files.delete(folder.resolve("manifest.json"));
    return """
        SET hivevar:location=%2$s;
        CREATE DATABASE decimals;
        USE decimals;
        SOURCE %1$s/lineitem.hql;
        SET hivevar:delta=90;
        SOURCE %1$s/q1.hql;
        SET hive.execution.engine=mr;
        SET hivevar:delta=112;
        SOURCE %1$s/q1.hql;
        CREATE DATABASE doubles;
        USE doubles;
        SOURCE %1$s/lineitem-double.hql;
        SET hivevar:delta=90;
        SOURCE %1$s/q1.hql;
        SET hive.execution.engine=tez;
        """
        .formatted(Program.ROOT.resolve("hive"), folder.toUri());
  }

  @BeforeAll
  static void ask() {
    session = SharedSession.of(Q1IT.class);
    rows = session.out().lines().map(row -> row.replace('\t', '|')).toList();
    assertThat(rows).as(session.err()).hasSize(3 * GROUPS);
  }

  private static List<String> answer(int number) {
    return rows.subList(number * GROUPS, (number + 1) * GROUPS);
  }

  @Test
  void decimalsGiveTheOfficialAnswerOnTez() {
    assertThat(answer(0)).isEqualTo(Lineitem.OFFICIAL_ANSWER);
  }

  @Test
  void deltaMovesTheDateAndDecimalsAreExactOnMapReduce() {
    assertThat(answer(1))
        .isEqualTo(manifest.q1().get("112").stream().map(row -> String.join("|", row)).toList())
        .isNotEqualTo(Lineitem.OFFICIAL_ANSWER);
  }

  @Test
  void doublesComeWithinABillionth() {
    Lineitem.assertClose(answer(2));
  }

  @Test
  void needsOneJobOnTezAndTwoOnMapReduce() {
    assertThat(session.err().lines().filter(line -> line.startsWith("Total jobs")))
        .containsExactly("Total jobs = 1", "Total jobs = 2", "Total jobs = 2");
  }

  @Test
  void hasALinkToHivesJarInPlaceOfACopy() {
    assertThat(SharedSession.HIVE.resolve("jar").toFile().listFiles())
        .singleElement()
        .satisfies(file -> assertThat(file.toPath()).isSymbolicLink());
    assertThat(SharedSession.HIVE.resolve("install")).doesNotExist();
  }

  @Test
  void isQuietAndLeavesNoFileInTheCurrentFolder() throws IOException {
    assertThat(session.err()).doesNotContain("SLF4J", "WARN", "Exception");
    try (Stream<Path> left = Files.list(SharedSession.CURRENT)) {
      assertThat(left).isEmpty();
    }
  }
}
