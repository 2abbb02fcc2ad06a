package io.loadpath.mapreduce.load;

import io.loadpath.loads.Coded;
import io.loadpath.loads.Share;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.loads.files.RowPlaces;
import io.loadpath.rows.DateOrder;
import io.loadpath.rows.RowCopy;
import io.loadpath.rows.TextFormat;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * The client's decisions, for the tasks.
 *
 * @param files in the order of their numbers in keys
 * @param columns that a row of the files fills, in order
 * @param format of the files
 * @param headerLines number of lines at the start of each file that are not rows
 * @param dates order of dates with slashes
 * @param sortBy columns of the order within a partition, by their index
 * @param uniqueColumns number of columns, the first ones of {@code sortBy}, whose values are unique
 *     in a partition; 0 if none are
 * @param rejectLimit maximum number of rejected rows of a task
 */
public record LoadPlan(
    List<String> files,
    List<LoadColumn> columns,
    TextFormat format,
    int headerLines,
    DateOrder dates,
    List<Integer> sortBy,
    int uniqueColumns,
    LoadRouter router,
    LoadWriters writers,
    long rejectLimit)
    implements Serializable {
  private static final String KEY = "loadpath.load.plan";

  public LoadPlan {
    if (uniqueColumns < 0 || uniqueColumns > sortBy.size()) {
      throw new IllegalArgumentException(
          "uniqueColumns: %d is not from 0 to %d".formatted(uniqueColumns, sortBy.size()));
    }
  }

  /** Returns the same plan with other writers. */
  public LoadPlan withWriters(LoadWriters others) {
    return new LoadPlan(
        files,
        columns,
        format,
        headerLines,
        dates,
        sortBy,
        uniqueColumns,
        router,
        others,
        rejectLimit);
  }

  /** Makes a job that sorts the rows. The caller sets its output format. */
  public void addTo(Job job, List<Share> shares, Class<? extends LoadReducer> reducer)
      throws IOException {
    Coded.put(job.getConfiguration(), KEY, this);
    Share.store(job.getConfiguration(), shares);
    SortMemory.fit(job.getConfiguration());
    job.setInputFormatClass(LoadInputFormat.class);
    job.setMapperClass(LoadMapper.class);
    job.setMapOutputKeyClass(BytesWritable.class); // its comparator is memcmp
    job.setMapOutputValueClass(BytesWritable.class);
    job.setPartitionerClass(LoadPartitioner.class);
    job.setReducerClass(reducer);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(NullWritable.class);
    job.setNumReduceTasks(writers.count());
    // a cluster may let jobs succeed without some of their mappers, and so without their rows
    job.getConfiguration().setInt(MRJobConfig.MAP_FAILURES_MAX_PERCENT, 0);
  }

  /** Returns the plan of a job. */
  public static LoadPlan from(Configuration conf) throws IOException {
    return Coded.get(conf, KEY, LoadPlan.class);
  }

  /** Returns the columns as COPY has them. */
  public List<RowCopy.Column> copyColumns() {
    return columns.stream().map(LoadColumn::forCopy).toList();
  }

  /** Returns the columns of the order within a partition. */
  List<LoadColumn> sortColumns() {
    return sortBy.stream().map(columns::get).toList();
  }

  /** Whether rows go through the shuffle in {@link RowBlocks}. */
  boolean inBlocks() {
    return sortBy.isEmpty();
  }

  /** Describes places of rows; the number of a piece is that of its file. */
  RowPlaces places(Configuration conf) {
    return new RowPlaces(files.stream().map(file -> new Piece(file, 0, 0)).toList(), format, conf);
  }
}
