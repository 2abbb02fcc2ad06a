package io.loadpath.benchmarks.doctor;

import io.loadpath.benchmarks.doctor.Doctor.Finding;
import io.loadpath.benchmarks.needs.Requirements;
import io.loadpath.benchmarks.suite.LoadPath;
import io.loadpath.benchmarks.suite.PathCatalogue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Says what the paths on the user's Oracle need here and on the database's host. It does not
 * connect: only the paths do.
 */
public final class OracleDoctor {
  /** The heading of what must be good. */
  public static final String HERE = "here";

  private static final String DBA_FILE = "ORACLE_DBA_PASSWORD_FILE";
  private static final String ON_HOST = "on its host";

  private final Path root;
  private final Path state;
  private final Map<String, String> environment;
  private final PathCatalogue catalogue;

  /**
   * @param environment the variables of the paths, which name the Oracle
   */
  public OracleDoctor(
      Path root, Path state, Map<String, String> environment, PathCatalogue catalogue) {
    this.root = root;
    this.state = state;
    this.environment = Map.copyOf(environment);
    this.catalogue = catalogue;
  }

  /** Returns the findings by their heading; bad ones under <i>here</i> say what is missing. */
  public Map<String, List<Finding>> findings() {
    Map<String, List<Finding>> found = new LinkedHashMap<>();
    found.put(HERE, here());
    found.put("host", host());
    found.put("grants", grants());
    found.put("paths", paths());
    return found;
  }

  private List<Finding> here() {
    Optional<String> missing = new Requirements(root, environment).missingOracle();
    boolean dba =
        environment.containsKey("ORACLE_DBA_USER")
            && Files.isReadable(Path.of(environment.getOrDefault(DBA_FILE, "")));
    return List.of(
        new Finding(
            "oracle",
            missing.isEmpty() ? "named" : "missing",
            missing.orElseGet(
                () -> environment.get("ORACLE_URL") + " as " + environment.get("ORACLE_USER")),
            missing.isEmpty()),
        new Finding(
            "DBA",
            dba ? environment.get("ORACLE_DBA_USER") : "not named",
            dba
                ? "makes the directory objects"
                : "external tables need ORACLE_DBA_USER and %s, a DBA who is not the owner"
                    .formatted(DBA_FILE),
            true));
  }

  /** Says what must be on the database's host, which nothing here can look at. */
  private List<Finding> host() {
    return List.of(
        said(
            "files",
            "external tables: the database sees %s/data under the same path, or runs here"
                .formatted(state)),
        said(
            "log folder",
            "external tables: the user oracle can write to %s/server/log".formatted(state)),
        said(
            "preprocessor",
            "external tables: the scripts of external-table/preprocessor are below %s/server, and only root or you can write there"
                .formatted(state)),
        said("links", "since Oracle 18c, no symbolic link may be in these paths"),
        said("inflaters", "for a codec: igzip or gzip, zstd, lz4 or bzip2 in /usr/bin or /bin"));
  }

  private static List<Finding> grants() {
    return List.of(
        grant("SYS", "runs external-table/oracle/01-owner.sql once, in the pluggable database"),
        grant("DBA", "each sample of an external table runs 01-directories.sql as this user"),
        grant(
            "owner", "has a session, tables and space by 01-owner.sql, and reads the directories"),
        grant(
            "OraOop",
            "SYS runs sqoop/sql/oracle/00-privileges.sql; it needs the option Partitioning"));
  }

  private List<Finding> paths() {
    Requirements requirements = new Requirements(root, environment);
    return catalogue.all().stream()
        .filter(Requirements::needsOracle)
        .map(path -> path(path, requirements.missing(path)))
        .toList();
  }

  private static Finding path(LoadPath path, Optional<String> missing) {
    return new Finding(
        path.name(),
        missing.isEmpty() ? "may run" : "not run",
        missing.orElse("never tried on an Oracle: docs/guides/oracle.md"),
        missing.isEmpty());
  }

  private static Finding said(String name, String note) {
    return new Finding(name, ON_HOST, note, true);
  }

  private static Finding grant(String name, String note) {
    return new Finding(name, "by hand", note, true);
  }
}
