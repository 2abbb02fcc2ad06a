package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.Program;
import io.loadpath.rows.Column;
import io.loadpath.rows.Type;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Table;
import io.loadpath.tables.scripts.Scripts;
import io.loadpath.tables.scripts.Target;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts for Oracle of tables of other people, checked without an Oracle. */
class OracleOwnTableTest {
  /** What the grammar does not know, and its replacement. Oracle Database Utilities has it. */
  private static final Map<Pattern, String> GAPS =
      Map.of(
          Pattern.compile("0X'[0-9A-F]+'"), "'x'",
          Pattern.compile("CSV WITH EMBEDDED "), "");

  @TempDir Path folder;

  static Table table(String name) throws URISyntaxException {
    return Table.read(Path.of(OracleOwnTableTest.class.getResource(name + ".yaml").toURI()));
  }

  private Path write(Table table) throws IOException {
    Path to = folder.resolve(table.name());
    new Scripts(Program.ROOT, table).write(Set.of(Target.ORACLE), to);
    return to.resolve("external-table/oracle");
  }

  @ParameterizedTest
  @ValueSource(strings = {"quoted", "tabbed"})
  void areSqlThatTheGrammarAccepts(String name) throws Exception {
    Path scripts = write(table(name));

    try (Stream<Path> files = Files.list(scripts)) {
      for (Path script : files.filter(file -> file.toString().endsWith(".sql")).toList()) {
        for (String statement : OracleGrammarTest.statements(scripts, script, Map.of())) {
          assertThat(OracleGrammar.errors(inItsWords(statement))).as(statement).isEmpty();
        }
      }
    }
  }

  private static String inItsWords(String statement) {
    String words = OracleGrammar.inItsWords(statement);
    for (Map.Entry<Pattern, String> gap : GAPS.entrySet()) {
      words = gap.getKey().matcher(words).replaceAll(gap.getValue());
    }
    return words;
  }

  @Test
  void describeQuotesHeadersAndNullsToTheAccessDriver() throws Exception {
    String parameters = accessParameters(write(table("quoted")));

    assertThat(parameters)
        .contains(
            "RECORDS DELIMITED BY NEWLINE\n    CHARACTERSET AL32UTF8\n",
            "FIELDS CSV WITH EMBEDDED TERMINATED BY ';' OPTIONALLY ENCLOSED BY 0X'22' NOTRIM",
            "      id CHAR(11) NULLIF id = 'NA',",
            "      \"Order No\" CHAR(20) NULLIF \"Order No\" = 'NA',",
            "      \"back`tick\" CHAR(13) NULLIF",
            // a word that the access driver has for itself
            "      \"DAY\" CHAR(10) DATE_FORMAT DATE MASK \"&date_mask\" NULLIF \"DAY\" = 'NA',");
  }

  @Test
  void giveCharactersThatOracleReadsOtherwiseAsBytes() throws Exception {
    Path scripts = write(table("tabbed"));

    assertThat(accessParameters(scripts))
        .contains(
            "RECORDS DELIMITED BY 0X'0D0A'\n    CHARACTERSET WE8ISO8859P1\n",
            "FIELDS TERMINATED BY 0X'09' OPTIONALLY ENCLOSED BY 0X'27' NOTRIM",
            "name CHAR(10) NULLIF name = 0X'5C4E'")
        .doesNotContain("EMBEDDED");
    assertThat(Files.readString(scripts.resolve("tabbed.ctl")))
        .contains(
            "CHARACTERSET WE8ISO8859P1 LENGTH SEMANTICS CHARACTER\nAPPEND\nPRESERVE BLANKS\n",
            "FIELDS TERMINATED BY X'09' OPTIONALLY ENCLOSED BY X'27'\n",
            "  name CHAR(10) NULLIF name=X'5C4E',",
            "  moment CHAR(40) TERMINATED BY X'0D' OPTIONALLY ENCLOSED BY X'27' NULLIF moment=X'5C4E' \"TO_TIMESTAMP_TZ(");
  }

  @ParameterizedTest
  @CsvSource({"quoted, true", "tabbed, false"})
  void skipAHeaderOncePerFile(String name, boolean skipped) throws Exception {
    Path scripts = write(table(name));

    assertThat(accessParameters(scripts))
        .as("Oracle's manuals have the access driver's words for it in two ways")
        .doesNotContain("FIELD NAMES", "SKIP");
    assertThat(Files.readAllLines(scripts.resolve("00-settings.sql")))
        .contains("DEFINE preprocessor = " + (skipped ? "skip-header.sh" : "inflate-gzip.sh"));
    assertThat(scripts.resolveSibling("preprocessor/skip-header.sh")).isExecutable();

    for (String way : List.of("direct", "conventional")) {
      List<String> lines = Files.readAllLines(scripts.resolve("sqlldr-" + way + ".par"));
      assertThat(lines).startsWith("control=" + name + ".ctl");
      assertThat(lines.contains("skip=1")).isEqualTo(skipped);
    }
  }

  /** The default of both buffers is shorter than a CLOB can be. */
  @Test
  void readLongRecordsWhereAColumnIsAClob() throws Exception {
    Path clob = write(table("quoted"));

    assertThat(accessParameters(clob)).contains("\n    READSIZE 8388608\n");
    assertThat(Files.readAllLines(clob.resolve("sqlldr-direct.par"))).contains("readsize=8388608");
    assertThat(accessParameters(write(table("tabbed")))).doesNotContain("READSIZE");
  }

  /** Direct path switches a CHECK off, and parallel sessions may leave it off. */
  @Test
  void checkTruthValuesInDirectPathToo() throws Exception {
    Path scripts = write(table("quoted"));

    assertThat(Files.readString(scripts.resolve("03-target-heap.sql")))
        .contains("  flag NUMBER(1) CHECK (flag IN (0, 1))");
    assertThat(Files.readString(scripts.resolve("quoted.ctl")))
        .contains("\nINTO TABLE quoted\nEVALUATE CHECK_CONSTRAINTS\nFIELDS ");
    assertThat(Files.readString(write(table("tabbed")).resolve("tabbed.ctl")))
        .contains("\nINTO TABLE tabbed\nFIELDS ");
  }

  @ParameterizedTest
  @CsvSource({"text(1000), false", "text(1001), true", "text(4000), true", "text, false"})
  void sayWhereATextMayHaveTooManyBytes(String type, boolean said) throws Exception {
    Table texts = ofOneColumn("note", Type.parse(type));

    assertThat(Files.readString(write(texts).resolve("03-target-heap.sql")).contains("4,000 bytes"))
        .isEqualTo(said);
  }

  @Test
  void haveTheQuartersAndRangesOfTheDescription() throws Exception {
    Path scripts = write(table("quoted"));
    String target = Files.readString(scripts.resolve("03-target-partitioned.sql"));

    assertThat(target)
        .contains("PARTITION BY RANGE (sold_on)\nSUBPARTITION BY RANGE (\"Order No\")\n")
        .contains("range_1 VALUES LESS THAN ('M'),", "range_2 VALUES LESS THAN ('it''s'),")
        .contains("range_3 VALUES LESS THAN (MAXVALUE)");
    assertThat(target.lines().filter(line -> line.startsWith("  PARTITION ")))
        .hasSize(5)
        .first()
        .asString()
        .contains("q2020_1 VALUES LESS THAN (TIMESTAMP '2020-04-01 00:00:00'),");

    // Oracle has no partitions by a time with a zone
    assertThat(new Scripts(Program.ROOT, table("tabbed")).texts(Target.ORACLE).keySet())
        .noneMatch(path -> path.contains("03-target-partitioned"));
  }

  @ParameterizedTest
  @CsvSource({"'a\"b', no double quote", "R&D, an ampersand"})
  void refuseANameThatOracleOrSqlPlusCannotTake(String name, String reason) throws Exception {
    Table odd = ofOneColumn(name, Type.integer(4));

    assertThatThrownBy(() -> write(odd))
        .isInstanceOf(DatasetException.class)
        .hasMessageContaining("column '" + name + "'")
        .hasMessageContaining(reason);
  }

  private static Table ofOneColumn(String name, Type type) throws URISyntaxException {
    Column column = new Column(name, type, true);
    return new Table("one-column", List.of(), table("quoted").format(), List.of(column), null);
  }

  @Test
  void refuseAnEscapeThatOracleDoesNotKnow() throws Exception {
    String text =
        "table: t\nformat: {delimiter: ',', escape: \\}\ncolumns: [{name: a, type: text}]\n";
    Table escaped = Table.read(Files.writeString(folder.resolve("escaped.yaml"), text));

    assertThatThrownBy(() -> write(escaped))
        .isInstanceOf(DatasetException.class)
        .hasMessageContaining("escape '\\': Oracle's loaders");
  }

  private static String accessParameters(Path scripts) throws IOException {
    String statement =
        SqlPlusScript.read(scripts.resolve("02-external-table.sql")).statements().get(0);
    return SqlPlusScript.inParentheses(statement, "ACCESS PARAMETERS");
  }
}
