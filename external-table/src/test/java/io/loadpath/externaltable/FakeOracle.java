package io.loadpath.externaltable;

import io.loadpath.externaltable.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Programs in the places of SQL*Plus and SQL*Loader, which note their arguments, their environment
 * and their input, and the environment in which the steps of a path find them.
 */
final class FakeOracle {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private final Path folder;
  private final Path tools;
  private final Path steps;
  private final Map<String, String> environment = new HashMap<>();

  FakeOracle(Path folder, String path) throws IOException {
    this.folder = folder;
    this.tools = folder.resolve("tools");
    this.steps = ROOT.resolve("external-table/paths").resolve(path);
    for (String name : List.of("tools", "notes", "data", "work", "server")) {
      Files.createDirectory(folder.resolve(name));
    }
    program("sqlplus", "");
    environment.putAll(
        Map.of(
            "PATH", tools + ":/usr/bin:/bin",
            "LOADPATH_ROOT", ROOT.toString(),
            "LOADPATH_DATA", folder.resolve("data").toString(),
            "LOADPATH_WORK", work().toString(),
            "LOADPATH_SERVER_DIR", server().toString(),
            "ORACLE_URL", "jdbc:oracle:thin:@//dbhost:1521/pdb1",
            "ORACLE_USER", "loader",
            "ORACLE_PASSWORD_FILE", secret("owner", "0wner&@/ word")));
    parameters(
        Map.of(
            "FILES",
            "2",
            "CODEC",
            "none",
            "INFLATER",
            "auto",
            "INGEST",
            "unlimited",
            "MODEL",
            "heap",
            "COMPRESSION",
            "none"));
  }

  FakeOracle parameters(Map<String, String> values) {
    values.forEach((name, value) -> environment.put("LOADPATH_PARAM_" + name, value));
    return this;
  }

  FakeOracle dba() throws IOException {
    environment.put("ORACLE_DBA_USER", "system");
    environment.put("ORACLE_DBA_PASSWORD_FILE", secret("dba", "dba-word"));
    return this;
  }

  /** The environment of the steps. */
  Map<String, String> environment() {
    return environment;
  }

  Path data(String name) {
    return folder.resolve("data").resolve(name);
  }

  Path work() {
    return folder.resolve("work");
  }

  Path server() {
    return folder.resolve("server");
  }

  /**
   * What the programs noted: {@code arguments}, {@code environment}, {@code input} or their own.
   */
  Path notes(String name) {
    return folder.resolve("notes").resolve(name);
  }

  /** A program that notes how it is called, then does {@code last}. */
  void program(String name, String last) throws IOException {
    Path program = tools.resolve(name);
    Files.writeString(
        program,
        """
        #!/bin/bash
        notes='%s'
        cat >>"$notes/input"
        printf '%%s\\n' "${0##*/} $*" >>"$notes/arguments"
        env >>"$notes/environment"
        %s
        """
            .formatted(folder.resolve("notes"), last));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  Outcome step(String name) throws IOException, InterruptedException {
    return new Program(List.of(steps.resolve(name).toString()), environment, work()).run();
  }

  /** What each session of SQL*Plus was told, in order. */
  List<String> sessions() throws IOException {
    return List.of(Files.readString(notes("input")).split("(?<=EXIT SUCCESS\n)"));
  }

  private String secret(String name, String word) throws IOException {
    return Files.writeString(folder.resolve("password-" + name), word).toString();
  }
}
