package io.loadpath.benchmarks.chaos;

import io.loadpath.engines.service.LoopbackPort;
import io.loadpath.engines.service.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The commands of a job, as users give them.
 *
 * @param files the folder with the job's files, or of an import's
 * @param hadoopConf of the cluster; null for the local runner
 */
record JobCommands(Server server, Plan plan, Path files, Path hadoopConf) {
  private static final String FACTORIES =
      "-Dsqoop.connection.factories=io.loadpath.sqoop.PostgresManagerFactory,"
          + "org.apache.sqoop.manager.DefaultManagerFactory";
  private static final String COPY =
      "CALL loadpath.join_load(:'table');"
          + " COPY loaded FROM STDIN (FORMAT text, DELIMITER '|', NULL '');"
          + " CALL loadpath.file_loaded(:'table', :'file', :rows)";

  /** Returns a template's words, each '%s' in them replaced by the next value, spaces and all. */
  private static List<String> words(String template, Object... values) {
    Iterator<Object> next = List.of(values).iterator();
    return Stream.of(template.split(" "))
        .map(word -> word.contains("%s") ? word.formatted(next.next()) : word)
        .toList();
  }

  /** Returns the job's own command, with more settings of Hadoop's form -Dname=value. */
  List<String> job(String... more) throws IOException {
    return switch (plan.kind) {
      case COPY -> copy();
      case EXTERNAL -> external();
      default -> sqoop(more);
    };
  }

  /** Returns the command that only finishes or undoes dead exports. */
  List<String> recover() {
    return sqoop("-Dloadpath.export.recover.only=true");
  }

  private List<String> sqoop(String... more) {
    boolean imports = plan.kind == Plan.Kind.IMPORT;
    List<String> words = new ArrayList<>(List.of(launcher("sqoop"), imports ? "import" : "export"));
    words.add(FACTORIES);
    List<String> keys = Stream.of(more).map(JobCommands::key).toList();
    plan.settings.stream().filter(setting -> !keys.contains(key(setting))).forEach(words::add);
    words.addAll(Arrays.asList(more));
    words.addAll(
        words(
            "--direct --connect jdbc:postgresql://%s --username %s --password-file file://%s",
            LoopbackPort.HOST + ":" + server.proxy().port() + "/loadpath",
            Server.OWNER,
            server.passwordFile()));
    words.addAll(words("--table %s --num-mappers %s", plan.table.name(), plan.mappers));
    words.addAll(
        imports
            ? words(
                "--target-dir file://%s/imported --delete-target-dir --fields-terminated-by |"
                    + " --escaped-by \\\\ --null-string %s --null-non-string %s",
                files, "", "")
            : words(
                "--export-dir file://%s --input-fields-terminated-by | --input-escaped-by \\\\"
                    + " --input-null-string %s --input-null-non-string %s",
                files, "", ""));
    if (plan.kind.keyed()) {
      String mode = plan.kind == Plan.Kind.MERGE ? "allowinsert" : "updateonly";
      words.addAll(words("--update-key %s --update-mode %s", plan.table.key(), mode));
    }
    words.addAll(List.of("--", "--schema", plan.table.schema()));
    return words;
  }

  private static String key(String setting) {
    return setting.split("=", 2)[0];
  }

  private List<String> copy() throws IOException {
    Path sql = server.root.resolve("postgres/sql");
    List<String> words =
        new ArrayList<>(
            words(
                "%s copy -v table=%s -v delimiter_at_end=false --before %s/copy-begin.sql -c %s"
                    + " --after %s/copy-end.sql",
                launcher("postgres"), plan.table.sql(), sql, COPY, sql));
    names().forEach(name -> words.add(files.resolve(name).toString()));
    return words;
  }

  private List<String> external() throws IOException {
    Path sql = server.root.resolve("external-table/postgres");
    String names = String.join(",", names());
    return words(
        "%s sql -v table=%s -v delimiter_at_end=false -v schema=%s -v date_order=MDY -v way=copy"
            + " -v logging=full -v files=%s -v reject_limit=0 -f %s/03-stage.sql"
            + " --then --each file=%s -f %s/04-load.sql --then -f %s/05-attach.sql",
        launcher("postgres"), plan.table.sql(), plan.table.schema(), names, sql, names, sql, sql);
  }

  /** Returns the statements that make the external tables, for the table's owner. */
  String externalTables() {
    String server = "files of " + plan.job;
    return "CREATE SERVER %s FOREIGN DATA WRAPPER file_fdw; CALL loadpath.make_external_tables('%s', '%s', '%s', '', false, '%s', false)"
        .formatted(
            TableSpec.quoted(server),
            plan.table.sql().replace("'", "''"),
            server,
            files,
            "format ''text'', delimiter ''|'', null ''''");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> found = Files.list(files)) {
      return found.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private String launcher(String name) {
    return server.root.resolve("bin").resolve(name).toString();
  }

  /** Returns the variables of all clients. */
  Map<String, String> environment() {
    Map<String, String> variables = new HashMap<>();
    variables.put(StateFolder.VARIABLE, server.state.toString());
    variables.put("PGHOST", LoopbackPort.HOST);
    variables.put("PGPORT", Integer.toString(server.proxy().port()));
    variables.put("PGUSER", Server.OWNER);
    variables.put("PGPASSWORD", Server.OWNER);
    variables.put("PGDATABASE", "loadpath");
    variables.put("TZ", "UTC");
    if (hadoopConf != null) {
      variables.put("HADOOP_CONF_DIR", hadoopConf.toString());
    }
    return variables;
  }
}
