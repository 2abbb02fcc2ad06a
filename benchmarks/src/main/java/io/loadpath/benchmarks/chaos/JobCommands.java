package io.loadpath.benchmarks.chaos;

import io.loadpath.engines.service.LoopbackPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
  private static final List<String> WAY = List.of("-v", "way=copy", "-v", "logging=full");

  /** Returns the job's own command, with more settings of Hadoop's form -Dname=value. */
  List<String> job(String... more) throws IOException {
    return switch (plan.kind()) {
      case COPY -> copy();
      case EXTERNAL -> external();
      default -> sqoop(List.of(more));
    };
  }

  /** Returns the command that only finishes or undoes dead exports. */
  List<String> recover() throws IOException {
    return sqoop(List.of("-Dloadpath.export.recover.only=true"));
  }

  private List<String> sqoop(List<String> more) {
    boolean imports = plan.kind() == Plan.Kind.IMPORT;
    List<String> words = new ArrayList<>(List.of(launcher("sqoop"), imports ? "import" : "export"));
    words.add(FACTORIES);
    List<String> keys = more.stream().map(JobCommands::key).toList();
    plan.settings().stream().filter(setting -> !keys.contains(key(setting))).forEach(words::add);
    words.addAll(more);
    words.addAll(List.of("--direct", "--connect"));
    words.add(
        "jdbc:postgresql://%s:%d/loadpath".formatted(LoopbackPort.HOST, server.proxy().port()));
    words.addAll(List.of("--username", Server.OWNER));
    words.addAll(List.of("--password-file", "file://" + server.passwordFile()));
    words.addAll(List.of("--table", plan.table().name()));
    words.addAll(List.of("--num-mappers", Integer.toString(plan.mappers())));
    if (imports) {
      words.addAll(List.of("--target-dir", "file://" + files.resolve("imported")));
      words.addAll(List.of("--delete-target-dir", "--fields-terminated-by", "|"));
      words.addAll(List.of("--escaped-by", "\\\\", "--null-string", "", "--null-non-string", ""));
    } else {
      words.addAll(List.of("--export-dir", "file://" + files));
      words.addAll(List.of("--input-fields-terminated-by", "|", "--input-escaped-by", "\\\\"));
      words.addAll(List.of("--input-null-string", "", "--input-null-non-string", ""));
    }
    if (plan.kind() == Plan.Kind.UPDATE || plan.kind() == Plan.Kind.MERGE) {
      words.addAll(List.of("--update-key", plan.table().key(), "--update-mode"));
      words.add(plan.kind() == Plan.Kind.MERGE ? "allowinsert" : "updateonly");
    }
    words.addAll(List.of("--", "--schema", plan.table().schema()));
    return words;
  }

  private static String key(String setting) {
    return setting.split("=", 2)[0];
  }

  private List<String> copy() throws IOException {
    Path sql = server.root().resolve("postgres/sql");
    List<String> words = new ArrayList<>(List.of(launcher("postgres"), "copy"));
    words.addAll(List.of("-v", "table=" + plan.table().sql(), "-v", "delimiter_at_end=false"));
    words.addAll(List.of("--before", sql.resolve("copy-begin.sql").toString(), "-c", COPY));
    words.addAll(List.of("--after", sql.resolve("copy-end.sql").toString()));
    names().forEach(name -> words.add(files.resolve(name).toString()));
    return words;
  }

  private List<String> external() throws IOException {
    Path sql = server.root().resolve("external-table/postgres");
    String names = String.join(",", names());
    List<String> words = new ArrayList<>(List.of(launcher("postgres"), "sql"));
    words.addAll(List.of("-v", "table=" + plan.table().sql(), "-v", "delimiter_at_end=false"));
    words.addAll(List.of("-v", "schema=" + plan.table().schema(), "-v", "date_order=MDY"));
    words.addAll(WAY);
    words.addAll(List.of("-v", "files=" + names, "-v", "reject_limit=0"));
    words.addAll(List.of("-f", sql.resolve("03-stage.sql").toString(), "--then", "--each"));
    words.addAll(List.of("file=" + names, "-f", sql.resolve("04-load.sql").toString()));
    words.addAll(List.of("--then", "-f", sql.resolve("05-attach.sql").toString()));
    return words;
  }

  /** Returns the statements that make the external tables, for the table's owner. */
  List<String> externalTables() {
    String name = TableSpec.quoted("files of " + plan.job());
    return List.of(
        "CREATE SERVER " + name + " FOREIGN DATA WRAPPER file_fdw",
        "CALL loadpath.make_external_tables('%s', '%s', '%s', '', false, '%s', false)"
            .formatted(
                plan.table().sql().replace("'", "''"),
                "files of " + plan.job(),
                files,
                "format ''text'', delimiter ''|'', null ''''"));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> found = Files.list(files)) {
      return found.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private String launcher(String name) {
    return server.root().resolve("bin").resolve(name).toString();
  }

  /** Returns the variables of all clients. */
  Map<String, String> environment() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("LOADPATH_STATE", server.state().toString());
    variables.put("PGHOST", LoopbackPort.HOST);
    variables.put("PGPORT", Integer.toString(server.proxy().port()));
    variables.put("PGUSER", Server.OWNER);
    variables.put("PGPASSWORD", Server.PASSWORD);
    variables.put("PGDATABASE", "loadpath");
    variables.put("TZ", "UTC");
    if (hadoopConf != null) {
      variables.put("HADOOP_CONF_DIR", hadoopConf.toString());
    }
    return variables;
  }
}
