package io.loadpath.sqoop.imports;

import com.cloudera.sqoop.SqoopOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/** The connector's meaning of an import's options. */
@SuppressWarnings("deprecation") // Sqoop declares its methods with the old names of its classes
public final class ImportOptions {
  private static final int DEFAULT_FETCH_SIZE = 1000;

  private ImportOptions() {}

  /**
   * The option for which Sqoop needs its record class, so that the import goes row by row through
   * JDBC; or null.
   */
  public static String recordOption(SqoopOptions options) {
    if (options.getFileLayout() != SqoopOptions.FileLayout.TextFile) {
      return "--as-" + options.getFileLayout().name().toLowerCase(Locale.ROOT);
    }
    if (options.getHBaseTable() != null) {
      return "--hbase-table";
    }
    if (options.getHCatTableName() != null) {
      return "--hcatalog-table";
    }
    if (options.getAccumuloTable() != null) {
      return "--accumulo-table";
    }
    if (options.getHiveDelimsReplacement() != null) {
      return "--hive-delims-replacement";
    }
    if (options.getMergeKeyCol() != null) {
      return "--merge-key";
    }
    Properties types = options.getMapColumnJava();
    if (types != null && types.values().stream().anyMatch(type -> !type.equals("String"))) {
      return "--map-column-java with another type than String";
    }
    return null;
  }

  /**
   * Makes a job's files reach the target folder only when the job commits. Version 2, Hadoop's
   * default, moves each task's file before the other tasks have succeeded.
   */
  public static void commitFilesTogether(Configuration conf) {
    conf.setInt(FileOutputCommitter.FILEOUTPUTCOMMITTER_ALGORITHM_VERSION, 1);
  }

  /** Options that change nothing here. */
  static List<String> withoutEffect(SqoopOptions options) {
    List<String> names = new ArrayList<>();
    if (options.getFetchSize() != null && options.getFetchSize() != DEFAULT_FETCH_SIZE) {
      names.add("--fetch-size");
    }
    if (options.getDirectSplitSize() > 0) {
      names.add("--direct-split-size");
    }
    if (options.getRelaxedIsolation()) {
      names.add("--relaxed-isolation");
    }
    if (options.getSplitLimit() != null && options.getSplitByCol() == null) {
      names.add("--split-limit without --split-by");
    }
    return names;
  }
}
