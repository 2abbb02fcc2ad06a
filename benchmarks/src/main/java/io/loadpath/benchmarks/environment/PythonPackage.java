package io.loadpath.benchmarks.environment;

import io.loadpath.benchmarks.proc.ProgramOutput;
import java.util.List;
import java.util.Optional;

/**
 * A package that some paths import into the {@code python3} on the PATH.
 *
 * @param name the package
 * @param adds what it is good for here
 */
public record PythonPackage(String name, String adds) {
  /** The packages whose versions a record keeps. */
  public static final List<PythonPackage> KNOWN =
      List.of(new PythonPackage("polars", "answers Q1 beside the engines here"));

  /** Returns the known package {@code name}. */
  public static Optional<PythonPackage> named(String name) {
    return KNOWN.stream().filter(known -> known.name().equals(name)).findFirst();
  }

  /** Returns the version, or nothing if Python cannot import the package. */
  public Optional<String> version() {
    String program = "import %1$s; print(%1$s.__version__)".formatted(name);
    return ProgramOutput.ifGood(List.of("python3", "-c", program));
  }

  /** Returns how to get the package. */
  public String howToGet() {
    return "python3 -m pip install " + name;
  }
}
