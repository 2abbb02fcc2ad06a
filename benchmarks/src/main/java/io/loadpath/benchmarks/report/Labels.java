package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.VariantInfo;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/** Names short enough for a chart: of the parameters only those that tell two variants apart. */
final class Labels {
  private Labels() {}

  /** Label by variant id: {@code external-table-postgres, 2 files, gzip-3}. */
  static Map<String, String> of(List<VariantInfo> variants) {
    Map<String, Set<String>> valuesByParameter = new HashMap<>();
    for (VariantInfo variant : variants) {
      variant
          .parameters()
          .forEach(
              (name, value) ->
                  valuesByParameter
                      .computeIfAbsent(variant.path() + " " + name, key -> new HashSet<>())
                      .add(value));
    }
    Map<String, String> labels = new HashMap<>();
    for (VariantInfo variant : variants) {
      StringJoiner label = new StringJoiner(", ");
      label.add(variant.path());
      variant
          .parameters()
          .forEach(
              (name, value) -> {
                if (valuesByParameter.get(variant.path() + " " + name).size() > 1) {
                  label.add(words(name, value));
                }
              });
      labels.put(variant.id(), label.toString());
    }
    return labels;
  }

  static String words(String name, String value) {
    return switch (name) {
      case "files" -> value.equals("1") ? "1 file" : value + " files";
      case "codec" -> value.equals("none") ? "plain" : value;
      default -> value.matches("[0-9.]+|true|false|yes|no") ? name + " " + value : value;
    };
  }
}
