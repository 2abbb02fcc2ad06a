package io.loadpath.sqoop;

import io.loadpath.engines.postgres.SharedServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** For tests of imports: the schema {@code imports}, empty, and a folder that is not there yet. */
@ExtendWith(SharedServer.class)
abstract class ImportFixture {
  private static final List<String> SCHEMA = List.of("--", "--schema", "imports");

  /** Where the next import writes. */
  Path target;

  @BeforeEach
  final void makeSchema() throws Exception {
    target = Database.server().newFolder().resolve("imported");
    sql("CREATE SCHEMA imports");
  }

  @AfterEach
  final void dropSchema() {
    sql("SET client_min_messages = error; DROP SCHEMA imports CASCADE");
  }

  /** Imports from the schema into the folder. */
  SqoopJob imports(String... arguments) throws Exception {
    return SqoopJob.imports(target, with(arguments));
  }

  /**
   * The arguments of a job in the schema. One that begins with an option, other than {@code -D}, is
   * several words.
   */
  static List<String> with(String... arguments) {
    List<String> all = new ArrayList<>();
    for (String argument : arguments) {
      all.addAll(
          argument.matches("--?[a-z-]+ .*") ? List.of(argument.split(" ")) : List.of(argument));
    }
    all.addAll(SCHEMA);
    return all;
  }

  static String[] join(String[] first, String... second) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(second));
    return all.toArray(String[]::new);
  }

  static String sql(String statements) {
    return Database.server().sql(statements);
  }
}
