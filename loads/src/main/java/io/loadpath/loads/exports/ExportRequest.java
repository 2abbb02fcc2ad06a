package io.loadpath.loads.exports;

import io.loadpath.loads.Settings;
import io.loadpath.loads.Share;
import io.loadpath.loads.exports.ExportJob.Exported;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.postgresql.core.BaseConnection;

/** A client's request for an export. */
public interface ExportRequest {
  /** The client's configuration, with the keys of {@link io.loadpath.loads.Settings}. */
  Configuration configuration();

  /**
   * The target's schema; null for the first one of the session's search path that has the table.
   */
  String schema();

  /** The target, as in the catalog. */
  String table();

  /** The name of the job; null for one of the export's. */
  String jobName();

  /** The option that repeats an export of the same files, or of the same named load. */
  default String againOption() {
    return "-D" + Settings.EXPORT_AGAIN + "=true";
  }

  /** The files, as paths of Hadoop's: folders, globs or files. */
  List<Path> files();

  /**
   * Decides how the rows come into the target.
   *
   * @param names without the export's number
   * @throws IOException if the request cannot be met
   */
  ExportPlan plan(ExportNames names, TargetTable target, BaseConnection session)
      throws IOException, SQLException;

  /**
   * Gives the job its tasks, and their shares of the files: by default, mappers that copy the rows.
   */
  default void divide(Job job, ExportPlan draft, ExportSource source, BaseConnection session)
      throws IOException, SQLException {
    job.setInputFormatClass(ExportInputFormat.class);
    job.setMapperClass(ExportMapper.class);
    job.setMapOutputKeyClass(NullWritable.class);
    job.setMapOutputValueClass(NullWritable.class);
    job.setNumReduceTasks(0);
    Share.store(job.getConfiguration(), source.shares(draft.format(), draft.mappers()));
  }

  /**
   * Tells the user that the rows are in the target. Until this returns, a repeat of the export
   * recognises it by its files, because the user may not know that it has ended.
   */
  default void arrived(Exported exported) throws IOException {}
}
