package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * A load path with one value for each of its parameters.
 *
 * @param id path and parameters, for example {@code external-table-postgres files=2 codec=gzip-3}
 * @param tool {@code mapreduce}, {@code hive}, {@code sqoop}, {@code external-table} or {@code
 *     peer}
 * @param measures {@code query}, {@code load}, {@code import} or {@code export}
 * @param parameters value by name, in the order of path.yaml
 * @param on name of the {@link PlaceInfo} where its jobs ran; null for this machine's processes
 * @param dataset id of a {@link DatasetInfo}
 * @param startDataset id of the {@link DatasetInfo} of its start run, a few of the same rows; null
 *     without a start run
 * @param command the line that reproduces this variant alone
 * @param baseline id of the variant that it is compared with; null for a baseline itself, or when
 *     there is none
 */
public record VariantInfo(
    String id,
    String path,
    String title,
    String tool,
    String measures,
    Map<String, String> parameters,
    @JsonInclude(JsonInclude.Include.NON_NULL) String on,
    String dataset,
    @JsonInclude(JsonInclude.Include.NON_NULL) String startDataset,
    String command,
    @JsonInclude(JsonInclude.Include.NON_NULL) String baseline) {

  /** The tools that a path may be drawn with in a report. */
  public static final List<String> TOOLS =
      List.of("mapreduce", "hive", "sqoop", "external-table", "peer");

  private static final List<String> MEASURES = List.of("query", "load", "import", "export");

  public VariantInfo {
    Check.text("variants.id", id);
    Check.text("variants.path", path);
    Check.text("variants.title", title);
    Check.oneOf("variants.tool", tool, TOOLS);
    Check.oneOf("variants.measures", measures, MEASURES);
    parameters = Check.map("variants.parameters", parameters);
    Check.text("variants.dataset", dataset);
    Check.text("variants.command", command);
  }

  /** Whether it ran on this machine, in local processes or on the bundled cluster. */
  public boolean here() {
    return on == null || on.equals(RunRecord.PlaceInfo.BUNDLED);
  }

  /**
   * The path's name with its place, {@code mapreduce-q1@cluster}: what shares a curve or a name.
   */
  public String name() {
    return on == null ? path : path + "@" + on;
  }
}
