package io.loadpath.benchmarks.run;

import io.loadpath.tables.Table;
import java.nio.file.Path;
import java.util.List;

/**
 * The table of the user's that a run works on.
 *
 * @param description the file that describes it
 * @param table what the file says
 * @param files globs of the files, as the user gave them; empty for those of the description
 * @param parts how many files the rows are cut into; 0 for the files as they are
 */
public record TableRequest(Path description, Table table, List<String> files, int parts) {
  public TableRequest {
    files = List.copyOf(files);
  }
}
