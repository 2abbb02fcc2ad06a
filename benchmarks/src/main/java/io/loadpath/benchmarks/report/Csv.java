package io.loadpath.benchmarks.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.loadpath.benchmarks.statistics.Estimate;
import io.loadpath.benchmarks.statistics.Ratio;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lines as CSV after RFC 4180.
 *
 * <p>A text that a spreadsheet would take for a formula gets an apostrophe in front.
 */
final class Csv {
  private static final CsvMapper MAPPER =
      CsvMapper.builder()
          .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
          .build();

  private Csv() {}

  /** Writes a header with the first line's names, and the lines; the writer stays open. */
  static void write(List<Map<String, Object>> lines, Writer out) throws IOException {
    if (lines.isEmpty()) {
      return;
    }
    CsvSchema.Builder schema = CsvSchema.builder();
    lines.get(0).keySet().forEach(name -> schema.addColumn(harmless(name)));
    try {
      out.write(
          MAPPER
              .writer(schema.build().withHeader().withLineSeparator("\r\n"))
              .writeValueAsString(lines.stream().map(Csv::harmless).toList()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("table cannot be written as CSV", e);
    }
  }

  /** Adds a column; an empty value is an empty cell. */
  static void put(Map<String, Object> line, String name, Optional<?> value) {
    line.put(name, value.orElse(null));
  }

  /** Adds the columns of an estimate: median, low and high. */
  static void estimate(
      Map<String, Object> line, String name, String unit, Optional<Estimate> estimate) {
    put(line, name + "_" + unit, estimate.map(Estimate::median));
    put(line, name + "_low_" + unit, estimate.map(Estimate::low));
    put(line, name + "_high_" + unit, estimate.map(Estimate::high));
  }

  /** Adds the columns of a ratio and what it shows. */
  static void ratio(Map<String, Object> line, String name, String unit, Optional<Ratio> ratio) {
    estimate(line, name, unit, ratio.map(Ratio::estimate));
    put(line, name + "_verdict", ratio.map(Ratio::words));
  }

  private static Map<String, Object> harmless(Map<String, Object> line) {
    Map<String, Object> cells = new LinkedHashMap<>();
    line.forEach((name, value) -> cells.put(harmless(name), cell(value)));
    return cells;
  }

  private static Object cell(Object value) {
    if (value instanceof Double number) {
      return new BigDecimal(number.toString());
    }
    return value instanceof String text ? harmless(text) : value;
  }

  private static String harmless(String text) {
    return text.matches("(?s)[=+\\-@\t\r\n].*") ? "'" + text : text;
  }
}
