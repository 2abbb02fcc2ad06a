package io.loadpath.sqoop.imports;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.sqoop.config.ConfigurationHelper;
import org.apache.sqoop.mapreduce.DBWritable;
import org.apache.sqoop.mapreduce.db.DBSplitter;
import org.apache.sqoop.mapreduce.db.DataDrivenDBInputFormat;
import org.apache.sqoop.mapreduce.db.FloatSplitter;
import org.apache.sqoop.mapreduce.db.TextSplitter;
import org.apache.sqoop.validation.ValidationException;

/** Ranges of a column's values, made by Sqoop's own splitters. */
final class ColumnRanges extends DataDrivenDBInputFormat<DBWritable> {
  private static final Pattern COMPARISON =
      Pattern.compile("^(.*) (<=|>=|<|>|=) ([^<>=]*)$", Pattern.DOTALL);

  /**
   * Divides the values between two bounds.
   *
   * @param bounds a row with the least and the greatest value
   * @param column as in a condition
   * @param openEnds whether rows beyond the bounds, or NULL, belong to the ranges at the ends
   * @return conditions; each row fits into one of them
   * @throws IOException if the column's type has no ranges, or Sqoop refuses the bounds
   */
  static List<String> of(
      ResultSet bounds, String column, Configuration conf, int mappers, boolean openEnds)
      throws SQLException, IOException {
    // the splitters ask Sqoop for the number, which it knows only for a job
    Job job = Job.getInstance(conf);
    ConfigurationHelper.setJobNumMaps(job, mappers);
    Configuration settings = job.getConfiguration();
    long limit = ConfigurationHelper.getSplitLimit(settings);
    DBSplitter splitter = splitter(bounds, limit);
    if (splitter == null) {
      throw new IOException(
          "Sqoop cannot divide the values of %s, whose type is %s: name another column in --split-by, or leave it out"
              .formatted(column, bounds.getMetaData().getColumnTypeName(1)));
    }
    if (splitter instanceof TextSplitter) {
      throw new IOException(
          "%s holds text, which is not divided into ranges: leave --split-by out (then a table is divided by its blocks), or name a column of numbers or dates"
              .formatted(column));
    }
    try {
      List<InputSplit> splits = splitter.split(settings, bounds, column);
      if (openEnds) {
        return covering(splits, column);
      }
      String least = bounds.getString(1);
      String greatest = bounds.getString(2);
      return splitter instanceof FloatSplitter && least != null && greatest != null
          ? between(splits, column, least, greatest)
          : splits.stream().map(ColumnRanges::condition).toList();
    } catch (ValidationException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static DBSplitter splitter(ResultSet bounds, long limit)
      throws SQLException, IOException {
    try {
      return new ColumnRanges().getSplitter(bounds.getMetaData().getColumnType(1), limit);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Conditions; each row, even one with NULL, meets exactly one. */
  private static List<String> covering(List<InputSplit> splits, String column) {
    if (splits.size() < 2) {
      return List.of("1 = 1");
    }
    List<String> conditions = new ArrayList<>();
    for (int i = 0; i < splits.size(); i++) {
      List<String> terms = notBelow(splits, i);
      if (i < splits.size() - 1) {
        terms.add(upper(splits, i));
      }
      String condition = String.join(" AND ", terms);
      conditions.add(i == 0 ? condition + " OR " + column + " IS NULL" : condition);
    }
    return conditions;
  }

  /** Conditions for floating-point numbers; each number meets exactly one. */
  private static List<String> between(
      List<InputSplit> splits, String column, String least, String greatest) {
    List<String> conditions = new ArrayList<>();
    for (int i = 0; i < Math.max(1, splits.size()); i++) {
      List<String> terms = notBelow(splits, i);
      if (i == 0) {
        terms.add("(%s >= '%s')".formatted(column, least));
      }
      terms.add(
          i < splits.size() - 1 ? upper(splits, i) : "(%s <= '%s')".formatted(column, greatest));
      conditions.add(String.join(" AND ", terms));
    }
    return conditions;
  }

  /** Replaces Sqoop's lower clauses, which leave gaps between real numbers. */
  private static List<String> notBelow(List<InputSplit> splits, int range) {
    List<String> terms = new ArrayList<>();
    for (int i = 0; i < range; i++) {
      terms.add("NOT " + upper(splits, i));
    }
    return terms;
  }

  private static String upper(List<InputSplit> splits, int range) {
    return "(" + own(((DataDrivenDBInputSplit) splits.get(range)).getUpperClause()) + ")";
  }

  /** Sqoop's clause with the operator of pg_catalog, not one of the search path. */
  private static String own(String clause) {
    return COMPARISON.matcher(clause).replaceFirst("$1 OPERATOR(pg_catalog.$2) $3");
  }

  private static String condition(InputSplit split) {
    DataDrivenDBInputSplit range = (DataDrivenDBInputSplit) split;
    return "(%s) AND (%s)".formatted(own(range.getLowerClause()), own(range.getUpperClause()));
  }
}
