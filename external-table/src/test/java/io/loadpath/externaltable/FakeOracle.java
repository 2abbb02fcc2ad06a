package io.loadpath.externaltable;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A path for Oracle with programs in the places of SQL*Plus and SQL*Loader, which note their
 * arguments, their environment and their input. That of SQL*Plus finds scripts as the real one
 * does. The path has two files of data.
 */
final class FakeOracle extends LoadPath {
  private static final Path STAND_IN =
      Path.of("src/test/resources/io/loadpath/externaltable/sqlplus.bash").toAbsolutePath();

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

  /** Gives a path the settings of a user with another language and start scripts. */
  static void foreign(LoadPath path) {
    path.variable("NLS_LANG", "GERMAN_GERMANY.WE8ISO8859P1")
        .variable("NLS_NUMERIC_CHARACTERS", ",.")
        .variable("NLS_DATE_FORMAT", "DD.MM.RR")
        .variable("NLS_CALENDAR", "Thai Buddha")
        .variable("NLS_COMP", "LINGUISTIC")
        .variable("NLS_SORT", "BINARY_CI")
        .variable("SQLPATH", "/home/user/sql")
        .variable("ORACLE_PATH", "/home/user/sql");
  }

  /** Fails unless all programs saw the language of the scripts and no other setting. */
  void requireNeutralLanguage() throws IOException {
    assertThat(Files.readAllLines(notes("environment")))
        .filteredOn(line -> line.matches("(NLS_.*|SQLPATH|ORACLE_PATH)=.*"))
        .isNotEmpty()
        .containsOnly("NLS_LANG=AMERICAN_AMERICA.AL32UTF8");
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

  /**
   * Makes a program that notes how it is called, then does {@code last}. What it was given on its
   * standard input is in the file {@code "$input"}.
   */
  void install(String name, String last) throws IOException {
    String script =
        """
        #!/bin/bash
        notes='%s'
        input=$notes/input-$$
        tee "$input" >>"$notes/input"
        printf '%%s\\n' "${0##*/} $*" >>"$notes/arguments"
        env >>"$notes/environment"
        if [[ $0 == */sqlplus ]]; then
          found=$(bash '%s' <"$input") || { printf '%%s\\n' "$found"; exit 1; }
          printf '%%s\\n' "$found" >>"$notes/scripts"
        fi
        %s
        """;
    String text = script.formatted(folder.resolve("notes"), STAND_IN, last);
    mode(Files.writeString(tools.resolve(name), text), "rwxr-xr-x");
  }

  /** The scripts that SQL*Plus found, in order. */
  List<Path> scripts() throws IOException {
    return Files.readAllLines(notes("scripts")).stream().map(Path::of).toList();
  }

  /** What each session of SQL*Plus was told, in order. */
  List<String> sessions() throws IOException {
    return List.of(Files.readString(notes("input")).split("(?<=EXIT SUCCESS\n)"));
  }

  private Path secret(String name, String word) throws IOException {
    return Files.writeString(folder.resolve("password-" + name), word);
  }
}
