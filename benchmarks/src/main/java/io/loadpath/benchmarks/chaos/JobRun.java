package io.loadpath.benchmarks.chaos;

import io.loadpath.benchmarks.chaos.Harm.What;
import io.loadpath.benchmarks.chaos.JobPlan.After;
import io.loadpath.benchmarks.chaos.JobPlan.Kind;
import io.loadpath.benchmarks.chaos.JobPlan.Prelude;
import io.loadpath.benchmarks.chaos.JobPlan.Twin;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs one job of a plan: makes the table and the files, runs the job with its harm, and checks the
 * model.
 */
final class JobRun {
  /** The time without a line of its log after which a client counts as hanging. */
  private static final Duration HANGS = Duration.ofSeconds(120);

  private static final Duration LEDGER_WAIT = Duration.ofSeconds(20);
  private static final Duration HARM_ENDS = Duration.ofSeconds(60);
  private static final Duration SESSIONS_END = Duration.ofSeconds(15);
  private static final int MOST_ATTEMPTS = 3;

  /** Messages of a failed client whose rows are in the table, or may be. */
  static final List<String> SAYS_SO =
      List.of(
          "it may or may not be committed",
          "they are in the target",
          "run it again",
          "will be recognised");

  /** A query that has a row if two equal jobs wait for the ledger. */
  private static final String BOTH_WAIT =
      ("SELECT 1 FROM pg_stat_activity WHERE usename = '%s' AND (wait_event_type = 'Lock'"
              + " OR query ~ 'pg_try_advisory_lock') HAVING count(*) >= 2")
          .formatted(Server.OWNER);

  private final Server server;
  private final JobPlan plan;
  private final Path folder;
  private final Steps steps;
  private final ChaosCluster cluster;
  private final JobCommands commands;
  private final JobTable table;
  private Model model;
  private int clients;

  /**
   * @param folder the folder for the job's files and logs, which the server's user can enter
   * @param cluster the job's cluster; null for the local runner
   */
  JobRun(Server server, JobPlan plan, Path folder, Steps steps, ChaosCluster cluster)
      throws IOException {
    this.server = server;
    this.plan = plan;
    this.folder = folder;
    this.steps = steps;
    this.cluster = cluster;
    this.commands = commands(JobCommands.FILES);
    this.table = new JobTable(server, plan);
  }

  /** Makes a folder for files, and returns the job's commands with them. */
  private JobCommands commands(String name) throws IOException {
    Path files = Files.createDirectories(folder.resolve(name));
    Owner.mode(files, "rwxr-xr-x");
    return new JobCommands(server, plan, files, cluster);
  }

  /** Runs the job; the steps have the violations. */
  void run() throws IOException, SQLException {
    server.proxy().limit(0);
    try {
      make();
      prelude();
      job();
      checkEnd();
    } finally {
      server.proxy().limit(0);
      table.drop();
    }
  }

  private void make() throws SQLException, IOException {
    RowBag before = table.make();
    for (DataFile file : plan.files) {
      file.write(commands.files(), plan.loaded(), plan.load.quoted());
    }
    Files.writeString(commands.description(), plan.load.description(plan.loaded()));
    if (plan.kind == Kind.EXTERNAL) {
      table.asOwner(commands.externalTables());
    }
    RowBag files = plan.rows(plan.loaded());
    model = new Model(before, rows -> plan.applied(rows, files));
  }

  private void prelude() throws IOException, SQLException {
    if (plan.prelude == Prelude.NOTHING) {
      return;
    }
    JobCommands failing = commands("bad");
    Files.writeString(failing.files().resolve("part-bad"), "this is not a number|x\n");
    String limit = "-Dloadpath.export.reject-limit=0";
    if (ended(start("failing job", failing.job(limit))) == 0) {
      steps.violation("a file with a bad row is loaded with exit code 0");
    }
    if (plan.prelude == Prelude.FAILING_JOB_AND_ALTER) {
      table.change(plan.table.alter());
      steps.add("the owner: " + plan.table.alter());
    }
  }

  private void makeLedger() throws IOException {
    JobCommands first = commands("empty");
    Files.createFile(first.files().resolve("part-0"));
    Client client = start("job without rows, which makes the ledger", first.job());
    if (ended(client) != 0 && !plan.mayBeRefused()) {
      steps.violation("a job without rows fails: " + client.lastLine());
    }
  }

  private void job() throws IOException, SQLException {
    if (plan.twin != Twin.NONE) {
      makeLedger();
    }
    server.proxy().limit(plan.bytesPerSecond);
    boolean behindLock = plan.twin == Twin.BEHIND_LEDGER_LOCK && table.hasLedger();
    Client client;
    Client second = null;
    boolean together = false;
    try (Session session = server.connect()) {
      if (behindLock) { // readers continue, writers wait
        session.connection().setAutoCommit(false);
        session.run("LOCK TABLE %s IN SHARE MODE".formatted(plan.ledger()));
      }
      client = start("job", commands.job());
      if (plan.twin != Twin.NONE) {
        second = start("second equal job", commands.job());
        String bothAtWork =
            plan.twin == Twin.BEHIND_LEDGER_LOCK
                ? BOTH_WAIT
                : "SELECT 1 FROM %s WHERE NOT seen HAVING count(*) >= 2".formatted(plan.ledger());
        together = server.await(bothAtWork, LEDGER_WAIT, client::over);
      }
    }
    List<Thread> harms = new HarmRun(table, model, client, cluster, steps).start();
    int code = ended(client);
    int best = code;
    if (second != null) {
      int other = ended(second);
      best = Math.min(code, other);
      if (code == 0 && other == 0 && !together && plan.load.name().isEmpty()) {
        model.allowAgain(); // one after the other
      }
    }
    ChaosRun.join(harms, HARM_ENDS);
    server.proxy().limit(0);
    server.proxy().healLink();
    awaitQuiet();
    long crashed = model.crashedMillis();
    String later = "state = 'COMMITTED' AND extract(epoch FROM ended) * 1000 > " + crashed;
    if (crashed > 0 && table.ledgerHas(later)) {
      steps.add("the export was decided after the crash");
      model.decidedLater();
    }
    if (code != 0 && plan.undisturbed()) {
      steps.violation("a job that nothing disturbs fails: " + client.lastLine());
    }
    if (best == 0) {
      succeeded();
    } else {
      failed(client);
    }
  }

  private Client start(String what, List<String> command) throws IOException {
    server.requireGoingOn();
    Path log = folder.resolve("client-%d.log".formatted(++clients));
    steps.add("start %s: %s".formatted(what, log.getFileName()));
    return new Client(command, commands.environment(), log);
  }

  /** Waits for a client's end and returns its exit code; kills a hanging client. */
  private int ended(Client client) throws IOException {
    if (!client.awaitWhileItLogs(HANGS)) {
      steps.violation("the job hangs: it logs nothing for %d s".formatted(HANGS.toSeconds()));
      client.signal("KILL");
      client.await(SESSIONS_END);
    }
    steps.add("%s: exit code %d".formatted(client.log.getFileName(), client.exitCode()));
    return client.exitCode();
  }

  /** Waits until no container and no session of the job is left. */
  private void awaitQuiet() throws SQLException {
    if (cluster != null && !cluster.awaitEnd()) {
      steps.violation("a container of the job is left");
    }
    String none = "SELECT 1 WHERE NOT EXISTS (%s)".formatted(Server.SESSIONS);
    if (!server.await(none, SESSIONS_END, () -> false)) {
      steps.violation("a session of the job is left: " + server.rows(Server.SESSIONS));
    }
    if (!Processes.within(SESSIONS_END, () -> server.clients().isEmpty())) {
      steps.violation("a process of the job is left: " + server.clients());
    }
    server.requireGoingOn();
  }

  private boolean check(String sentence, boolean succeeded) throws SQLException {
    return steps.check(sentence + ": ", model.check(table.rows(), succeeded));
  }

  private void succeeded() throws SQLException, IOException {
    if (plan.mustFail()) {
      steps.violation("files that must fail are loaded with exit code 0: " + plan.files);
      return;
    }
    check("exit code 0, but the rows are not all there once", true);
    if (plan.kind == Kind.LOAD) {
      steps.check(
          "accepted and rejected rows are not those of the files: ",
          new RejectedRows(table, commands).wrong());
    }
    if (!plan.load.name().isEmpty()) {
      namedAgain();
    }
    if (plan.kind == Kind.IMPORT) {
      checkImport(true, false);
    }
  }

  /** Runs a named load once more, which brings nothing. */
  private void namedAgain() throws IOException, SQLException {
    Client client = start("the named load again", commands.job());
    boolean succeeds = ended(client) == 0;
    if (!succeeds && !client.text().contains(commands.again()) && !plan.mayBeRefused()) {
      steps.violation("a named load fails when it is run again: " + client.lastLine());
    }
    awaitQuiet();
    check("a named load that is run again changes the rows", true);
  }

  /**
   * Checks the folder of an import. It must hold all rows that the table had at one time; after a
   * failure, nothing that looks like data.
   */
  private void checkImport(boolean succeeded, boolean harmed) throws SQLException, IOException {
    Path target = commands.files().resolve("imported");
    boolean ended = Files.exists(target.resolve("_SUCCESS"));
    List<Path> parts = parts(target);
    if (succeeded && !ended) {
      steps.violation("an import ends with exit code 0 without _SUCCESS");
    } else if (!succeeded && ended && !harmed) { // a client may die after the job has succeeded
      steps.violation("an import fails, and _SUCCESS is there");
    } else if (!succeeded && !ended && !parts.isEmpty()) {
      steps.violation("an import fails, and files that look like data are there: " + parts);
    }
    if (succeeded || ended && harmed) {
      RowBag rows = table.rows(parts);
      if (!model.had(rows)) {
        steps.violation("the files of an import hold rows of no snapshot: " + rows.size());
      }
    }
  }

  private static List<Path> parts(Path target) throws IOException {
    if (!Files.isDirectory(target)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(target)) {
      return files.filter(file -> file.getFileName().toString().startsWith("part-")).toList();
    }
  }

  private void failed(Client client) throws IOException, SQLException {
    if (plan.kind == Kind.IMPORT) {
      checkImport(false, client.harmed());
    }
    // before the recovery, some of the prepared transactions may be committed
    if (!table.ledgerHas("state = 'COMMITTING'")
        && check("exit code not 0, and neither none nor all rows are there", false)
        && !client.harmed()
        && model.hasCome(table.rows())
        && SAYS_SO.stream().noneMatch(client.text()::contains)) {
      steps.violation("exit code not 0 and all rows are there, but no message says so");
    }
    if (afterFailure()) {
      succeeded();
    } else {
      check("after the recovery, neither none nor all rows are there", false);
    }
  }

  /**
   * Runs the job again, as users and their scripts do, on the present table or on an empty one.
   *
   * @return whether the job has succeeded at last
   */
  private boolean afterFailure() throws IOException, SQLException {
    if (plan.mustFail() || plan.after == After.RECOVER) {
      recover();
      return false;
    }
    if (plan.after == After.TRUNCATE_AND_AGAIN) {
      empty("TRUNCATE " + plan.table.sql());
    } else if (plan.after == After.RECREATE_AND_AGAIN && plan.kind != Kind.EXTERNAL) {
      empty("DROP TABLE " + plan.table.sql());
      table.create();
      if (plan.prelude == Prelude.FAILING_JOB_AND_ALTER) {
        table.change(plan.table.alter());
      }
    }
    return again();
  }

  /** Finishes or undoes dead exports; only the connector's exports need it. */
  private void recover() throws IOException {
    if (plan.kind.exports()) {
      Client client = start("recovery", commands.recover());
      if (ended(client) != 0) {
        steps.violation("the recovery fails: " + client.lastLine());
      }
    }
  }

  /** Empties the table; if a dead job's prepared transaction locks it, recovers first. */
  private void empty(String statement) throws SQLException, IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        server.run(statement);
        steps.add("script: " + statement);
        model.startAgain();
        return;
      } catch (SQLException e) {
        steps.refused("script", e);
        if (attempt == MOST_ATTEMPTS) {
          throw e;
        }
        recover();
      }
    }
  }

  private boolean again() throws IOException, SQLException {
    String[] more = {};
    for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      model.runAgain();
      Client client = start("the job again", commands.job(more));
      int code = ended(client);
      awaitQuiet();
      if (code == 0) {
        return true;
      }
      if (client.text().contains(commands.again())) {
        steps.add("the message names " + commands.again());
        if (steps.harms.contains(What.DETACH_PARTITION)) {
          return false; // the rows of other partitions are there
        }
        more = new String[] {commands.again()};
      } else if (attempt == MOST_ATTEMPTS && !plan.mayBeRefused()) {
        steps.violation(
            "the job fails again and again, though nothing disturbs it: " + client.lastLine());
      }
    }
    return false;
  }

  private void checkEnd() throws SQLException, IOException {
    if (!table.leftovers().isEmpty()) {
      recover();
      List<String> left = table.leftovers();
      if (!left.isEmpty()) {
        steps.violation("something is left after the recovery: " + left);
      }
    }
    steps.check("a detached partition got or lost rows: ", table.changesOfDetached());
    steps.check("the table's definition is not its owner's: ", table.changes());
  }
}
