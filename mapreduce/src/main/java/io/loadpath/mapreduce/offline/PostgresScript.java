package io.loadpath.mapreduce.offline;

import static io.loadpath.loads.Sql.literal;
import static io.loadpath.loads.Sql.quoted;

import io.loadpath.mapreduce.load.LoadColumn;
import io.loadpath.mapreduce.load.partitions.PartitionBound;
import io.loadpath.mapreduce.load.partitions.PartitionBound.Kind;
import io.loadpath.mapreduce.load.partitions.PartitionBound.Value;
import io.loadpath.mapreduce.load.partitions.TargetPartitions.Leaf;
import io.loadpath.mapreduce.offline.FilesManifest.FileEntry;
import io.loadpath.mapreduce.offline.FilesManifest.PartitionEntry;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Writes {@code load.sql}, the script of psql that loads the files into PostgreSQL. */
final class PostgresScript {
  static final String NAME = "load.sql";

  private static final String HEAD =
      """
      -- Loads the files of this folder into %s: %d rows in one transaction, all or nothing.
      --
      --   cd FOLDER
      --   psql -X -d DATABASE -f load.sql
      --
      -- Exit code 0: all rows are there. Any other: none is. Another run loads the rows again.
      -- Needs psql 11 or later%s and sha256sum.
      -- The rows of a new partition are frozen, so that transactions with an older snapshot see them, too.
      \\set ON_ERROR_STOP on
      \\set QUIET on
      BEGIN;
      SET LOCAL client_encoding = 'UTF8';
      CREATE TEMP TABLE loadpath_counts (file text, expected bigint, loaded bigint) ON COMMIT DROP;
      """;

  /** Fails if a file is not what the manifest says. */
  private static final String SUMS =
      """
      \\copy loadpath_counts (file) FROM PROGRAM 'sha256sum -c --quiet SHA256SUMS >&2'
      """;

  /** A clone of the target tells the constraint of each new partition. */
  private static final String CLONE =
      """
      SELECT format('CREATE TEMP TABLE loadpath_clone (LIKE %%s) PARTITION BY %%s ON COMMIT DROP',
        t, pg_get_partkeydef(t)) FROM CAST(%s AS regclass) AS t \\gexec
      """;

  private static final String MAKE =
      """
      CREATE TABLE %1$s (LIKE %2$s INCLUDING ALL EXCLUDING INDEXES EXCLUDING IDENTITY EXCLUDING STATISTICS EXCLUDING COMMENTS);
      """;

  /** With its CHECK, ATTACH needs no scan. */
  private static final String CHECK =
      """
      CREATE TEMP TABLE loadpath_part PARTITION OF loadpath_clone %2$s;
      SELECT pg_get_partition_constraintdef('pg_temp.loadpath_part'::regclass) AS bound \\gset
      DROP TABLE pg_temp.loadpath_part;
      ALTER TABLE %1$s ADD CONSTRAINT loadpath_bound CHECK (:bound);
      """;

  private static final String ATTACH =
      """
      ALTER TABLE %2$s ATTACH PARTITION %1$s %3$s;
      """;

  private static final String TAIL =
      """

      DO $$
      DECLARE
        wrong text;
      BEGIN
        SELECT string_agg(format('%%s has %%s rows, and %%s are loaded', file, expected, loaded), '; ')
        INTO wrong FROM pg_temp.loadpath_counts WHERE loaded IS DISTINCT FROM expected;
        IF wrong IS NOT NULL OR (SELECT coalesce(sum(loaded), 0) FROM pg_temp.loadpath_counts) <> %d THEN
          RAISE EXCEPTION 'nothing is loaded: the rows are not those of the manifest: %%', wrong;
        END IF;
      END $$;
      COMMIT;
      \\echo %d rows are loaded.
      \\set ON_ERROR_STOP off
      ANALYZE %s;
      """;

  private final FilesTarget target;
  private final FilesFormat format;
  private final String table;
  private final String columns;

  PostgresScript(FilesTarget target, FilesFormat format) {
    this.target = target;
    this.format = format;
    table = name(target.schema(), target.table());
    columns =
        target.columns().stream()
            .map(LoadColumn::name)
            .map(name -> quoted(name))
            .collect(Collectors.joining(", "));
  }

  private static String name(String schema, String table) {
    return quoted(schema) + "." + quoted(table);
  }

  String text(FilesManifest manifest) {
    String gzip = format == FilesFormat.GZIP ? ", gzip" : "";
    StringBuilder script =
        new StringBuilder(HEAD.formatted(inComment(manifest.table()), manifest.rows(), gzip));
    if (!manifest.sums().isEmpty()) {
      script.append(SUMS);
    }
    if (target.bounds().stream().anyMatch(Objects::nonNull)) {
      script.append(CLONE.formatted(literal(table)));
    }
    for (int i = 0; i < manifest.partitions().size(); i++) {
      PartitionEntry partition = manifest.partitions().get(i);
      if (!partition.files().isEmpty()) {
        script.append("\n-- ").append(inComment(partition.name())).append('\n');
        add(script, target.partitions().leaves().get(i), target.bounds().get(i), partition.files());
      }
    }
    return script.append(TAIL.formatted(manifest.rows(), manifest.rows(), table)).toString();
  }

  private static String inComment(String name) {
    return name.replaceAll("\\p{Cntrl}", "?");
  }

  private void add(StringBuilder script, Leaf leaf, PartitionBound bound, List<FileEntry> files) {
    String part = name(leaf.schema(), leaf.name());
    if (bound == null) {
      copy(script, part, false, files);
      return;
    }
    boolean checked = bound.kind() != Kind.DEFAULT;
    script
        .append(
            "SELECT to_regclass(%s) IS NULL AS new \\gset\n\\if :new\n".formatted(literal(part)))
        .append(MAKE.formatted(part, table));
    if (checked) {
      script.append(CHECK.formatted(part, clause(bound)));
    }
    copy(script, part, true, files);
    script.append(ATTACH.formatted(part, table, clause(bound)));
    if (checked) {
      script.append("ALTER TABLE %s DROP CONSTRAINT loadpath_bound;\n".formatted(part));
    }
    script.append("\\else\n");
    copy(script, part, false, files);
    script.append("\\endif\n");
  }

  private void copy(StringBuilder script, String part, boolean frozen, List<FileEntry> files) {
    String options =
        format == FilesFormat.BINARY ? "FORMAT binary" : "FORMAT text, ENCODING 'UTF8'";
    for (FileEntry file : files) { // their names are safe in quotes
      String from =
          format == FilesFormat.GZIP
              ? "PROGRAM 'gzip -dc %s'".formatted(file.name())
              : "'" + file.name() + "'";
      script
          .append("\\copy %s (%s) FROM %s WITH (".formatted(part, columns, from))
          .append(options + (frozen ? ", FREEZE" : "") + ")\n")
          .append(
              "INSERT INTO pg_temp.loadpath_counts VALUES ('%s', %d, :ROW_COUNT);\n"
                  .formatted(file.name(), file.rows()));
    }
  }

  private static String clause(PartitionBound bound) {
    return switch (bound.kind()) {
      case RANGE ->
          "FOR VALUES FROM (%s) TO (%s)".formatted(values(bound.first()), values(bound.end()));
      case LIST -> "FOR VALUES IN (%s)".formatted(values(bound.first()));
      case DEFAULT -> "DEFAULT";
      case HASH -> throw new IllegalArgumentException("a hash has no bounds");
    };
  }

  private static String values(List<Value> values) {
    return values.stream()
        .map(value -> value.text() == null ? value.word().name() : literal(value.text()))
        .collect(Collectors.joining(", "));
  }
}
