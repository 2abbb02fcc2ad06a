package io.loadpath.datasets;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadpath.tables.Table;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An order-free digest of a set of rows, which every engine can compute in its own SQL.
 *
 * <p>h(t) is the first 8 bytes of MD5(UTF-8 of t) as an unsigned big-endian number. A column's
 * digest is the sum of h(canonical text) over all rows modulo 2^64; {@code row} is the same over
 * the canonical texts of a row joined with '|'. The columns show where two sets differ. The row
 * digest catches values swapped between rows.
 *
 * <p>Canonical text: NULL is {@code \N}; text is unchanged, but a backslash at its beginning is
 * doubled; integers without leading zeros or plus sign; decimals with exactly the type's places;
 * {@code true} and {@code false}; dates as yyyy-mm-dd; timestamps as {@code yyyy-mm-dd hh:mi:ss},
 * with the type's digits of a fraction, in UTC if they have a zone; bytes as lower-case hex digits.
 * A DOUBLE column has no canonical text: it is left out of {@code row}, and has a {@link DoubleSum}
 * in place of a digest.
 *
 * <p>h(t) in SQL, summed as a signed or unsigned number and taken modulo 2^64 at the end:
 *
 * <ul>
 *   <li>PostgreSQL: {@code sum(('x' || substr(md5(t), 1, 16))::bit(64)::bigint)} (signed; the sum
 *       is numeric, so it does not overflow)
 *   <li>Hive: {@code sum(cast(conv(substr(md5(t), 1, 16), 16, 10) AS DECIMAL(20,0)))}
 *   <li>Oracle: {@code SUM(TO_NUMBER(SUBSTR(RAWTOHEX(STANDARD_HASH(t, 'MD5')), 1, 16),
 *       'XXXXXXXXXXXXXXXX'))}
 * </ul>
 *
 * <p>As JSON: {@code {"rows": N, "row": "16 hex digits", "columns": {"card_no": "16 hex digits",
 * …}}}; of a DOUBLE column {@code {"values": 9, "nan": 0, "infinities": 0, "sum": 1.5, "magnitude":
 * 4.5}}. {@code columns} may be left out, or hold the DOUBLE columns alone.
 *
 * @param rows number of rows
 * @param row digest of the whole rows
 * @param columns digest of each column except DOUBLE ones, in table order; empty where rows and row
 *     equal the expected values, which proves the columns
 * @param doubles sums of each DOUBLE column
 */
public record Fingerprint(
    long rows, long row, Map<String, Long> columns, Map<String, DoubleSum> doubles) {

  private static final ObjectMapper JSON = new ObjectMapper();

  public Fingerprint {
    if (rows < 0) {
      throw new IllegalArgumentException("rows must not be negative, but is " + rows);
    }
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    doubles = Collections.unmodifiableMap(new LinkedHashMap<>(doubles));
  }

  /** The fingerprint of no rows. */
  public static Fingerprint empty(Table table) {
    return new Fingerprinter(table).result();
  }

  /**
   * Reads the JSON form.
   *
   * @throws IllegalArgumentException if it is not of that form
   */
  @JsonCreator
  public static Fingerprint fromJson(JsonNode json) {
    JsonNode rows = json.path("rows");
    JsonNode columns = json.path("columns");
    if (!rows.canConvertToLong() || !columns.isObject() && !columns.isMissingNode()) {
      throw new IllegalArgumentException(
          "not a fingerprint, \"rows\" must be a number, \"columns\" an object: " + json);
    }
    Map<String, Long> digests = new LinkedHashMap<>();
    Map<String, DoubleSum> doubles = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> column : columns.properties()) {
      if (column.getValue().isObject()) {
        doubles.put(column.getKey(), DoubleSum.fromJson(column.getKey(), column.getValue()));
      } else {
        digests.put(column.getKey(), digest(column.getKey(), column.getValue()));
      }
    }
    return new Fingerprint(rows.longValue(), digest("row", json.path("row")), digests, doubles);
  }

  private static long digest(String name, JsonNode value) {
    if (!value.asText().matches("[0-9a-f]{16}")) {
      throw new IllegalArgumentException(
          "not a fingerprint, \"" + name + "\" must be 16 hex digits, but is " + value);
    }
    return Long.parseUnsignedLong(value.asText(), 16);
  }

  /** The fingerprint of both sets of rows together. */
  public Fingerprint plus(Fingerprint other) {
    if (!columns.keySet().equals(other.columns.keySet())
        || !doubles.keySet().equals(other.doubles.keySet())) {
      throw new IllegalArgumentException(
          "fingerprints of different tables: " + columns.keySet() + ", " + other.columns.keySet());
    }
    Map<String, Long> sums = new LinkedHashMap<>(columns);
    other.columns.forEach((name, digest) -> sums.merge(name, digest, Long::sum));
    Map<String, DoubleSum> numbers = new LinkedHashMap<>(doubles);
    other.doubles.forEach((name, sum) -> numbers.merge(name, sum, DoubleSum::plus));
    return new Fingerprint(rows + other.rows, row + other.row, sums, numbers);
  }

  /** Describes each difference between these rows and the expected ones; empty if none. */
  public List<String> differencesFrom(Fingerprint expected) {
    List<String> differences = new ArrayList<>();
    if (rows != expected.rows) {
      differences.add(rows + " rows instead of " + expected.rows);
    }
    addDifferencesOfDoubles(expected, differences);
    if (columns.isEmpty()) {
      if (row != expected.row) {
        differences.add("the whole rows differ");
      }
      return differences;
    }
    expected.columns.forEach(
        (name, digest) -> {
          if (!digest.equals(columns.get(name))) {
            differences.add("column " + name + " differs");
          }
        });
    columns.keySet().stream()
        .filter(name -> !expected.columns.containsKey(name))
        .forEach(name -> differences.add("column " + name + " is not expected"));
    if (row != expected.row && differences.isEmpty()) {
      differences.add("values are swapped between rows");
    }
    return differences;
  }

  private void addDifferencesOfDoubles(Fingerprint expected, List<String> differences) {
    expected.doubles.forEach(
        (name, sum) -> {
          if (!doubles.containsKey(name)) {
            differences.add("column " + name + " is missing");
            return;
          }
          doubles
              .get(name)
              .differenceFrom(sum)
              .ifPresent(what -> differences.add("column " + name + " differs: " + what));
        });
    doubles.keySet().stream()
        .filter(name -> !expected.doubles.containsKey(name))
        .forEach(name -> differences.add("column " + name + " is not expected"));
  }

  @JsonValue
  Map<String, Object> toJsonValue() {
    Map<String, Object> digests = new LinkedHashMap<>();
    columns.forEach((name, digest) -> digests.put(name, hex(digest)));
    digests.putAll(doubles);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows", rows);
    json.put("row", hex(row));
    if (!digests.isEmpty()) {
      json.put("columns", digests);
    }
    return json;
  }

  /** The JSON form, on one line. */
  public String toJson() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hex(long digest) {
    return String.format("%016x", digest);
  }
}
