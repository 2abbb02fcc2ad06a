package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.VariantInfo;
import io.loadpath.benchmarks.suite.Differing;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/** Short names for charts, with only the parameters that differ between variants of a path. */
final class Labels {
  private final Differing differing = new Differing();

  Labels(List<VariantInfo> variants) {
    variants.forEach(variant -> differing.add(variant.name(), variant.parameters()));
  }

  /** Returns the short name: {@code external-table-load-postgres, 2 files, gzip-3}. */
  String of(VariantInfo variant) {
    return of(variant, Set.of());
  }

  /** Returns the short name without the parameters {@code left}. */
  String of(VariantInfo variant, Set<String> left) {
    StringJoiner label = new StringJoiner(", ").add(variant.name());
    Map<String, String> parameters = parameters(variant);
    parameters.keySet().removeAll(left);
    parameters.forEach((name, value) -> label.add(words(name, value)));
    return label.toString();
  }

  /** Returns the parameters that differ between variants of this path. */
  Map<String, String> parameters(VariantInfo variant) {
    return differing.of(variant.name(), variant.parameters());
  }

  static String words(String name, String value) {
    return switch (name + "=" + value) {
      case "files=1" -> "1 file";
      case "codec=none" -> "plain";
      case "compression=none" -> "not compressed";
      case "ingest=unlimited", "inflater=auto" -> value + " " + name;
      case "logging=full" -> "logged";
      default ->
          switch (name) {
            case "files" -> value + " files";
            case "compression" -> "compressed by " + value;
            case "ingest" -> "ingest " + value;
            default -> value.matches("[0-9.]+|true|false|yes|no") ? name + " " + value : value;
          };
    };
  }
}
