package io.loadpath.mapreduce.offline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.mapreduce.load.LoadColumn;
import io.loadpath.mapreduce.offline.FilesManifest.FileEntry;
import io.loadpath.mapreduce.offline.FilesManifest.PartitionEntry;
import io.loadpath.tables.scripts.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Writes the scripts that load the files into Oracle: for SQL*Loader, and with external tables. The
 * syntax is in Oracle Database Utilities, and the forms are those of {@code external-table/oracle}.
 */
final class OracleScripts {
  private static final String PARAMETERS = "sqlldr.par";
  private static final String LOAD = "load.sh";
  private static final String EXTERNAL = "external-table.sql";

  /** The longest record in bytes, which a CLOB needs. */
  private static final int READ_SIZE = 8_388_608;

  private final FilesTarget target;
  private final boolean gzip;
  private final String table;
  private final List<OracleColumn> columns = new ArrayList<>();

  OracleScripts(FilesTarget target, FilesFormat format) {
    this.target = target;
    gzip = format == FilesFormat.GZIP;
    table = Dialect.ORACLE.name(target.schema()) + "." + Dialect.ORACLE.name(target.table());
    for (int i = 0; i < target.columns().size(); i++) {
      LoadColumn column = target.columns().get(i);
      columns.add(new OracleColumn(column.name(), column.type(), target.lengths().get(i)));
    }
  }

  /** Returns the texts of the scripts by their names. */
  Map<String, String> texts(FilesManifest manifest) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put(PARAMETERS, parameters());
    StringBuilder list = new StringBuilder();
    StringBuilder external = new StringBuilder(externalHead(manifest));
    for (int i = 0; i < manifest.partitions().size(); i++) {
      PartitionEntry partition = manifest.partitions().get(i);
      if (!partition.files().isEmpty()) {
        String folder = FilesPlan.folder(target.partitions().leaves().get(i));
        String into =
            table
                + (target.isPartitioned()
                    ? " PARTITION (%s)".formatted(Dialect.ORACLE.name(partition.name()))
                    : "");
        texts.put(folder + ".ctl", control(into, folder, partition));
        list.append(
            "  '%s %d %s'\n".formatted(folder, partition.rows(), names(partition, " ", "")));
        external.append(externalTable(into, i, partition));
      }
    }
    texts.put(EXTERNAL, external.toString());
    texts.put(
        LOAD,
        resource(LOAD)
            .replace("{table}", manifest.table().replaceAll("[^\\w.$#]", "_"))
            .replace("  # PARTITIONS\n", list));
    return texts;
  }

  private static String names(PartitionEntry partition, String between, String quote) {
    return partition.files().stream()
        .map(FileEntry::name)
        .map(name -> quote + name + quote)
        .collect(Collectors.joining(between));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = OracleScripts.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private boolean hasClob() {
    return columns.stream().anyMatch(OracleColumn::isClob);
  }

  private String parameters() {
    return """
        direct=true
        errors=0
        date_cache=2000
        %ssilent=(header,feedback)
        """
        .formatted(hasClob() ? "readsize=%d\n".formatted(READ_SIZE) : "");
  }

  private String control(String into, String folder, PartitionEntry partition) {
    String files =
        gzip
            ? "INFILE '%s.pipe'\n".formatted(folder)
            : partition.files().stream()
                .map(file -> "INFILE '%s'\n".formatted(file.name()))
                .collect(Collectors.joining());
    return """
        -- %d rows for SQL*Loader; load.sh starts it
        LOAD DATA
        CHARACTERSET AL32UTF8 LENGTH SEMANTICS CHARACTER
        %sAPPEND
        PRESERVE BLANKS
        INTO TABLE %s
        FIELDS CSV WITH EMBEDDED TERMINATED BY ',' OPTIONALLY ENCLOSED BY '"'
        (
        %s
        )
        """
        .formatted(partition.rows(), files, into, lines(OracleColumn::controlField));
  }

  private String lines(Function<OracleColumn, String> of) {
    return columns.stream()
        .map(column -> "  " + of.apply(column))
        .collect(Collectors.joining(",\n"));
  }

  private String externalHead(FilesManifest manifest) {
    return """
        -- Loads the files of this folder into %s: %d rows, by external tables. load.sh does the same by
        -- SQL*Loader; use one of the two.
        --
        --   sqlplus /nolog
        --   SQL> CONNECT loader@//dbhost:1521/pdb1
        --   SQL> @external-table.sql
        --
        -- Each partition is one transaction, and has all its rows or none. A run that fails shows the
        -- partition. The partitions before it are loaded: before you run the script again, delete them from it, and
        -- drop the external table of the one that failed.
        -- Needs CREATE TABLE, and the database's directory objects: data_dir has the files, log_dir takes logs%s.
        WHENEVER OSERROR EXIT FAILURE ROLLBACK
        WHENEVER SQLERROR EXIT FAILURE ROLLBACK
        SET VERIFY OFF
        SET DEFINE ON
        DEFINE data_dir = loadpath_data
        DEFINE log_dir = loadpath_log
        %sALTER SESSION SET NLS_NUMERIC_CHARACTERS = '.,';
        """
        .formatted(
            table,
            manifest.rows(),
            gzip ? ",\n-- exec_dir has external-table/preprocessor/inflate-gzip.sh" : "",
            gzip ? "DEFINE exec_dir = loadpath_exec\n" : "");
  }

  private String externalTable(String into, int number, PartitionEntry partition) {
    String files = "loadpath_files_%d".formatted(number);
    return """

        -- %s
        CREATE TABLE %s (
        %s
        )
        ORGANIZATION EXTERNAL (
          TYPE ORACLE_LOADER
          DEFAULT DIRECTORY &data_dir
          ACCESS PARAMETERS (
            RECORDS DELIMITED BY NEWLINE
            CHARACTERSET AL32UTF8
            TERRITORY AMERICA
            STRING SIZES ARE IN CHARACTERS
        %s    BADFILE &log_dir:'%s.bad'
            LOGFILE &log_dir:'%s.log'
            DATE_CACHE 2000
            FIELDS CSV WITH EMBEDDED TERMINATED BY ',' OPTIONALLY ENCLOSED BY '"' NOTRIM
            (
        %s
            )
          )
          LOCATION (%s)
        )
        REJECT LIMIT 0;

        BEGIN
          INSERT /*+ APPEND */ INTO %s (
        %s
          )
          SELECT
        %s
          FROM %s;
          IF SQL%%ROWCOUNT <> %d THEN
            RAISE_APPLICATION_ERROR(-20001, 'The rows of partition %d are not those of the manifest.');
          END IF;
          COMMIT;
        END;
        /

        DROP TABLE %s;
        """
        .formatted(
            partition.name().replaceAll("\\p{Cntrl}", "?"),
            files,
            lines(OracleColumn::externalColumn),
            (gzip ? "    PREPROCESSOR &exec_dir:'inflate-gzip.sh'\n" : "")
                + (hasClob() ? "    READSIZE %d\n".formatted(READ_SIZE) : ""),
            files,
            files,
            lines(OracleColumn::externalField).replaceAll("(?m)^", "    "),
            names(partition, ", ", "'"),
            into,
            lines(OracleColumn::sqlName).replaceAll("(?m)^", "  "),
            lines(OracleColumn::value).replaceAll("(?m)^", "  "),
            files,
            partition.rows(),
            number,
            files);
  }
}
