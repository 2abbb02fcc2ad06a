package io.loadpath.externaltable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A path for Oracle with programs in the places of SQL*Plus and SQL*Loader, which note their
 * arguments, their environment and their input. It has two files of data.
 */
final class FakeOracle extends LoadPath {
  private final Path tools;

  FakeOracle(Path folder, String path) throws IOException {
    super("external-table/paths/" + path, folder, "data");
    tools = Files.createDirectory(folder.resolve("tools"));
    Files.createDirectory(folder.resolve("notes"));
    install("sqlplus", "");
    variable("PATH", tools + ":/usr/bin:/bin");
    without("JAVA_HOME");
    variable("ORACLE_URL", "jdbc:oracle:thin:@//dbhost:1521/pdb1");
    variable("ORACLE_USER", "loader");
    variable("ORACLE_PASSWORD_FILE", secret("owner", "0wner&@/ word"));
    defaults(this).set("files", 2).set("codec", "none");
    Files.writeString(data().resolve("part-00000.tbl"), "first\n");
    Files.writeString(data().resolve("part-00001.tbl"), "second\n");
  }

  /** Sets the parameters of the paths for Oracle that have one value in most tests. */
  static LoadPath defaults(LoadPath path) {
    Map.of("inflater", "auto", "ingest", "unlimited", "model", "heap", "compression", "none")
        .forEach(path::set);
    return path;
  }

  FakeOracle dba() throws IOException {
    variable("ORACLE_DBA_USER", "system");
    variable("ORACLE_DBA_PASSWORD_FILE", secret("dba", "dba-word"));
    return this;
  }

  /**
   * What the programs noted: {@code arguments}, {@code environment}, {@code input} or their own.
   */
  Path notes(String name) {
    return folder.resolve("notes").resolve(name);
  }

  /** Makes a program that notes how it is called, then does {@code last}. */
  void install(String name, String last) throws IOException {
    String script =
        """
        #!/bin/bash
        notes='%s'
        cat >>"$notes/input"
        printf '%%s\\n' "${0##*/} $*" >>"$notes/arguments"
        env >>"$notes/environment"
        %s
        """;
    String text = script.formatted(folder.resolve("notes"), last);
    mode(Files.writeString(tools.resolve(name), text), "rwxr-xr-x");
  }

  /** What each session of SQL*Plus was told, in order. */
  List<String> sessions() throws IOException {
    return List.of(Files.readString(notes("input")).split("(?<=EXIT SUCCESS\n)"));
  }

  private Path secret(String name, String word) throws IOException {
    return Files.writeString(folder.resolve("password-" + name), word);
  }
}
