package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.rows.ColumnType;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Generated rows of every type, which an import and an export bring into a second table. */
@ExtendWith(SharedServer.class)
class RoundTripIT {
  // no generated texts
  private static final String NULL_TEXT = "NULL";
  private static final String NULL_OTHER = "NIL";

  private static final String TYPES =
      "SELECT attname, typname FROM pg_attribute JOIN pg_type t ON t.oid = atttypid"
          + " WHERE attrelid = 'types.t'::regclass AND attnum > 0 ORDER BY attnum";

  @BeforeAll
  static void fill() throws Exception {
    try (Connection connection = EveryType.open()) {
      EveryType.fill(connection);
    }
  }

  @AfterAll
  static void drop() throws Exception {
    try (Connection connection = EveryType.open()) {
      EveryType.drop(connection);
    }
  }

  @AfterEach
  void dropCopy() {
    sql("DROP TABLE types.copy");
  }

  private static String sql(String statements) {
    return Database.server().sql(statements);
  }

  /** Columns of all types, or of those that the export sends as binary. */
  private static List<String> columns(boolean binary) {
    List<String> columns = new ArrayList<>();
    for (String line : sql(TYPES).lines().toList()) {
      String[] column = line.split("\\|");
      if (!binary || ColumnType.named(column[1]).isPresent()) {
        columns.add(column[0]);
      }
    }
    return columns;
  }

  /** The digest of each column, one a line. */
  private static String fingerprint(String table, List<String> columns) {
    String digests =
        columns.stream()
            .map("'%1$s ' || md5(string_agg(ROW(%1$s)::text, ' ' ORDER BY id))"::formatted)
            .collect(Collectors.joining(", "));
    return sql("SELECT count(*), %s FROM types.%s".formatted(digests, table)).replace('|', '\n');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      quoteCharacter = '`',
      value = {
        "insert false | \\n \\\\ none zstd part-m-00000.zst",
        "two-phase false \\001 \\n \\\\ \\042 none part-m-00000",
        "insert true , \\n \\\\ \\042 gzip part-m-00000.gz",
        "two-phase true ; \\001 ~ ' zstd part-m-00000.zst",
        "insert false , \\n \\\\ always none part-m-00000",
      })
  void rowsOfEveryTypeAreTheSameAfterAnImportAndAnExport(
      String way,
      boolean binary,
      String field,
      String line,
      String escape,
      String enclose,
      String codec,
      String file)
      throws Exception {
    List<String> columns = columns(binary);
    sql(
        "CREATE TABLE types.copy AS SELECT %s FROM types.t WITH NO DATA"
            .formatted(String.join(", ", columns)));
    Path files = Database.server().newFolder().resolve("files");

    SqoopJob.imports(
            files,
            arguments(
                "",
                field,
                line,
                escape,
                enclose,
                "t",
                "--columns",
                String.join(",", columns),
                codec.equals("none") ? "--as-textfile" : "--compression-codec=" + codec))
        .ok();
    SqoopJob export =
        SqoopJob.exports(
                files,
                arguments(
                    "input-",
                    field,
                    line,
                    escape,
                    enclose,
                    "copy",
                    "-Dloadpath.export.commit=" + way))
            .ok();

    assertThat(fingerprint("copy", columns)).isEqualTo(fingerprint("t", columns));
    assertThat(files.resolve(file)).exists();
    assertThat(export.log().contains("Sends text, not binary")).isEqualTo(!binary);
  }

  private static List<String> arguments(
      String prefix,
      String field,
      String line,
      String escape,
      String enclose,
      String table,
      String... more) {
    List<String> all = new ArrayList<>(List.of(more));
    all.addAll(List.of("--table", table, "-m", "2"));
    all.addAll(List.of("--" + prefix + "fields-terminated-by", field));
    all.addAll(List.of("--" + prefix + "lines-terminated-by", line));
    all.addAll(List.of("--" + prefix + "escaped-by", escape));
    all.addAll(List.of("--" + prefix + "null-string", NULL_TEXT));
    all.addAll(List.of("--" + prefix + "null-non-string", NULL_OTHER));
    if (enclose.equals("always")) {
      all.addAll(List.of("--" + prefix + "enclosed-by", "\""));
    } else if (!enclose.equals("none")) {
      all.addAll(List.of("--" + prefix + "optionally-enclosed-by", enclose));
    }
    all.addAll(List.of("--", "--schema", "types"));
    return all;
  }
}
