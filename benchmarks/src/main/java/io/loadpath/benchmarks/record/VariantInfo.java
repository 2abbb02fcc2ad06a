package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;

/**
 * A load path with one value for each of its parameters.
 *
 * @param clientOnly whether no instrument counted the CPU time of its database: such a cost is not
 *     compared with one that has the database in it
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
    @JsonInclude(JsonInclude.Include.NON_NULL) String baseline,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) Boolean clientOnly) {

  /** The tools of paths; each has a colour in the report. */
  public static final List<String> TOOLS =
      List.of("mapreduce", "hive", "sqoop", "external-table", "peer");

  private static final List<String> MEASURES = List.of("query", "load", "import", "export");

  public VariantInfo {
    Check.text("variants.id", id);
    Check.text("variants.path", path);
    Check.text("variants.title", title);
    Check.oneOf("variants.tool", tool, TOOLS);
    Check.oneOf("variants.measures", measures, MEASURES);
    parameters =
        Check.map(
            "variants.parameters",
            OldPathNames.replacedIn(path, Check.present("variants.parameters", parameters)));
    Check.text("variants.dataset", dataset);
    Check.text("variants.command", command);
    clientOnly = clientOnly != null && clientOnly;
  }

  /** Whether it ran on this machine, in local processes or on the bundled cluster. */
  public boolean here() {
    return on == null || on.equals(RunRecord.PlaceInfo.BUNDLED);
  }

  /** Returns the path's name with its place: {@code mapreduce-q1@cluster}. */
  public String name() {
    return on == null ? path : path + "@" + on;
  }
}
