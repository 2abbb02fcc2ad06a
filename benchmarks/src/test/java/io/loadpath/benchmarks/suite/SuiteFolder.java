package io.loadpath.benchmarks.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A project with paths of the tests and one suite. */
record SuiteFolder(Path root) {
  /** Adds the path {@code name}, in whose path.yaml a text is replaced. */
  LoadPath path(String name, String text, String instead) throws IOException {
    String yaml = PathFolder.yaml(name).replace(text, instead);
    return LoadPath.read(PathFolder.write(root.resolve("sqoop/paths"), name, yaml));
  }

  Suite suite(String text) throws IOException {
    Path folder = Files.createDirectories(Suite.folder(root));
    Files.writeString(folder.resolve("small.yaml"), text);
    return Suite.find(root, "small");
  }

  PathCatalogue catalogue() {
    return PathCatalogue.discover(root);
  }

  /** Returns the ids of the variants that {@code --only} picks from a suite. */
  List<String> ids(Suite suite, String... only) {
    return ids(Selection.select(suite, catalogue(), List.of(only)));
  }

  static List<String> ids(List<Variant> variants) {
    return variants.stream().map(Variant::id).toList();
  }
}
