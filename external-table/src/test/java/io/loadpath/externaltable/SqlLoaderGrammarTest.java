package io.loadpath.externaltable;

import static io.loadpath.externaltable.SqlLoaderGrammar.errors;
import static io.loadpath.externaltable.SqlLoaderGrammar.parameterErrors;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import io.loadpath.tables.Table;
import io.loadpath.tables.scripts.Scripts;
import io.loadpath.tables.scripts.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The control files and parameter files of SQL*Loader, against {@link SqlLoaderGrammar}. */
class SqlLoaderGrammarTest {
  private static final String CONTROL =
      """
      -- 2 rows
      OPTIONS (DIRECT=TRUE, SILENT=(HEADER, FEEDBACK), ERRORS=0)
      LOAD DATA
      CHARACTERSET AL32UTF8 LENGTH SEMANTICS CHARACTER
      INFILE 'jan.csv' "str '|\\n'" BADFILE 'jan.bad'
      INFILE 'feb.csv'
      APPEND
      PRESERVE BLANKS
      INTO TABLE shop.sales PARTITION (jan)
      FIELDS CSV WITH EMBEDDED TERMINATED BY ',' OPTIONALLY ENCLOSED BY '"'
      TRAILING NULLCOLS
      (
        id CHAR(255) NULLIF id=BLANKS,
        day DATE(10) "YYYY-MM-DD",
        "Feb $" CHAR(26) "TO_TIMESTAMP(:\\"Feb $\\", 'YYYY-MM-DD')",
        at TIMESTAMP(6) WITH TIME ZONE "YYYY-MM-DD HH24:MI:SS.FF6",
        made EXPRESSION "SYSTIMESTAMP"
      )
      """;

  @TempDir private Path folder;

  /** Requires that the grammar accepts all files of a folder, and that there are some. */
  static void requireAccepted(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> all = files.toList();
      List<Path> controls = all.stream().filter(f -> f.toString().endsWith(".ctl")).toList();
      List<Path> parameters = all.stream().filter(f -> f.toString().endsWith(".par")).toList();
      assertThat(controls)
          .hasSize(1)
          .allSatisfy(file -> assertThat(errors(Files.readString(file))).isEmpty());
      assertThat(parameters)
          .hasSize(2)
          .allSatisfy(file -> assertThat(parameterErrors(Files.readString(file))).isEmpty());
    }
  }

  @Test
  void acceptsTheFilesOfTheBundledTable() throws IOException {
    requireAccepted(Program.ROOT.resolve("external-table/oracle"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"quoted", "tabbed"})
  void acceptsTheFilesOfADescribedTable(String name) throws Exception {
    new Scripts(Program.ROOT, OracleOwnTableTest.table(name)).write(Set.of(Target.ORACLE), folder);

    requireAccepted(folder.resolve("external-table/oracle"));
  }

  @Test
  void quotesAColumnWithSqlLoadersReservedWord() throws IOException {
    Path description = folder.resolve("physics.yaml");
    Files.writeString(
        description,
        """
        table: physics
        format: {delimiter: ';', null: NA}
        columns:
          - {name: id, type: integer(4)}
          - {name: constant, type: boolean, nullable: yes}
        """);

    Path made = folder.resolve("scripts");
    new Scripts(Program.ROOT, Table.read(description)).write(Set.of(Target.ORACLE), made);

    Path scripts = made.resolve("external-table/oracle");
    requireAccepted(scripts);
    assertThat(Files.readString(scripts.resolve("physics.ctl")))
        .contains(
            "  \"CONSTANT\" CHAR(5) NULLIF \"CONSTANT\"='NA' \"CASE WHEN LOWER(:\\\"CONSTANT\\\") IN");
  }

  /** Example 9-1 of Database Utilities, shortened. */
  @Test
  void acceptsTheManualsExample() {
    assertThat(
            errors(
                """
                LOAD DATA
                INFILE 'sample.dat'
                BADFILE 'sample.bad'
                DISCARDFILE 'sample.dsc'
                APPEND
                INTO TABLE emp
                WHEN (57) = '.'
                TRAILING NULLCOLS
                (hiredate SYSDATE,
                 deptno POSITION(1:2) INTEGER EXTERNAL(2) NULLIF deptno=BLANKS,
                 job POSITION(7:14) CHAR TERMINATED BY WHITESPACE NULLIF job=BLANKS "UPPER(:job)",
                 comm INTEGER EXTERNAL ENCLOSED BY '(' AND '%' ":comm * 100")
                """))
        .isEmpty();
    assertThat(errors(CONTROL)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '~',
      value = {
        "CHAR(255)                 ! CHAR(255",
        "PARTITION (jan)           ! PARTITION jan",
        "APPEND                    ! APPEND PARTITION (jan)",
        "PRESERVE BLANKS           ! PRESERVE SPACES",
        "FIELDS CSV                ! COLUMNS CSV",
        "WITH EMBEDDED             ! EMBEDDED",
        "~\"YYYY-MM-DD\",~         ! ~YYYY-MM-DD,~",
        "~\"YYYY-MM-DD\",~         ! ~'YYYY-MM-DD',~",
        "DATE(10)                  ! DATETIME(10)",
        "DATE(10)                  ! DATE(ten)",
        "OPTIONALLY ENCLOSED       ! OPTIONALLY",
        "TERMINATED BY ','         ! TERMINATED BY ,",
        "CHAR(255)                 ! CHAR(255) TERMINATED BY ','",
        "CHAR(255)                 ! RAW(255)",
        "id CHAR                   ! constant CHAR",
        "Feb $\\\"                 ! Feb $\"",
        "INFILE 'feb.csv'          ! INFILE feb.csv",
        "str '|\\n'                ! str |",
        "BADFILE                   ! BAD",
        "INTO TABLE                ! INTO",
        "LENGTH SEMANTICS          ! SEMANTICS",
        "DIRECT=TRUE               ! DIRECT=YES",
        "ERRORS=0                  ! CONTROL='a.ctl'",
        "id=BLANKS                 ! id IS NULL",
        "EXPRESSION                ! EXPRESSIONS",
        "\"SYSTIMESTAMP\"          ! SYSTIMESTAMP",
        "TRAILING NULLCOLS         ! NULLCOLS",
      })
  void refusesAWrongControlFile(String right, String wrong) {
    String control = CONTROL.replace(right, wrong);

    assertThat(control).isNotEqualTo(CONTROL);
    assertThat(errors(control)).hasSize(1);
  }

  @Test
  void refusesAFileThatEndsEarlyOrLate() {
    String unclosed = CONTROL.substring(0, CONTROL.lastIndexOf(')'));
    assertThat(errors(unclosed)).containsExactly("line 18: expected ) at ''");
    assertThat(errors(CONTROL + ";")).containsExactly("line 19: expected the end at ';'");
    assertThat(errors("")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "direct=yes",
        "direct = true",
        "errors=none",
        "silent=(header,feedback",
        "silent=(header,footer)",
        "# direct=true",
        "direct",
        "parfile=other.par",
        "userid=scott/tiger",
        "",
      })
  void refusesAWrongParameter(String line) {
    assertThat(parameterErrors("control=a.ctl\n" + line + "\nskip=1\n")).containsExactly(line);
  }
}
