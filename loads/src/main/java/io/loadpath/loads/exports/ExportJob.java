package io.loadpath.loads.exports;

import io.loadpath.loads.LostAttempts;
import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.ServerError;
import io.loadpath.loads.Settings;
import io.loadpath.loads.TaskSetup;
import io.loadpath.loads.exports.Ledger.Identity;
import io.loadpath.loads.exports.Ledger.State;
import io.loadpath.loads.exports.Ledger.Task;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.postgresql.core.BaseConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exports files into a table of PostgreSQL, by a job: all their rows or, if anything fails, none.
 * The ledger next to the table ({@link Ledger}) ensures this, even if processes die.
 */
public final class ExportJob {
  private static final Logger LOG = LoggerFactory.getLogger(ExportJob.class);
  private static final double MEGA = 1e6;
  private static final double MILLIS_PER_SECOND = 1e3;

  /**
   * An export whose rows are in the target.
   *
   * @param rejects the start of the names of its {@link RejectsFile}s
   * @param tasks that brought the rows
   * @param commitMillis of the commit, with its waits for locks; 0 where the ledger has no time
   */
  public record Exported(String rejects, List<Task> tasks, long commitMillis) {}

  private final ExportRequest request;
  private final Configuration conf;
  private final PostgresSession sessions;

  public ExportJob(ExportRequest request, PostgresSession sessions) {
    this.request = request;
    this.sessions = sessions;
    this.conf = request.configuration();
  }

  /**
   * Runs the job to its end. Before that, finishes or undoes dead exports into the target.
   *
   * @return the finished export; empty if nothing was exported, because the rows are there already
   *     or only dead exports were settled
   * @throws IOException if the rows are not in the target; the message has the reason
   */
  public Optional<Exported> run() throws IOException {
    try (BaseConnection session = sessions.connectClient("loadpath export")) {
      return run(session);
    } catch (SQLException e) {
      throw new IOException(ServerError.describe(e), e);
    }
  }

  /** Makes the same decisions as {@link #run}, and changes nothing. */
  public void plan() throws IOException {
    try (BaseConnection session = sessions.connectClient("loadpath plan")) {
      TargetTable target = TargetTable.of(session, request.schema(), request.table());
      target.requireUnpublishedSchema(session);
      ExportPlan draft = request.plan(unnumbered(target), target, session);
      Job job = job(draft);
      request.divide(job, draft, new ExportSource(job), session);
    } catch (SQLException e) {
      throw new IOException(ServerError.describe(e), e);
    }
  }

  private static ExportNames unnumbered(TargetTable target) {
    return new ExportNames(target.schema(), target.name(), "", 0);
  }

  private Optional<Exported> run(BaseConnection session) throws IOException, SQLException {
    TargetTable target = TargetTable.of(session, request.schema(), request.table());
    ExportNames unnumbered = unnumbered(target);
    boolean recoverOnly = conf.getBoolean(Settings.EXPORT_RECOVER_ONLY, false);
    if (!recoverOnly) {
      target.requireUnpublishedSchema(session);
    } else if (!LedgerTables.isThere(session, unnumbered.exports())) {
      LOG.info("No export into {} has ever run", unnumbered.target());
      return Optional.empty();
    }
    ExportNames names = LedgerTables.create(session, unnumbered);
    Ledger ledger = new Ledger(session, names);
    ledger.lockTarget();
    JobCluster cluster = new JobCluster(conf);
    DeadExports dead = new DeadExports(session, names, cluster, request.againOption());
    if (recoverOnly) {
      dead.settle(Identity.NONE, false);
      LOG.info(
          dead.left() == 0
              ? "No dead export into {} is left"
              : "Skipped exports into {}: see above",
          names.target());
      return Optional.empty();
    }
    ExportPlan draft = request.plan(names, target, session);
    Job job = job(draft);
    ExportSource source = new ExportSource(job);
    Identity identity = source.identify(draft);
    if (dead.settle(identity, conf.getBoolean(Settings.EXPORT_AGAIN, false))) {
      LOG.warn(
          "The rows of {} are in {}, from an earlier export: nothing is exported again. To export them again, add {}",
          identity.named() ? "the load " + identity.name() : "these files",
          names.target(),
          request.againOption());
      return Optional.empty();
    }
    request.divide(job, draft, source, session);
    int export = ledger.begin(draft.way(), identity, cluster.name());
    ledger.unlockTarget();
    ExportPlan plan = draft.withExport(export);
    plan.addTo(job.getConfiguration());
    if (source.isEmpty()) {
      new ExportOutcome(session, plan.names()).commit(plan, 0);
      return Optional.of(succeed(session, plan, true));
    }
    return Optional.of(run(session, job, plan));
  }

  private Job job(ExportPlan plan) throws IOException {
    Job job = Job.getInstance(conf);
    job.setJobName(
        request.jobName() == null ? "export into " + plan.names().target() : request.jobName());
    job.setOutputFormatClass(ExportCommitter.Output.class);
    FileInputFormat.setInputPaths(job, request.files().toArray(Path[]::new));
    TaskSetup.speculateIfAsked(job);
    TaskSetup.addJars(job);
    sessions.addTo(job);
    return job;
  }

  private Exported run(BaseConnection session, Job job, ExportPlan plan)
      throws IOException, SQLException {
    submit(session, job, plan.names());
    boolean succeeded = false;
    boolean ended = true;
    try {
      succeeded = job.monitorAndPrintJob();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted; the next export into the target cleans up", e);
    } catch (IOException e) {
      LOG.warn("Cannot watch the job: {}", e.toString());
      ended = hasEnded(job);
    }
    try {
      return conclude(session, job, plan, succeeded, ended);
    } catch (SQLException e) {
      LOG.warn("Connects again: {}", ServerError.describe(e));
      try (BaseConnection another = sessions.connect("loadpath export")) {
        return conclude(another, job, plan, succeeded, ended);
      } catch (SQLException again) {
        again.addSuppressed(e);
        throw unknown(plan, again);
      }
    }
  }

  private static boolean hasEnded(Job job) {
    try {
      return job.isComplete();
    } catch (IOException e) {
      return false;
    }
  }

  private static IOException unknown(ExportPlan plan, Exception cause) {
    return new IOException(
        "the end of export %d into %s is unknown; run it again, which finishes or undoes this one"
            .formatted(plan.names().export(), plan.names().target()),
        cause);
  }

  private Exported conclude(
      BaseConnection session, Job job, ExportPlan plan, boolean succeeded, boolean ended)
      throws IOException, SQLException {
    Ledger ledger = new Ledger(session, plan.names());
    State state = ledger.state();
    if (state != State.COMMITTED && !ended) {
      throw unknown(plan, null);
    }
    if (state != State.COMMITTED) {
      state = new ExportOutcome(session, plan.names()).undo();
    }
    if (state == State.COMMITTED) {
      return succeed(session, plan, succeeded);
    }
    if (state == State.BROKEN) {
      throw new IOException(new ExportOutcome(session, plan.names()).brokenness());
    }
    String failure = ledger.failure();
    ledger.setSeen();
    throw new IOException(
        "nothing was exported into %s: %s"
            .formatted(
                plan.names().target(),
                failure == null
                    ? LostAttempts.firstOf(job).orElse("the job failed; its log has the reason")
                    : failure));
  }

  private Exported succeed(BaseConnection session, ExportPlan plan, boolean jobSucceeded)
      throws IOException, SQLException {
    if (!jobSucceeded) {
      LOG.warn("The job failed after the commit of its rows: they are in the target");
    }
    Ledger ledger = new Ledger(session, plan.names());
    List<Task> tasks = ledger.tasks();
    report(tasks, plan.way() == ExportPlan.Way.ATTACH ? "Writer" : "Mapper");
    Exported exported = new Exported(plan.names().rejectsPrefix(), tasks, ledger.commitMillis());
    request.arrived(exported);
    ledger.setSeen();
    return exported;
  }

  private static void submit(BaseConnection session, Job job, ExportNames names)
      throws IOException, SQLException {
    boolean submitted = false;
    try {
      job.submit();
      submitted = true;
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted; the next export into the target cleans up", e);
    } finally {
      if (!submitted) {
        new ExportOutcome(session, names).undo();
        new Ledger(session, names).setSeen();
      }
    }
  }

  private static void report(List<Task> tasks, String kind) {
    long rows = 0;
    for (Task task : tasks) {
      rows += task.rows();
      LOG.info(
          "{} {}: {} rows, {} MB, {} s, {} rejected",
          kind,
          task.task(),
          task.rows(),
          "%.1f".formatted(task.bytes() / MEGA),
          "%.1f".formatted(task.millis() / MILLIS_PER_SECOND),
          task.rejected());
      task.rejects().forEach(reject -> LOG.warn("Rejected {}", reject));
    }
    LOG.info("Exported {} records.", rows);
  }
}
