package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.SharedServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Imports through the connector, from the bundled server into files. */
@ExtendWith(SharedServer.class)
class ImportIT {
  private Path target;

  @BeforeEach
  void newTarget() throws Exception {
    target = Database.server().newFolder().resolve("imported");
    sql("CREATE SCHEMA imports");
  }

  @AfterEach
  void drop() {
    sql("DROP SCHEMA imports CASCADE");
  }

  @Test
  void importsATableInEvenSharesOfItsBlocks() throws Exception {
    sql("CREATE TABLE imports.t AS SELECT n FROM generate_series(1, 200000) n");

    SqoopJob job = table("t", "--num-mappers", "3").ok();

    Map<String, String> files = SqoopJob.files(target);
    assertThat(files).containsOnlyKeys("part-m-00000", "part-m-00001", "part-m-00002");
    assertThat(files.values())
        .allSatisfy(text -> assertThat(text.lines().count()).isBetween(60_000L, 70_000L));
    assertThat(SqoopJob.rows(target))
        .isEqualTo(IntStream.rangeClosed(1, 200_000).mapToObj(String::valueOf).sorted().toList());
    assertThat(job.log()).contains("Retrieved 200000 records.").doesNotContain("Wrote ORM");
  }

  private SqoopJob table(String name, String... arguments) throws Exception {
    List<String> all = new java.util.ArrayList<>(List.of(arguments));
    int at = (int) all.stream().takeWhile(argument -> argument.startsWith("-D")).count();
    all.addAll(at, List.of("--table", name));
    all.addAll(List.of("--", "--schema", "imports"));
    return SqoopJob.imports(target, all.toArray(String[]::new));
  }

  private static String sql(String statements) {
    return Database.server().sql(statements);
  }
}
