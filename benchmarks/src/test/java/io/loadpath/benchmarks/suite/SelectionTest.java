package io.loadpath.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SelectionTest {
  @TempDir private Path parent;
  private Variant query;
  private Variant otherQuery;
  private Variant load;
  private Variant zipped;
  private Variant export;
  private Variant lineitemLoad;

  @BeforeEach
  void makeVariants() throws IOException {
    query = variant("query", "measures: load", "measures: query");
    otherQuery = variant("other-query", "measures: load", "measures: query");
    load = variant("load", "", "");
    zipped = new Variant(load.path(), Map.of("files", "1", "codec", "gzip-3"));
    export = variant("export", "measures: load", "measures: export");
    lineitemLoad = variant("lineitem-load", "all-card-trans", "lineitem");
  }

  private Variant variant(String name, String text, String instead) throws IOException {
    String yaml = PathFolder.yaml(name).replace(text, instead);
    LoadPath path = LoadPath.read(PathFolder.write(parent, name, yaml));
    return new Variant(path, path.definition().defaults());
  }

  private List<Variant> all() {
    return List.of(lineitemLoad, query, load, zipped, otherQuery, export);
  }

  @Test
  void theFirstOnTheSameRowsIsTheBaseline() {
    assertThat(Selection.baselines(all(), List.of()))
        .isEqualTo(Map.of(zipped, load, export, load, otherQuery, query));
  }

  @Test
  void thePreferredOneIsTheBaselineOfWhatCanBeComparedWithIt() {
    assertThat(Selection.baselines(all(), List.of(export)))
        .isEqualTo(Map.of(load, export, zipped, export, otherQuery, query));
  }

  @Test
  void aVariantOnAClusterIsComparedWithTheSameOneHere() {
    Variant far = on(otherQuery, Place.CLUSTER);
    Variant alone = on(export, Place.CLUSTER);

    assertThat(Selection.baselines(List.of(query, otherQuery, far, load, alone), List.of()))
        .isEqualTo(Map.of(otherQuery, query, far, otherQuery, alone, load));
    assertThat(Selection.baselines(List.of(query, otherQuery, far), List.of(query)))
        .isEqualTo(Map.of(otherQuery, query, far, query));
  }

  private static Variant on(Variant variant, Place place) {
    return new Variant(variant.path(), variant.parameters(), null, variant.cores(), place);
  }

  @Test
  void eachKindHasItsPreferredOne() {
    assertThat(Selection.baselines(all(), List.of(zipped, otherQuery)))
        .isEqualTo(Map.of(load, zipped, export, zipped, query, otherQuery));
    assertThat(Selection.baselines(all(), List.of(zipped, export)))
        .isEqualTo(Map.of(load, zipped, otherQuery, query));
  }

  @Test
  void theUsersBaselineReplacesThoseOfTheSuiteThatCanBeComparedWithIt() {
    assertThat(Selection.withChosen(export, List.of(otherQuery, zipped, load)))
        .containsExactly(export, otherQuery);
  }

  @Test
  void aPreferredOneThatDoesNotRunIsReplaced() {
    assertThat(Selection.baselines(List.of(load, zipped), List.of(export)))
        .isEqualTo(Map.of(zipped, load));
  }

  @Test
  void theFirstThatFitsTheNameIsFound() {
    assertThat(Selection.find(all(), "load", "--baseline")).isEqualTo(load);
    assertThat(Selection.find(all(), "load codec=gzip-3", "--baseline")).isEqualTo(zipped);
    assertThat(Selection.find(all(), zipped.id(), "--baseline")).isEqualTo(zipped);
    assertThatThrownBy(() -> Selection.find(all(), "exprt files=2 codec=none", "--baseline"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--baseline: no variant 'exprt files=2 codec=none' runs; did you")
        .hasMessageContaining("'export files=2 codec=none'?");
  }
}
