package io.loadpath.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.benchmarks.report.Table.Cell;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What loaders between Hadoop and a database do, feature by feature.
 *
 * @param loaders names, in the order of the columns
 * @param sources what a claim may rest on beside a test, by their keys
 * @param features one row each
 */
public record Loaders(List<String> loaders, Map<String, String> sources, List<Feature> features) {
  private static final String RESOURCE = "loaders.yaml";
  private static final String CONNECTOR = "-connector";

  /**
   * A feature, and what each loader does about it.
   *
   * @param claims in the order of the loaders
   */
  public record Feature(String name, List<Claim> claims) {}

  /**
   * A claim.
   *
   * @param by keys of sources, or {@code test CLASS.METHOD}
   */
  public record Claim(String says, List<String> by) {}

  /** Returns the comparison where a record has runs of the connector for PostgreSQL. */
  static Optional<Loaders> of(RunRecord record) throws IOException {
    return record.variants().stream().anyMatch(v -> v.name().endsWith(CONNECTOR))
        ? Optional.of(all())
        : Optional.empty();
  }

  static Loaders all() throws IOException {
    return new ObjectMapper(new YAMLFactory()).readValue(Report.resource(RESOURCE), Loaders.class);
  }

  /** Features in rows, loaders in columns. */
  public Table<Feature> table() {
    Table<Feature> table = Table.of(features).text("feature", Feature::name);
    for (int i = 0; i < loaders.size(); i++) {
      int loader = i;
      table.text(loaders.get(i), feature -> cell(feature.claims().get(loader)));
    }
    return table;
  }

  private Cell cell(Claim claim) {
    List<String> grounds = grounds();
    String numbers =
        claim.by().stream()
            .map(by -> Integer.toString(grounds.indexOf(words(by)) + 1))
            .collect(Collectors.joining(", "));
    String title = claim.by().stream().map(this::words).collect(Collectors.joining("; "));
    return new Cell("%s [%s]".formatted(claim.says(), numbers), title);
  }

  /** What the claims rest on, in the order of the numbers. */
  public List<String> grounds() {
    return features.stream()
        .flatMap(feature -> feature.claims().stream())
        .flatMap(claim -> claim.by().stream())
        .map(this::words)
        .distinct()
        .toList();
  }

  private String words(String by) {
    return sources.getOrDefault(by, by);
  }
}
