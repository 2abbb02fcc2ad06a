package io.loadpath.sqoop.imports;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.sqoop.mapreduce.DBWritable;
import org.apache.sqoop.mapreduce.db.DBSplitter;
import org.apache.sqoop.mapreduce.db.DataDrivenDBInputFormat;
import org.apache.sqoop.validation.ValidationException;

/** Ranges of a column's values, made by Sqoop's own splitters. */
final class ColumnRanges extends DataDrivenDBInputFormat<DBWritable> {
  /**
   * Divides the values between two bounds.
   *
   * @param bounds a row with the least and the greatest value
   * @param column as it stands in a condition
   * @param openEnds whether rows beyond the bounds, or NULL, belong to the ranges at the ends
   * @return conditions; each row fits into one of them
   */
  static List<String> of(
      ResultSet bounds, String column, Configuration conf, int mappers, boolean openEnds)
      throws SQLException, IOException {
    Configuration settings = new Configuration(conf);
    settings.setInt(MRJobConfig.NUM_MAPS, mappers);
    long limit = org.apache.sqoop.config.ConfigurationHelper.getSplitLimit(settings);
    int type = bounds.getMetaData().getColumnType(1);
    DBSplitter splitter = new ColumnRanges().getSplitter(type, limit);
    if (splitter == null) {
      throw new IOException(
          "Sqoop cannot divide the values of %s, whose type is %s: name another column in --split-by, or leave it out"
              .formatted(column, bounds.getMetaData().getColumnTypeName(1)));
    }
    try {
      return conditions(splitter.split(settings, bounds, column), column, openEnds);
    } catch (ValidationException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static List<String> conditions(List<InputSplit> splits, String column, boolean openEnds) {
    List<String> conditions = new ArrayList<>();
    for (int i = 0; i < splits.size(); i++) {
      DataDrivenDBInputSplit split = (DataDrivenDBInputSplit) splits.get(i);
      List<String> bounds = new ArrayList<>();
      if (!openEnds || i > 0) {
        bounds.add(split.getLowerClause());
      }
      if (!openEnds || i < splits.size() - 1) {
        bounds.add(split.getUpperClause());
      }
      if (bounds.isEmpty()) {
        conditions.add("1 = 1");
      } else {
        String condition = "(" + String.join(") AND (", bounds) + ")";
        conditions.add(openEnds && i == 0 ? condition + " OR " + column + " IS NULL" : condition);
      }
    }
    return conditions;
  }
}
