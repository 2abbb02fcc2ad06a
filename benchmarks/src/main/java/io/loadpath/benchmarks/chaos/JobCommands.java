package io.loadpath.benchmarks.chaos;

import io.loadpath.engines.service.LoopbackPort;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The commands of a job, as users type them.
 *
 * @param files the folder of the job's files, or for an import's files
 * @param cluster null for the local runner
 */
record JobCommands(Server server, JobPlan plan, Path files, ChaosCluster cluster) {
  /** The name of the folder of the job's own files. Other folders are for jobs before it. */
  static final String FILES = "files";

  private static final String SQOOP =
      "-Dsqoop.connection.factories=io.loadpath.sqoop.PostgresManagerFactory,"
          + "org.apache.sqoop.manager.DefaultManagerFactory"
          + " --direct --connect jdbc:postgresql://%s/loadpath --username %s"
          + " --password-file file://%s"
          + " --table %s --num-mappers %s";
  private static final String EXPORT =
      "--export-dir file://%s --input-fields-terminated-by | --input-escaped-by \\\\"
          + " --input-null-string %s --input-null-non-string %s";
  private static final String IMPORT =
      "--target-dir file://%s/imported --delete-target-dir --fields-terminated-by |"
          + " --escaped-by \\\\ --null-string %s --null-non-string %s";
  private static final String LOAD =
      "--table %s --to jdbc:postgresql://%s/loadpath --into %s --user %s --password-file file://%s"
          + " --rejects file://%s";
  private static final String COPY =
      "%s copy -v functions=loadpath -v table=%s -v delimiter_at_end=false --before %s/copy-begin.sql -c %s"
          + " --after %s/copy-end.sql";
  private static final String COPY_EACH =
      "SELECT :functions.join_load(:'table') AS loaded \\gset\n"
          + "COPY :loaded FROM STDIN (FORMAT text, DELIMITER '|', NULL '');"
          + " CALL :functions.file_loaded(:'table', :'file', :rows)";
  private static final String EXTERNAL =
      "%s sql -v functions=loadpath -v table=%s -v delimiter_at_end=false -v date_order=MDY -v way=copy"
          + " -v logging=full -v files=%s -v reject_limit=0 -f %s/03-stage.sql"
          + " --then --each file=%s -f %s/04-load.sql --then -f %s/05-attach.sql";
  private static final String EXTERNAL_TABLES =
      "CREATE SERVER %s FOREIGN DATA WRAPPER file_fdw;"
          + " CALL loadpath.make_external_tables('%s', '%s', '%s', '', false,"
          + " 'format ''text'', delimiter ''|'', null ''''', false)";

  /**
   * Returns a template's words, with each '%s' replaced by the next value; values may have spaces.
   */
  private static List<String> words(String template, Object... values) {
    Iterator<Object> next = List.of(values).iterator();
    return Stream.of(template.split(" "))
        .map(word -> word.contains("%s") ? word.formatted(next.next()) : word)
        .toList();
  }

  /** Returns the job's command; {@code more} are Hadoop settings, -Dname=value. */
  List<String> job(String... more) throws IOException {
    Path sql =
        server.root.resolve(
            plan.kind == JobPlan.Kind.COPY ? "postgres/sql" : "external-table/postgres");
    String names = String.join(",", names());
    return switch (plan.kind) {
      case LOAD -> {
        List<String> words = load(more);
        words.addAll(plan.load.words());
        if (files.endsWith(FILES)) {
          words.addAll(List.of("--reject-limit", Long.toString(plan.rejectLimit())));
          words.addAll(
              plan.load.name().isEmpty() ? List.of() : List.of("--load-id", plan.load.name()));
        }
        words.add(files.toUri().toString());
        yield words;
      }
      case COPY -> {
        List<String> words =
            new ArrayList<>(
                words(COPY, launcher("postgres"), plan.table.sql(), sql, COPY_EACH, sql));
        names().forEach(name -> words.add(files.resolve(name).toString()));
        yield words;
      }
      case EXTERNAL ->
          words(EXTERNAL, launcher("postgres"), plan.table.sql(), names, sql, names, sql, sql);
      default -> sqoop(more);
    };
  }

  /** Returns the command that only finishes or undoes dead exports. */
  List<String> recover() throws IOException {
    return plan.kind == JobPlan.Kind.LOAD
        ? load("--recover-only")
        : sqoop("-Dloadpath.export.recover-only=true");
  }

  /** Returns what a job needs to bring the same files a second time. */
  String again() {
    return plan.kind == JobPlan.Kind.LOAD ? "--again" : "-Dloadpath.export.again=true";
  }

  /** Returns the file that describes a load's files. */
  Path description() {
    return files.resolveSibling("files.yaml");
  }

  /** Returns the folder with the rejected rows of a load. */
  Path rejects() {
    return files.resolveSibling("rejects");
  }

  private List<String> load(String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of(launcher("hadoop"), "jar"));
    Path target = server.root.resolve("mapreduce/target");
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(target, "loadpath-mapreduce-*.jar")) {
      jars.forEach(jar -> words.add(jar.toString()));
    }
    words.add("load");
    words.addAll(plan.settings);
    words.addAll(List.of(more));
    String into = plan.table.schema() + "." + plan.table.name();
    words.addAll(
        words(LOAD, description(), proxy(), into, Server.OWNER, server.passwordFile(), rejects()));
    return words;
  }

  private String proxy() {
    return LoopbackPort.HOST + ":" + server.proxy().port();
  }

  private List<String> sqoop(String... more) {
    boolean imports = plan.kind == JobPlan.Kind.IMPORT;
    List<String> words = new ArrayList<>(List.of(launcher("sqoop"), imports ? "import" : "export"));
    words.addAll(plan.settings);
    words.addAll(List.of(more)); // the last setting of a name counts
    words.addAll(
        words(
            SQOOP, proxy(), Server.OWNER, server.passwordFile(), plan.table.name(), plan.mappers));
    words.addAll(words(imports ? IMPORT : EXPORT, files, "", ""));
    if (plan.kind.keyed()) {
      String mode = plan.kind == JobPlan.Kind.MERGE ? "allowinsert" : "updateonly";
      words.addAll(words("--update-key %s --update-mode %s", plan.table.key(), mode));
    }
    words.addAll(List.of("--", "--schema", plan.table.schema()));
    return words;
  }

  /** Returns the statements with which the table's owner makes the external tables. */
  String externalTables() {
    String server = "files of " + plan.job;
    return EXTERNAL_TABLES.formatted(
        TableSpec.quoted(server), plan.table.sql().replace("'", "''"), server, files);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> found = Files.list(files)) {
      return found.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private String launcher(String name) {
    return server.root.resolve("engines/bin").resolve(name).toString();
  }

  /** Returns the environment variables of all clients. */
  Map<String, String> environment() {
    Map<String, String> variables = new HashMap<>();
    variables.put(StateFolder.VARIABLE, server.state.toString());
    variables.put("PGHOST", LoopbackPort.HOST);
    variables.put("PGPORT", Integer.toString(server.proxy().port()));
    variables.put("PGUSER", Server.OWNER);
    variables.put("PGPASSWORD", Server.OWNER);
    variables.put("PGDATABASE", "loadpath");
    variables.put("TZ", "UTC");
    if (cluster != null) {
      variables.put("HADOOP_CONF_DIR", cluster.cluster.conf().toString());
    }
    return variables;
  }
}
