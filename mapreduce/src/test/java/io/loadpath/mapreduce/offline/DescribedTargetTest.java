package io.loadpath.mapreduce.offline;

import static io.loadpath.mapreduce.offline.OfflineJob.column;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.loadpath.engines.service.Program;
import io.loadpath.mapreduce.load.LoadColumn;
import io.loadpath.mapreduce.load.LoadRouter;
import io.loadpath.mapreduce.load.Tuple;
import io.loadpath.mapreduce.load.partitions.PartitionRouter;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Leaf;
import io.loadpath.rows.Column;
import io.loadpath.rows.ColumnType;
import io.loadpath.rows.DateOrder;
import io.loadpath.rows.RowCopy;
import io.loadpath.rows.TextFormat;
import io.loadpath.tables.Table;
import io.loadpath.tables.scripts.Dialect;
import io.loadpath.tables.yaml.InvalidFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads targets, and holds the reader and the published schema against each other. */
class DescribedTargetTest {
  private static final List<Column> ROWS =
      List.of(
          column("id", "integer"),
          column("day", "date"),
          column("at", "timestamp(6)"),
          column("region", "text"),
          column("paid", "boolean"),
          column("raw", "bytes"));

  private static final String HEAD =
      """
      target: shop.sales
      for: %s
      columns:
        - {name: region, type: %s}
        - {name: id, type: %s}
        - {name: day, type: date}
        - {name: at, type: %s}
        - {name: paid, type: %s}
        - {name: raw, type: %s}
      """;
  private static final String POSTGRES =
      HEAD.formatted("postgres", "varchar(3)", "bigint", "timestamp(0)", "boolean", "bytea");
  private static final String ORACLE =
      HEAD.formatted("oracle", "varchar2(3 char)", "number", "date", "number(1)", "raw(9)");

  private static final String MONTHS =
      """
      partition-by: {range: day}
      partitions:
        - {name: later, default: yes}
        - {name: jan, below: 2009-02-01}
        - {name: mar, from: '2009-03-01', to: '2009-04-01'}
        - {name: apr, below: [2009-05-01]}
      """;

  private static FilesTarget read(String yaml) {
    return DescribedTarget.read("target.yaml", yaml, ROWS);
  }

  private static JsonSchema schema() throws IOException {
    Path file = Program.ROOT.resolve("tables/schema/target.schema.json");
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(Files.readString(file));
  }

  private static boolean schemaTakes(String yaml) throws IOException {
    return schema().validate(new YAMLMapper().readTree(yaml)).isEmpty();
  }

  /** Returns the names of the partitions of rows; "-" where no partition takes a row. */
  private static List<String> partitions(FilesTarget target, String... lines) throws IOException {
    List<RowCopy.Column> columns =
        target.columns().stream().map(c -> new RowCopy.Column(c.name(), c.type())).toList();
    PartitionRouter router = new PartitionRouter(target.partitions());
    List<String> names = new ArrayList<>();
    RowCopy copy =
        RowCopy.tuples(
            columns,
            TextFormat.plain('|', "\\N", TextFormat.DelimiterAtEnd.NEVER),
            DateOrder.MDY,
            row -> {
              throw row;
            },
            (bytes, from, to, offset) -> {
              Tuple row = new Tuple(columns.size());
              row.read(bytes, from);
              int leaf = router.partition(row);
              names.add(
                  leaf == LoadRouter.NONE ? "-" : target.partitions().leaves().get(leaf).name());
            });
    byte[] text = String.join("\n", lines).getBytes(UTF_8);
    copy.write(text, 0, text.length);
    copy.end();
    return names;
  }

  @Test
  void rangesOfPostgres() throws Exception {
    FilesTarget target = read(POSTGRES + MONTHS);

    assertThat(schemaTakes(POSTGRES + MONTHS)).isTrue();
    assertThat(target)
        .extracting(FilesTarget::dialect, FilesTarget::schema, FilesTarget::table)
        .containsExactly(Dialect.POSTGRES, "shop", "sales");
    assertThat(target.columns())
        .extracting(LoadColumn::name, LoadColumn::type)
        .containsExactly(
            tuple("id", ColumnType.INT8),
            tuple("day", ColumnType.DATE),
            tuple("at", ColumnType.TIMESTAMP),
            tuple("region", ColumnType.TEXT),
            tuple("paid", ColumnType.BOOL),
            tuple("raw", ColumnType.HEX));
    assertThat(target.partitions().leaves())
        .extracting(Leaf::number, Leaf::schema, Leaf::name)
        .containsExactly(
            tuple(0, "shop", "jan"),
            tuple(1, "shop", "mar"),
            tuple(2, "shop", "apr"),
            tuple(3, "shop", "later"));
    assertThat(
            partitions(
                target,
                "1|2009-01-31||||",
                "1|2009-02-01||||",
                "1|2009-03-31||||",
                "1|2009-04-30||||",
                "1|2009-05-01||||",
                "1|\\N||||"))
        .containsExactly("jan", "later", "mar", "apr", "later", "later");
  }

  @Test
  void rangesOfOracle() throws Exception {
    String ranges =
        """
        partition-by: {range: [region, id]}
        partitions:
          - {name: low, below: [F, 100]}
          - {name: middle, below: [F, MAXVALUE]}
          - {name: high, below: [MAXVALUE, MAXVALUE]}
        """;
    FilesTarget target = read(ORACLE + ranges);

    assertThat(schemaTakes(ORACLE + ranges)).isTrue();
    assertThat(target.columns())
        .extracting(LoadColumn::name, LoadColumn::type)
        .containsExactly(
            tuple("id", ColumnType.NUMERIC),
            tuple("day", ColumnType.DATE),
            tuple("at", ColumnType.TIMESTAMP),
            tuple("region", ColumnType.TEXT),
            tuple("paid", ColumnType.BOOL),
            tuple("raw", ColumnType.HEX));
    // NULL and the empty text, which is NULL, are above all values
    assertThat(
            partitions(
                target,
                "1|||A||",
                "99|||F||",
                "100|||F||",
                "\\N|||F||",
                "1|||G||",
                "1|||\\N||",
                "1|||||"))
        .containsExactly("low", "low", "middle", "middle", "high", "high", "high");
  }

  @Test
  void lists() throws Exception {
    String lists =
        """
        partition-by: {list: region}
        partitions:
          - {name: some, values: [b, null, a]}
          - {name: one, values: 'NO'}
          - {name: others, default: yes}
        """;
    String[] rows = {"1|||a||", "1|||\\N||", "1|||||", "1|||NO||", "1|||c||"};

    assertThat(schemaTakes(ORACLE + lists)).isTrue();
    assertThat(partitions(read(POSTGRES + lists), rows))
        .containsExactly("some", "some", "others", "one", "others");
    assertThat(partitions(read(ORACLE + lists), rows))
        .containsExactly("some", "some", "some", "one", "others");
    assertThat(partitions(read(POSTGRES + lists.replaceFirst(".*others.*\n", "")), rows))
        .containsExactly("some", "some", "-", "one", "-");
  }

  @Test
  void aTableWithoutPartitionsIsItsOnlyLeaf() throws Exception {
    FilesTarget target = read(ORACLE);

    assertThat(schemaTakes(ORACLE)).isTrue();
    assertThat(target.isPartitioned()).isFalse();
    assertThat(partitions(target, "1|||||")).containsExactly("sales");
  }

  @Test
  void theExampleIsOne() throws Exception {
    Path examples = Program.ROOT.resolve("examples");
    List<Column> rows = Table.read(examples.resolve("sales.yaml")).columns();

    FilesTarget target = DescribedTarget.read(examples.resolve("target.yaml"), rows);

    assertThat(schemaTakes(Files.readString(examples.resolve("target.yaml")))).isTrue();
    assertThat(target.partitions().leaves()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "target: shop.sales | target: sales | target.yaml:1: target: 'sales' is not SCHEMA.TABLE",
        "for: postgres | for: postgre | target.yaml:2: for: unknown value 'postgre'; did you mean 'postgres'? (known: postgres, oracle)",
        "for: postgres | fro: postgres | target.yaml:2: unknown key 'fro'; did you mean 'for'? (known: target, for, columns, partition-by, partitions)",
        "{name: id, | {name: di, | target.yaml:5: columns[2].name: the files have no 'di' (known: id, day, at, region, paid, raw)",
        "bigint | money | target.yaml:5: columns[2].type: 'money' is not smallint, integer, ",
        "range: day | range: dya | target.yaml:10: partition-by.range: there is no column 'dya'; did you mean 'day'?",
        "below: 2009-02-01 | below: 2009-02-30 | target.yaml:13: partitions[2].below: '2009-02-30' is not a day",
        "below: 2009-02-01 | below: [2009-02-01, 1] | target.yaml:13: partitions[2].below: has 2 of 1 values",
        "below: 2009-02-01 | values: [2009-02-01] | target.yaml:13: partitions[2].name: a partition by range needs below, or from and to",
        "to: '2009-04-01' | to: '2009-03-01' | target.yaml:14: partitions[3].to: is not after the beginning of the partition",
        "from: '2009-03-01' | from: '2009-01-01' | target.yaml:14: partitions[3].name: has rows of partition 'jan', too",
        "name: apr | name: jan | target.yaml:15: partitions[4].name: 'jan' is also the name of another partition",
        "below: [2009-05-01] | default: yes | target.yaml:15: partitions[4].default: another partition is the default, too"
      })
  void namesFileLineKeyAndWhatIsAllowed(String right, String wrong, String message) {
    String yaml = (POSTGRES + MONTHS).replace(right, wrong);
    assertThat(yaml).isNotEqualTo(POSTGRES + MONTHS);

    assertThatThrownBy(() -> read(yaml))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void aRangeOfOracleHasOnlyAnEnd() {
    assertThatThrownBy(() -> read(ORACLE + MONTHS))
        .hasMessage(
            "target.yaml:12: partitions[1].default: a range of Oracle has none: write below: MAXVALUE");
    assertThatThrownBy(() -> read(ORACLE + MONTHS.replaceFirst(".*default.*\n", "")))
        .hasMessage(
            "target.yaml:13: partitions[2].from: a range of Oracle has only an end: write 'below'");
  }
}
