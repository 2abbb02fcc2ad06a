package io.loadpath.benchmarks.describe;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.datasets.Progress;
import io.loadpath.datasets.TableCheck;
import io.loadpath.tables.Table;
import io.loadpath.tables.describe.Describer;
import io.loadpath.tables.describe.Description;
import io.loadpath.tables.describe.KnownColumns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Describes files of tests, and reads the descriptions. If all rows were read, each must fit the
 * description, or the description must name a problem.
 */
public final class Descriptions {
  private Descriptions() {}

  /** A result of {@code describe}. */
  public record Result(Description description, String yaml, Path file, List<Path> files) {

    /** A result of {@code check}. */
    List<TableCheck.Problem> check() throws IOException {
      return TableCheck.check(table(), files, Progress.silent());
    }

    public Table table() {
      return description.table();
    }

    /** The types of the columns, such as {@code integer(3) null}. */
    List<String> types() {
      return table().columns().stream()
          .map(column -> column.type() + (column.nullable() ? " null" : ""))
          .toList();
    }

    List<String> names() {
      return table().columns().stream().map(column -> column.name()).toList();
    }

    /** Returns the line of a key of the format. */
    String format(String key) {
      return yaml.lines().filter(line -> line.startsWith("  " + key + ": ")).findFirst().orElse("");
    }
  }

  /** Describes files, writes {@code table.yaml} next to the first one, and reads it again. */
  static Result of(Path... files) throws IOException {
    return in(files[0].getParent(), null, files);
  }

  /**
   * Describes files, writes {@code table.yaml} into a folder, and reads it again.
   *
   * @param known null: the columns are not known
   */
  static Result in(Path folder, KnownColumns known, Path... files) throws IOException {
    List<String> names =
        List.of(files).stream()
            .map(file -> file.startsWith(folder) ? folder.relativize(file) : file)
            .map(Path::toString)
            .toList();
    Description description = Describer.describe("described", names, List.of(files), known);
    Path file = folder.resolve("table.yaml");
    String yaml = description.yaml("table.yaml");
    Files.writeString(file, yaml);
    assertThat(Table.read(file)).as(yaml).isEqualTo(description.table());
    Result result = new Result(description, yaml, file, List.of(files));
    if (description.extent().equals("all")) {
      boolean fits = description.problems().isEmpty() && description.rows() > 0;
      assertThat(result.check().isEmpty()).as(yaml + result.check()).isEqualTo(fits);
    }
    return result;
  }
}
