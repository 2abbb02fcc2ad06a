package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.FileFingerprint;
import io.loadpath.datasets.Fingerprint;
import io.loadpath.datasets.scripts.Scripts;
import io.loadpath.datasets.scripts.Target;
import io.loadpath.datasets.table.Table;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.service.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sqoop's load paths over a table that a user describes: the fingerprints of both sides agree. */
@ExtendWith(SharedServer.class)
class OwnTablePathsIT {
  private static final String DESCRIPTION =
      """
      table: own-table
      format:
        delimiter: ','
        header: no
        dates: dd/mm/yyyy
      columns:
        - {name: id, type: integer(9)}
        - {name: note, type: text, nullable: yes}
        - {name: Order No, type: text(20)}
        - {name: select, type: text(20)}
        - {name: it's 100% & more, type: text(20), nullable: yes}
        - {name: a23456789012345678901234567890123456789012345678901234567890123, type: integer(19), nullable: yes}
        - {name: amount, type: 'decimal(38,10)', nullable: yes}
        - {name: d, type: double, nullable: yes}
        - {name: flag, type: boolean, nullable: yes}
        - {name: day, type: date}
        - {name: at, type: timestamp(6), nullable: yes}
        - {name: moment, type: timestamp(3) with time zone, nullable: yes}
      """;

  /** What all ways can hold. */
  private static final String ROWS =
      """
      1,"a,b",x y,s|t,NULL,-9223372036854775808,1234567890123456789012345678.0123456789,1.5e300,true,31/01/2020,\
      31/01/2020 23:59:59.123456,31/01/2020 23:59:59.123+05:30
      2,,back\\slash,\\N,,9223372036854775807,-0.0000000001,-0,false,01/02/2020,,
      3,\u00e9\ud83d\ude00,null,NULL,x,0,0,NaN,true,12/02/2020,29/03/2020 02:30:00,12/02/2020 00:00:00Z
      4, lead ,'q', \\,\\,,,-Infinity,,01/12/1999,,
      """;

  /** What only imports can hold. */
  private static final String MORE_ROWS =
      """
      5,"",a,"","",,,,,01/12/1999,,
      6,"say ""x"", \\N",\"\"\"\","\\","\\N",,,,,01/12/1999,,
      """;

  @ParameterizedTest
  @ValueSource(strings = {"jdbc", "direct", "connector"})
  void exportsEveryValue(String way) throws Exception {
    LoadPath path = new LoadPath("sqoop-export-" + way, 2).with("LOADPATH_PARAM_COMMIT", "auto");
    Fingerprint expected = describe(path, ROWS);
    try {
      path.succeed("setup");
      path.succeed("run");

      Fingerprint arrived = Fingerprint.fromJson(path.verify().get("fingerprint"));
      assertThat(arrived.differencesFrom(expected)).isEmpty();
    } finally {
      path.succeed("teardown");
    }
  }

  @ParameterizedTest
  @CsvSource({"jdbc, imported.yaml", "direct, imported-direct.yaml", "connector, imported.yaml"})
  void importsEveryValue(String way, String description) throws Exception {
    LoadPath path = new LoadPath("sqoop-import-" + way, 2);
    Fingerprint expected = describe(path, ROWS + MORE_ROWS);
    try {
      path.succeed("setup");
      path.succeed("run");

      Table imported = Table.read(scripts(path).resolve("sqoop").resolve(description));
      Fingerprint arrived = FileFingerprint.ofDescribed(imported, List.of(path.imported()));
      assertThat(arrived.differencesFrom(expected)).isEmpty();
    } finally {
      path.succeed("teardown");
    }
  }

  /** Writes the data and its scripts; returns the fingerprint of the data. */
  private static Fingerprint describe(LoadPath path, String rows) throws Exception {
    path.write(rows);
    Path description = path.file().resolveSibling("own.yaml");
    Files.writeString(description, DESCRIPTION);
    Table table = Table.read(description);
    new Scripts(Program.ROOT, table).write(List.of(Target.POSTGRES, Target.SQOOP), scripts(path));
    path.with("LOADPATH_TABLE", table.name());
    path.with("LOADPATH_SCRIPTS", scripts(path).toString());
    return FileFingerprint.ofDescribed(table, List.of(path.file()));
  }

  private static Path scripts(LoadPath path) {
    return path.file().resolveSibling("scripts");
  }
}
