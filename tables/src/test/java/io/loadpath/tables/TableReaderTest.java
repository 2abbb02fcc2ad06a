package io.loadpath.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.loadpath.rows.Column;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import io.loadpath.tables.yaml.InvalidFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads descriptions, and holds the reader and the published schema against each other. */
class TableReaderTest {

  private static final String SALES =
      """
      table: sales
      files: ['sales/*.csv.gz']
      format:
        delimiter: ','
        null: 'NA'
        dates: dd.mm.yyyy
      columns:
        - {name: id, type: integer(10)}
        - {name: note, type: text(40), nullable: yes}
        - {name: Order No, type: text(20), header: "Order #"}
        - name: sold_on
          type: date
      partition-by: {column: sold_on, from: 2007-01-01, to: 2010-01-01}
      bucket-by: {column: Order No, bounds: ['42', '458', '49']}
      """;

  private static final JsonSchema SCHEMA = schema();

  private static JsonSchema schema() {
    try {
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
          .getSchema(Files.readString(Path.of("schema/table.schema.json")));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Set<ValidationMessage> schemaErrors(String yaml) throws IOException {
    return SCHEMA.validate(new YAMLMapper().readTree(yaml));
  }

  private static Table read(String yaml) {
    return TableReader.read("sales.yaml", yaml);
  }

  @Test
  void aDescriptionSaysAllOfATable() throws Exception {
    assertThat(schemaErrors(SALES)).isEmpty();
    assertThat(read(SALES))
        .isEqualTo(
            new Table(
                "sales",
                List.of("sales/*.csv.gz"),
                new FileFormat(
                    ',',
                    '"',
                    '"',
                    true,
                    false,
                    "NA",
                    FileFormat.LineEnd.LF,
                    StandardCharsets.UTF_8,
                    FileFormat.DateForm.GERMAN,
                    FileFormat.TimestampForm.SPACE),
                List.of(
                    new Column("id", Type.integer(10), false),
                    new Column("note", Type.text(40), true),
                    new Column("Order No", Type.text(20), false, "Order #"),
                    new Column("sold_on", Type.of(Kind.DATE), false)),
                new Keys(
                    "sold_on",
                    LocalDate.of(2007, 1, 1),
                    LocalDate.of(2010, 1, 1),
                    "Order No",
                    List.of("42", "458", "49"))));
  }

  @Test
  void theFormatsKeysAllMeanSomething() throws Exception {
    String yaml =
        """
        table: t
        format:
          delimiter: '\\t'
          quote: none
          escape: '\\'
          header: no
          delimiter-after-last: yes
          null: '\\N'
          line-end: crlf
          encoding: latin-1
          timestamps: mm/dd/yyyyThh:mi:ss
        columns: [{name: a, type: timestamp(3) with time zone}]
        """;
    assertThat(schemaErrors(yaml)).isEmpty();
    Table table = read(yaml);
    assertThat(table.format())
        .isEqualTo(
            new FileFormat(
                '\t',
                null,
                '\\',
                false,
                true,
                "\\N",
                FileFormat.LineEnd.CRLF,
                StandardCharsets.ISO_8859_1,
                FileFormat.DateForm.AMERICAN,
                FileFormat.TimestampForm.T));
    assertThat(read(yaml.replace("latin-1", "Latin-1"))).isEqualTo(table);
    assertThat(table.columns().get(0).type()).isEqualTo(Type.timestamp(3, true));
    assertThat(table.keys()).isNull();
    assertThat(table.files()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "integer",
        "integer(1)",
        "integer(19)",
        "decimal(38,38)",
        "decimal(7)",
        "decimal(15, 2)",
        "double",
        "boolean",
        "text",
        "text(65535)",
        "date",
        "timestamp",
        "timestamp(0)",
        "bytes",
        "timestamp(9) with time zone",
        "timestamp with time zone"
      })
  void everyTypeCanBeWrittenAndReadBack(String type) throws Exception {
    String yaml = SALES.replace("type: date", "type: '" + type + "'").split("partition-by")[0];
    assertThat(schemaErrors(yaml)).isEmpty();
    Type read = read(yaml).columns().get(3).type();
    assertThat(Type.parse(read.toString())).isEqualTo(read);
  }

  /** The last value says whether the published schema finds it too. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "table: sales | table: Sales | 1: table: 'Sales' is not a letter and up to 39 | yes",
        "table: sales | #           | 1: table: is missing | yes",
        "table: sales | table:      | 1: table: '' is not a letter and up to 39 | yes",
        "table: sales | table: order | 1: table: 'order' is a word of SQL, which databases refuse"
            + " as a table's name | no",
        "table: sales | table: current-date | 1: table: 'current-date' is a word of SQL, which"
            + " databases refuse as a table's name | no",
        "files: | fiels:  | 2: unknown key 'fiels'; did you mean 'files'? | yes",
        "['sales/*.csv.gz'] | sales.csv | 2: the value of 'files' is not a list | yes",
        "['sales/*.csv.gz'] | [' '] | 2: files[1]: is empty | yes",
        "null: 'NA' | nul: 'NA' | 5: unknown key 'nul'; did you mean 'null'? | yes",
        "null: 'NA' | null: NULL | 5: format.null: has no value; put a text that YAML reads as null"
            + " | yes",
        "null: 'NA' | null: 'a,b' | 5: format.null: 'a,b' holds the delimiter | no",
        "null: 'NA' | null: '\"' | 5: format.null: '\"' holds the delimiter, the quote | no",
        "delimiter: ',' | delimiter: ', ' | 4: format.delimiter: ', ' is not one ASCII character |"
            + " yes",
        "delimiter: ',' | delimiter: a | 4: format.delimiter: 'a' is not one ASCII character | yes",
        "delimiter: ',' | delimiter: '\\' | 4: format.delimiter: must not be a backslash | yes",
        "delimiter: ',' | delimiter: none | 4: format.delimiter: 'none' is not one ASCII | yes",
        "delimiter: ',' | quote: none | 3: format.delimiter: is missing | yes",
        "null: 'NA' | quote: '«' | 5: format.quote: '«' is not one ASCII character | yes",
        "null: 'NA' | quote: ',' | 5: format.quote: is also the delimiter | no",
        "null: 'NA' | quote: \"\\x01\" | 5: format.quote: must not be a control character | yes",
        "null: 'NA' | escape: ',' | 5: format.escape: is also the delimiter | no",
        "null: 'NA' | header: perhaps | 5: format.header: unknown value 'perhaps' (known: | yes",
        "null: 'NA' | line-end: cr | 5: format.line-end: unknown value 'cr'; did you mean 'crlf'? |"
            + " yes",
        "null: 'NA' | encoding: utf8 | 5: format.encoding: unknown value 'utf8'; did you mean"
            + " 'utf-8'? | yes",
        "dd.mm.yyyy | dd-mm-yyyy | 6: format.dates: unknown value 'dd-mm-yyyy'; did you mean"
            + " 'dd.mm.yyyy'? | yes",
        "null: 'NA' | timestamps: yyyy-mm-dd hh:mi:ss | 5: format.timestamps: unknown value | no",
        "null: 'NA' | timestamps: dd.mm.yyyy hh:mi | 5: format.timestamps: unknown value | yes",
        "name: id | name: '' | 8: columns[1].name: name: a column needs a name | yes",
        "name: id | nmae: id | 8: unknown key 'nmae'; did you mean 'name'? | yes",
        "name: id, | # | 8: while parsing | yes",
        "type: date | nullable: yes | 11: columns[4].type: is missing | yes",
        "integer(10) | integr(10) | 8: columns[1].type: type: 'integr(10)' is not integer(DIGITS) |"
            + " yes",
        "integer(10) | integer(20) | 8: columns[1].type: integer: 20 is not from 1 to 19 | yes",
        "{name: id, type: integer(10)} | {name: id, type: 'decimal(5,6)'} | 8: columns[1].type: the"
            + " places of decimal: 6 is not from 0 to 5 | no",
        "integer(10) | decimal(5,2) | 8: unknown key '2)'; in braces, put a type with a comma in"
            + " quotes: 'decimal(15,2)' | yes",
        "integer(10) | timestamp(10) | 8: columns[1].type: timestamp: 10 is not from 0 to 9 | yes",
        "integer(10) | text(0) | 8: columns[1].type: text: 0 is not from 1 to | no",
        "name: note | name: ID | 9: columns[2].name: 'ID' is also the name of the column in line 8"
            + " | no",
        "nullable: yes | nullable: maybe | 9: columns[2].nullable: unknown value 'maybe' | yes",
        "column: sold_on | column: sold_no | 13: partition-by.column: there is no 'sold_no'; did"
            + " you mean 'sold_on'? | no",
        "column: sold_on | column: id | 13: partition-by.column: 'id' is integer(10), not a date or"
            + " timestamp | no",
        "from: 2007-01-01 | from: 2007-01-02 | 13: partition-by.from: '2007-01-02' is not the first"
            + " day of a month | yes",
        "from: 2007-01-01 | from: May | 13: partition-by.from: 'May' is not a day | yes",
        "from: 2007-01-01 | from: 2010-01-01 | 13: partition-by.to: 2010-01-01 is not after from,"
            + " 2010-01-01 | no",
        "column: Order No | column: id | 14: bucket-by.column: 'id' is integer(10), not a text |"
            + " no",
        "column: Order No | column: note | 14: bucket-by.column: 'note' is nullable | no",
        "['42', '458', '49'] | ['42', '42'] | 14: bucket-by.bounds[2]: '42' is not greater than"
            + " '42' before it | no",
        "['42', '458', '49'] | [] | 14: bucket-by.bounds: there are none | yes",
      })
  void whatIsWrongIsNamedWithItsLine(
      String text, String instead, String message, String schemaSeesIt) throws Exception {
    String yaml = SALES.replace(text, instead);
    assertThat(yaml).isNotEqualTo(SALES);
    assertThatThrownBy(() -> read(yaml))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageStartingWith("sales.yaml:" + message);
    if (!message.startsWith("8: while")) { // no YAML at all
      assertThat(schemaErrors(yaml).isEmpty()).isEqualTo(schemaSeesIt.equals("no"));
    }
  }

  @Test
  void partitionsAreNeededForBuckets() throws Exception {
    String yaml = SALES.replaceAll("(?m)^partition-by.*\n", "");
    assertThat(schemaErrors(yaml)).isNotEmpty();
    assertThatThrownBy(() -> read(yaml)).hasMessageContaining("bucket-by: needs partition-by");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select",
        "\"; DROP TABLE x; --",
        "it's `odd`",
        "a\\b",
        "Größe",
        "数据",
        "😀",
        "[=x]"
      })
  void anyTextCanBeAColumnsName(String name) throws Exception {
    String yaml = SALES.replace("name: id", "name: '" + name.replace("'", "''") + "'");
    assertThat(schemaErrors(yaml)).isEmpty();
    assertThat(read(yaml).columns().get(0).name()).isEqualTo(name);
  }

  @Test
  void aNameThatAToolWouldCutIsAnError() throws Exception {
    String longest = "n".repeat(63);
    assertThat(read(SALES.replace("name: id", "name: " + longest)).columns().get(0).name())
        .isEqualTo(longest);
    for (String tooLong : List.of("n".repeat(64), "ü".repeat(32))) {
      assertThatThrownBy(() -> read(SALES.replace("name: id", "name: " + tooLong)))
          .hasMessageContaining("sales.yaml:8: columns[1].name:")
          .hasMessageContaining("64 bytes, more than 63; give it a shorter name");
    }
    assertThatThrownBy(() -> read(SALES.replace("name: id", "name: \"a\\tb\"")))
        .hasMessageContaining("holds a control character");
  }

  @Test
  void aFileIsNamedWhenItIsNotThereOrEmpty(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("none.yaml");
    assertThatThrownBy(() -> Table.read(file)).hasMessage(file + ": no such file");
    Files.writeString(file, "# nothing\n");
    assertThatThrownBy(() -> Table.read(file)).hasMessage(file + ": the file is empty");
    Files.write(file, new byte[] {'a', (byte) 0xff});
    assertThatThrownBy(() -> Table.read(file)).hasMessage(file + ": is not UTF-8");
    Files.writeString(file, "table: [");
    assertThatThrownBy(() -> Table.read(file)).hasMessageStartingWith(file + ":1: ");
  }

  @Test
  void theSchemaHasTheReadersKeysAndWords() throws Exception {
    JsonNode schema = new ObjectMapper().readTree(Path.of("schema/table.schema.json").toFile());
    JsonNode format = schema.at("/$defs/format/properties");
    for (FileFormat.DateForm form : FileFormat.DateForm.values()) {
      for (FileFormat.TimestampForm time : FileFormat.TimestampForm.values()) {
        String yaml =
            SALES.replace(
                "dates: dd.mm.yyyy",
                "dates: %s\n  timestamps: %s%s".formatted(form.text(), form.text(), time.text()));
        assertThat(schemaErrors(yaml)).isEmpty();
        assertThat(read(yaml).format().dateForm()).isEqualTo(form);
        assertThat(read(yaml).format().timestampForm()).isEqualTo(time);
      }
    }
    assertThat(format.at("/dates/enum").size()).isEqualTo(FileFormat.DateForm.values().length);
    for (Path own : List.of(Path.of("lineitem.yaml"), Path.of("all-card-trans.yaml"))) {
      assertThat(schemaErrors(Files.readString(own))).isEmpty();
    }
  }
}
