package io.loadpath.datasets;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import io.loadpath.datasets.table.Table;
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
 * the canonical texts of a row joined with '|'. The columns show where two sets differ; the row
 * digest catches values that were swapped between rows.
 *
 * <p>Canonical text: NULL is {@code \N}; text as it is; integers without leading zeros or plus
 * sign; decimals with exactly two places; dates as yyyy-mm-dd.
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
 * …}}}. {@code columns} may be left out.
 *
 * @param rows number of rows
 * @param row digest of the whole rows
 * @param columns digest of each column, in table order; empty where rows and row are the expected
 *     ones, which proves the columns
 */
public record Fingerprint(long rows, long row, Map<String, Long> columns) {

  public Fingerprint {
    if (rows < 0) {
      throw new IllegalArgumentException("rows must not be negative, but is " + rows);
    }
    columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
  }

  /** The fingerprint of no rows. */
  public static Fingerprint empty(Table table) {
    Map<String, Long> columns = new LinkedHashMap<>();
    table.columns().forEach(column -> columns.put(column.name(), 0L));
    return new Fingerprint(0, 0, columns);
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
          "not a fingerprint, \"rows\" (a number) is wanted, \"columns\" must be an object: "
              + json);
    }
    Map<String, Long> digests = new LinkedHashMap<>();
    columns.properties().forEach(e -> digests.put(e.getKey(), digest(e.getKey(), e.getValue())));
    return new Fingerprint(rows.longValue(), digest("row", json.path("row")), digests);
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
    if (!columns.keySet().equals(other.columns.keySet())) {
      throw new IllegalArgumentException(
          "fingerprints of different tables: " + columns.keySet() + ", " + other.columns.keySet());
    }
    Map<String, Long> sums = new LinkedHashMap<>(columns);
    other.columns.forEach((name, digest) -> sums.merge(name, digest, Long::sum));
    return new Fingerprint(rows + other.rows, row + other.row, sums);
  }

  /** Describes each difference between these rows and the expected ones; empty if none. */
  public List<String> differencesFrom(Fingerprint expected) {
    List<String> differences = new ArrayList<>();
    if (rows != expected.rows) {
      differences.add(rows + " rows instead of " + expected.rows);
    }
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

  @JsonValue
  Map<String, Object> toJsonValue() {
    Map<String, String> digests = new LinkedHashMap<>();
    columns.forEach((name, digest) -> digests.put(name, hex(digest)));
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows", rows);
    json.put("row", hex(row));
    if (!columns.isEmpty()) {
      json.put("columns", digests);
    }
    return json;
  }

  /** The JSON form, on one line. */
  public String toJson() {
    return Json.line(this);
  }

  private static String hex(long digest) {
    return String.format("%016x", digest);
  }
}
