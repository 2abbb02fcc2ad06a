package io.loadpath.tables;

import io.loadpath.rows.Column;
import io.loadpath.rows.FileFormat;
import io.loadpath.rows.Kind;
import io.loadpath.rows.Type;
import io.loadpath.tables.yaml.InvalidFileException;
import io.loadpath.tables.yaml.NearestName;
import io.loadpath.tables.yaml.StrictYaml;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns the text of a description into a {@link Table}, or names the problem and its line. */
final class TableReader {

  private static final String NAME = "[a-z][a-z0-9-]{0,39}";

  /** The message about {@code {type: decimal(15,2)}}, where YAML takes 2) for a key. */
  private static final Pattern TORN_TYPE = Pattern.compile("^.*: unknown key '\\d+\\)'");

  private static final Set<Kind> DAYS = Set.of(Kind.DATE, Kind.TIMESTAMP);

  private final TableFile words;
  private final KeyPlace at;

  private TableReader(TableFile words, KeyPlace at) {
    this.words = words;
    this.at = at;
  }

  /**
   * Reads a description.
   *
   * @param file its name, for messages
   */
  static Table read(String file, String text) {
    StrictYaml yaml = new StrictYaml(file, text);
    try {
      TableFile words = yaml.as(TableFile.class);
      return new TableReader(words, new KeyPlace(file, yaml, "")).table();
    } catch (InvalidFileException e) {
      Matcher torn = TORN_TYPE.matcher(e.getMessage());
      if (torn.find()) {
        throw new InvalidFileException(
            torn.group() + "; in braces, put a type with a comma in quotes: 'decimal(15,2)'");
      }
      throw e;
    }
  }

  private Table table() {
    String name = at.required("table", words.table());
    if (!name.matches(NAME)) {
      throw at.error(
          "table",
          "'%s' is not a letter and up to 39 letters, digits and '-', all in lower case"
              .formatted(name));
    }
    if (ReservedWords.contains(name)) {
      throw at.error(
          "table",
          "'%s' is a word of SQL, which databases refuse as a table's name: name it '%1$s-data', for example"
              .formatted(name));
    }
    List<String> files = files();
    if (words.format() == null) {
      throw at.error("format", "is missing; it names at least the delimiter");
    }
    FileFormat format = new FormatReader(words.format(), at.in("format")).read();
    List<Column> columns = columns();
    return new Table(name, files, format, columns, keys(columns));
  }

  private List<String> files() {
    List<String> files = words.files() == null ? List.of() : words.files();
    for (int i = 0; i < files.size(); i++) {
      if (files.get(i) == null || files.get(i).isBlank()) {
        throw at.error("files[" + (i + 1) + "]", "is empty");
      }
    }
    return files;
  }

  private List<Column> columns() {
    if (words.columns() == null || words.columns().isEmpty()) {
      throw at.error("columns", "there are none");
    }
    List<Column> columns = new ArrayList<>();
    Map<String, Integer> lines = new HashMap<>();
    for (int i = 0; i < words.columns().size(); i++) {
      KeyPlace place = at.in("columns[" + (i + 1) + "]");
      if (words.columns().get(i) == null) {
        throw at.error("columns[" + (i + 1) + "]", "is empty");
      }
      Column column = column(words.columns().get(i), place);
      Integer before = lines.put(column.name().toLowerCase(Locale.ROOT), place.line("name"));
      if (before != null) {
        throw place.error(
            "name",
            "'%s' is also the name of the column in line %d; upper and lower case are the same"
                .formatted(column.name(), before));
      }
      columns.add(column);
    }
    if (columns.stream().allMatch(column -> column.type().kind() == Kind.DOUBLE)) {
      throw at.error("columns", "all are double; the proof needs a column of another type");
    }
    return columns;
  }

  private static Column column(TableFile.ColumnWords words, KeyPlace place) {
    String name = place.required("name", words.name());
    String typeText = place.required("type", words.type());
    boolean nullable = place.yes("nullable", words.nullable(), false);
    String header = place.given("header", words.header());
    Type type;
    try {
      type = Type.parse(typeText);
    } catch (IllegalArgumentException e) {
      throw place.error("type", e.getMessage());
    }
    try {
      return new Column(name, type, nullable, header);
    } catch (IllegalArgumentException e) {
      throw place.error("name", e.getMessage());
    }
  }

  private Keys keys(List<Column> columns) {
    TableFile.PartitionWords partition = words.partitionBy();
    TableFile.BucketWords bucket = words.bucketBy();
    if (partition == null) {
      if (bucket != null) {
        throw at.error("bucket-by", "needs partition-by: buckets are parts of partitions");
      }
      return null;
    }
    KeyPlace place = at.in("partition-by");
    Column column = keyColumn(columns, partition.column(), place, DAYS, "a date or timestamp");
    LocalDate from = month("from", partition.from(), place);
    LocalDate to = month("to", partition.to(), place);
    if (!from.isBefore(to)) {
      throw place.error("to", to + " is not after from, " + from);
    }
    if (bucket == null) {
      return new Keys(column.name(), from, to, null, List.of());
    }
    KeyPlace bucketPlace = at.in("bucket-by");
    Column bucketColumn =
        keyColumn(columns, bucket.column(), bucketPlace, Set.of(Kind.TEXT), "a text");
    return new Keys(column.name(), from, to, bucketColumn.name(), bounds(bucket, bucketPlace));
  }

  private static Column keyColumn(
      List<Column> columns, String given, KeyPlace place, Set<Kind> kinds, String wanted) {
    String name = place.required("column", given);
    Column column = columns.stream().filter(c -> c.name().equals(name)).findFirst().orElse(null);
    if (column == null) {
      List<String> known = columns.stream().map(Column::name).toList();
      throw place.error("column", "there is no '" + name + "'" + NearestName.hint(name, known));
    }
    if (!kinds.contains(column.type().kind())) {
      throw place.error("column", "'%s' is %s, not %s".formatted(name, column.type(), wanted));
    }
    if (column.nullable()) {
      throw place.error("column", "'" + name + "' is nullable; a key needs a value in each row");
    }
    return column;
  }

  private static LocalDate month(String key, String text, KeyPlace place) {
    String given = place.required(key, text);
    LocalDate day;
    try {
      day = LocalDate.parse(given);
    } catch (DateTimeParseException e) {
      throw place.error(key, "'" + given + "' is not a day, yyyy-mm-dd");
    }
    if (day.getDayOfMonth() != 1 || day.getYear() < 1 || day.getYear() > 9999) {
      throw place.error(
          key, "'" + given + "' is not the first day of a month: partitions are months");
    }
    return day;
  }

  private static List<String> bounds(TableFile.BucketWords bucket, KeyPlace place) {
    List<String> bounds = bucket.bounds();
    if (bounds == null || bounds.isEmpty()) {
      throw place.error("bounds", "there are none");
    }
    for (int i = 0; i < bounds.size(); i++) {
      String bound = bounds.get(i);
      String key = "bounds[" + (i + 1) + "]";
      if (bound == null || bound.isEmpty() || bound.chars().anyMatch(Character::isISOControl)) {
        throw place.error(key, "is empty or holds a control character");
      }
      if (i > 0 && bounds.get(i - 1).compareTo(bound) >= 0) {
        throw place.error(
            key, "'%s' is not greater than '%s' before it".formatted(bound, bounds.get(i - 1)));
      }
    }
    return List.copyOf(bounds);
  }
}
