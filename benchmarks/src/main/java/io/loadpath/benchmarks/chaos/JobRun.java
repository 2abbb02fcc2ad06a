package io.loadpath.benchmarks.chaos;

import io.loadpath.benchmarks.chaos.Plan.Kind;
import io.loadpath.benchmarks.chaos.Plan.Prelude;
import io.loadpath.benchmarks.chaos.Plan.Twin;
import io.loadpath.engines.service.Owner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One job of a plan: makes the table and the files, runs the job with its harm, and checks the
 * model.
 */
final class JobRun {
  private static final Duration LEDGER_WAIT = Duration.ofSeconds(20);
  private static final Duration HARM_ENDS = Duration.ofSeconds(60);

  /** What a client may say that fails although its rows are there, or may be. */
  private static final Pattern SAYS_SO =
      Pattern.compile("not known|are in the target|had been committed|run it again|is known");

  private final Server server;
  private final Plan plan;
  private final Path folder;
  private final Steps steps;
  private final ClusterHarm cluster;
  private final JobCommands commands;
  private final JobClients clients;
  private final JobTable table;
  private final ImportedFiles imported;
  private Model model;

  /**
   * @param folder for the job's files and logs; the server's user can enter it
   * @param hadoopConf null for the local runner
   * @param hangs the time after which a client counts as hanging
   */
  JobRun(
      Server server,
      Plan plan,
      Path folder,
      Steps steps,
      ClusterHarm cluster,
      Path hadoopConf,
      Duration hangs)
      throws IOException {
    this.server = server;
    this.plan = plan;
    this.folder = folder;
    this.steps = steps;
    this.cluster = cluster;
    this.commands = new JobCommands(server, plan, newFolder("files"), hadoopConf);
    this.clients = new JobClients(server, plan, commands, folder, cluster, hangs, steps);
    this.table = new JobTable(server, plan);
    this.imported = new ImportedFiles(commands.files().resolve("imported"), plan.table(), steps);
  }

  private Path newFolder(String name) throws IOException {
    Path made = Files.createDirectories(folder.resolve(name));
    Owner.mode(made, "rwxr-xr-x");
    return made;
  }

  /** Runs the job; what is wrong is in the steps. */
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
    for (DataFile file : plan.files()) {
      file.write(commands.files(), plan.loaded());
    }
    if (plan.kind() == Kind.EXTERNAL) {
      table.asOwner(commands.externalTables());
    }
    RowBag files = plan.rows();
    model = new Model(before, rows -> plan.applied(rows, files));
  }

  private void prelude() throws IOException, SQLException {
    if (plan.prelude() == Prelude.NOTHING) {
      return;
    }
    Path bad = newFolder("bad");
    Files.writeString(bad.resolve("part-bad"), "this is no number|x\n", StandardCharsets.UTF_8);
    JobCommands failing = new JobCommands(server, plan, bad, commands.hadoopConf());
    String limit = "-Dloadpath.export.reject.limit=0";
    if (clients.ended(clients.start("failing job", failing.job(limit))) == 0) {
      steps.violation("a file with a bad row is loaded with exit code 0");
    }
    if (plan.prelude() == Prelude.FAILING_JOB_AND_ALTER) {
      table.alter();
      steps.add("the owner: " + plan.table().alter());
    }
  }

  @SuppressWarnings("try") // the lock is held, not used
  private void job() throws IOException, SQLException {
    Twins twins = new Twins(server, plan);
    if (plan.twin() != Twin.NONE) {
      Path empty = newFolder("empty");
      Files.createFile(empty.resolve("part-0"));
      JobCommands first = new JobCommands(server, plan, empty, commands.hadoopConf());
      clients.ended(clients.start("job without rows, which makes the ledger", first.job()));
    }
    server.proxy().limit(plan.bytesPerSecond());
    Client client;
    Client second = null;
    try (Twins.Hold hold = twins.hold()) {
      client = clients.startJob("job");
      if (plan.twin() != Twin.NONE) {
        second = clients.startJob("second equal job");
        twins.await(LEDGER_WAIT, client::over);
      }
    }
    HarmRun harm = new HarmRun(server, plan, model, client, cluster, steps);
    List<Thread> harms = harm.start();
    int code = clients.ended(client);
    int best = code;
    if (second != null) {
      int other = clients.ended(second);
      best = Math.min(code, other);
      if (code == 0 && other == 0 && !twins.together()) {
        model.allowAgain();
      }
    }
    join(harms);
    server.proxy().limit(0);
    clients.awaitQuiet();
    table.setDefinition(harm.definition());
    noteCrash(harm.crashedMillis());
    if (code != 0 && plan.undisturbed()) {
      steps.violation("a job that nothing disturbs fails: " + client.lastLine());
    }
    if (best == 0) {
      succeeded();
    } else {
      failed(client);
    }
  }

  private static void join(List<Thread> threads) {
    for (Thread thread : threads) {
      try {
        thread.join(HARM_ENDS.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Tells the model whether the rows were decided on after the server had crashed. */
  private void noteCrash(long crashedMillis) throws SQLException {
    String later = "state = 'COMMITTED' AND extract(epoch FROM ended) * 1000 > " + crashedMillis;
    if (crashedMillis > 0 && table.ledgerHas(later)) {
      steps.add("the export was decided after the crash");
      model.decidedLater();
    }
  }

  private void succeeded() throws SQLException, IOException {
    if (plan.cut()) {
      steps.violation("a cut file is loaded with exit code 0: " + plan.files().get(0));
      return;
    }
    check("exit code 0, but the rows are not all there once", true);
    if (plan.kind() == Kind.IMPORT) {
      imported.checkWhole(model::had);
    }
  }

  private boolean check(String sentence, boolean succeeded) throws SQLException {
    String wrong = model.check(table.rows(), succeeded);
    if (!wrong.isEmpty()) {
      steps.violation(sentence + ": " + wrong);
    }
    return wrong.isEmpty();
  }

  private void failed(Client client) throws IOException, SQLException {
    if (plan.kind() == Kind.IMPORT && !imported.checkNone(client.harmed())) {
      imported.checkWhole(model::had);
    }
    // before the recovery, a part of the prepared transactions may be committed
    if (!table.ledgerHas("state = 'COMMITTING'")
        && check("exit code not 0, and neither none nor all rows are there", false)
        && !client.harmed()
        && model.hasCome(table.rows())
        && !SAYS_SO.matcher(client.text()).find()) {
      steps.violation("exit code not 0 and all rows are there, but no message says so");
    }
    if (new AfterFailure(server, plan, table, model, clients, steps).act()) {
      succeeded();
    } else {
      check("after the recovery, neither none nor all rows are there", false);
    }
  }

  private void checkEnd() throws SQLException, IOException {
    if (!table.leftovers().isEmpty()) {
      clients.recover();
      String left = table.leftovers();
      if (!left.isEmpty()) {
        steps.violation("something is left after the recovery: " + left);
      }
    }
    String changes = table.changes();
    if (!changes.isEmpty()) {
      steps.violation("the table's definition is not its owner's: " + changes);
    }
  }
}
