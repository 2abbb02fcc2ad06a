package io.loadpath.benchmarks.chaos;

import io.loadpath.benchmarks.chaos.Plan.After;
import io.loadpath.benchmarks.chaos.Plan.Kind;
import io.loadpath.benchmarks.chaos.Plan.Prelude;
import io.loadpath.benchmarks.chaos.Plan.Twin;
import io.loadpath.engines.service.Owner;
import io.loadpath.engines.service.Processes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.postgresql.PGConnection;

/**
 * One job of a plan: makes the table and the files, runs the job with its harm, and checks the
 * model.
 */
final class JobRun {
  private static final Duration SESSIONS_END = Duration.ofSeconds(15);
  private static final Duration LEDGER_WAIT = Duration.ofSeconds(20);
  private static final int MOST_AGAIN = 3;
  private static final String AGAIN = "loadpath.export.again=true";

  /** What a client may say that fails although its rows are there, or may be. */
  private static final Pattern SAYS_SO =
      Pattern.compile("not known|are in the target|had been committed|run it again|is known");

  private final Server server;
  private final Plan plan;
  private final Path folder;
  private final Steps steps;
  private final ClusterHarm cluster;
  private final Duration hangs;
  private final JobCommands commands;
  private final TableState table;
  private final TableSpec loaded;
  private Model model;
  private String definition;
  private int clients;

  /**
   * @param folder for the job's files and logs; the server's user can enter it
   * @param hadoopConf null for the local runner
   * @param hangs the time after which a job counts as hanging
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
    this.hangs = hangs;
    this.commands = new JobCommands(server, plan, newFolder("files"), hadoopConf);
    this.table = new TableState(plan.table());
    this.loaded =
        plan.prelude() == Prelude.FAILING_JOB_AND_ALTER ? plan.table().altered() : plan.table();
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
    } finally {
      server.proxy().limit(0);
      drop();
    }
  }

  private void make() throws SQLException, IOException {
    TableSpec spec = plan.table();
    server.run(
        "CREATE SCHEMA %s AUTHORIZATION %s"
            .formatted(TableSpec.quoted(spec.schema()), Server.OWNER));
    create();
    List<List<String>> before = plan.rowsBefore().values(spec);
    try (Connection session = server.connect()) {
      session
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn(
              "COPY %s FROM STDIN (DELIMITER '|', NULL '')".formatted(spec.sql()),
              new ByteArrayInputStream(DataFile.text(before)));
    }
    for (DataFile file : plan.files()) {
      file.write(commands.files(), loaded);
    }
    if (plan.kind() == Kind.EXTERNAL) {
      asOwner(commands.externalTables());
    }
    RowBag files = plan.rows(loaded);
    model = new Model(RowBag.of(before), rows -> plan.applied(rows, files));
  }

  private void create() throws SQLException {
    TableSpec spec = plan.table();
    asOwner(spec.create());
    String publication = TableSpec.quoted("chaos " + plan.job());
    if (spec.published() != TableSpec.Published.NOT) {
      server.run("DROP PUBLICATION IF EXISTS " + publication);
      server.run(
          "CREATE PUBLICATION %s FOR %s"
              .formatted(
                  publication,
                  spec.published() == TableSpec.Published.TABLE
                      ? "TABLE " + spec.sql()
                      : "ALL TABLES"));
    }
    noteDefinition();
  }

  private void noteDefinition() throws SQLException {
    try (Connection session = server.connect()) {
      definition = table.definition(session);
    }
  }

  private void asOwner(List<String> statements) throws SQLException {
    try (Connection session = server.connect()) {
      Server.run(session, "SET SESSION AUTHORIZATION " + Server.OWNER);
      for (String statement : statements) {
        Server.run(session, statement);
      }
    }
  }

  private void prelude() throws IOException, SQLException {
    if (plan.prelude() == Prelude.NOTHING) {
      return;
    }
    Path bad = newFolder("bad");
    Files.writeString(bad.resolve("part-bad"), "this is no number|x\n", StandardCharsets.UTF_8);
    JobCommands failing = new JobCommands(server, plan, bad, commands.hadoopConf());
    Client client = start(failing.job(), "failing job");
    if (ended(client) == 0) {
      steps.violation("a file with a bad row is loaded with exit code 0");
    }
    if (plan.prelude() == Prelude.FAILING_JOB_AND_ALTER) {
      asOwner(List.of(plan.table().alter()));
      noteDefinition();
      steps.add("altered: " + plan.table().alter());
    }
  }

  private Client start(List<String> command, String what) throws IOException {
    server.requireGoingOn();
    Path log = folder.resolve("client-%d.log".formatted(++clients));
    steps.add("start %s: %s".formatted(what, log.getFileName()));
    return Client.start(command, commands.environment(), log);
  }

  /** Waits for a client's end and returns its exit code; a client that hangs is killed. */
  private int ended(Client client) {
    if (!client.await(hangs)) {
      steps.violation("the job hangs: no end in %d s".formatted(hangs.toSeconds()));
      client.signal("KILL");
      client.await(SESSIONS_END);
    }
    steps.add("%s: exit code %d".formatted(client.log().getFileName(), client.exitCode()));
    return client.exitCode();
  }

  private void job() throws IOException, SQLException {
    Twins twins = new Twins(server, plan);
    if (plan.twin() != Twin.NONE) {
      ended(start(commands.recover(), "recovery, which makes the ledger"));
    }
    server.proxy().limit(plan.bytesPerSecond());
    Client client;
    Client second = null;
    int code;
    HarmRun harm;
    try (AutoCloseable held = twins.hold()) {
      client = start(commands.job(), "job");
      harm = new HarmRun(server, plan, model, client, cluster, steps);
      if (plan.twin() != Twin.NONE) {
        second = start(commands.job(), "second equal job");
        twins.await(LEDGER_WAIT, client::over);
      }
    } catch (IOException | SQLException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    List<Thread> harms = harm.start();
    code = ended(client);
    int best = code;
    if (second != null) {
      int secondCode = ended(second);
      best = Math.min(code, secondCode);
      if (code == 0 && secondCode == 0 && !twins.together()) {
        model.allowAgain();
      }
    }
    join(harms);
    server.proxy().limit(0);
    if (!cluster.awaitEnd()) {
      steps.add("containers are left");
    }
    if (harm.definition() != null) {
      definition = harm.definition();
    }
    awaitSessions();
    server.requireGoingOn();
    noteCrash(harm.crashedMillis());
    if (plan.undisturbed() && plan.prelude() == Prelude.NOTHING && code != 0) {
      steps.violation("a job that nothing disturbs fails: " + lastLine(client));
    }
    if (best == 0) {
      succeeded();
    } else {
      failed(client);
    }
    checkEnd();
  }

  private static void join(List<Thread> threads) {
    for (Thread thread : threads) {
      try {
        thread.join(Duration.ofSeconds(60).toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void awaitSessions() throws SQLException {
    long end = System.nanoTime() + SESSIONS_END.toNanos();
    List<List<String>> left = server.rows(TableState.SESSIONS);
    while (!left.isEmpty() && System.nanoTime() < end) {
      Processes.pause();
      left = server.rows(TableState.SESSIONS);
    }
    if (!left.isEmpty()) {
      steps.violation("a session of the job is left: " + left);
    }
  }

  /** Tells the model whether the rows were decided on after the server had crashed. */
  private void noteCrash(long crashedMillis) throws SQLException {
    if (crashedMillis == 0 || !plan.kind().exports()) {
      return;
    }
    try {
      List<List<String>> ended =
          server.rows(
              "SELECT 1 FROM %s.loadpath_exports WHERE state = 'COMMITTED' HAVING min(extract(epoch FROM ended) * 1000) > %d"
                  .formatted(TableSpec.quoted(plan.table().schema()), crashedMillis));
      if (!ended.isEmpty()) {
        steps.add("the export was decided after the crash");
        model.decidedLater();
      }
    } catch (SQLException e) {
      steps.add("no ledger after the crash: " + e.getMessage());
    }
  }

  private RowBag found() throws SQLException {
    try (Connection session = server.connect()) {
      return table.rows(session);
    }
  }

  private void succeeded() throws SQLException, IOException {
    if (plan.cut()) {
      steps.violation("a cut file is loaded with exit code 0: " + plan.files().get(0));
      return;
    }
    check("exit code 0, but the rows are not all there once", true);
    if (plan.kind() == Kind.IMPORT) {
      new ImportedFiles(commands.files().resolve("imported"), plan.table(), steps)
          .checkWhole(model::had);
    }
  }

  private void check(String sentence, boolean succeeded) throws SQLException {
    String wrong = model.check(found(), succeeded);
    if (!wrong.isEmpty()) {
      steps.violation(sentence + ": " + wrong);
    }
  }

  /** Does what users do after a failure, until the job succeeds. */
  private void failed(Client client) throws IOException, SQLException {
    if (plan.kind() == Kind.IMPORT) {
      new ImportedFiles(commands.files().resolve("imported"), plan.table(), steps).checkNone();
    } else if (!pending()) {
      RowBag found = found();
      String wrong = model.check(found, false);
      if (!wrong.isEmpty()) {
        steps.violation("exit code not 0, and neither none nor all rows are there: " + wrong);
      } else if (!client.harmed()
          && !plan.rows(loaded).equals(new RowBag())
          && model.hasCome(found)
          && !SAYS_SO.matcher(client.text()).find()) {
        steps.violation("exit code not 0 and all rows are there, but no message says so");
      }
    }
    if (plan.cut() || plan.after() == After.RECOVER) {
      recover();
      if (!plan.kind().replaces()) {
        check("after the recovery, neither none nor all rows are there", false);
      }
      return;
    }
    if (plan.after() == After.TRUNCATE_AND_AGAIN) {
      empty("TRUNCATE " + plan.table().sql());
    } else if (plan.after() == After.RECREATE_AND_AGAIN && plan.kind() != Kind.EXTERNAL) {
      empty("DROP TABLE " + plan.table().sql());
      create();
      if (loaded != plan.table()) {
        asOwner(List.of(plan.table().alter()));
        noteDefinition();
      }
    }
    again();
  }

  /**
   * Whether the ledger has an export whose end is open, so that a part of the rows may be there.
   */
  private boolean pending() throws SQLException {
    if (!plan.kind().exports()) {
      return false;
    }
    try {
      return !server
          .rows(
              "SELECT 1 FROM %s.loadpath_exports WHERE state = 'COMMITTING'"
                  .formatted(TableSpec.quoted(plan.table().schema())))
          .isEmpty();
    } catch (SQLException e) {
      return false; // the ledger was not made
    }
  }

  /**
   * Empties the table like a script. What a dead job has prepared may lock it: then it recovers
   * first.
   */
  private void empty(String statement) throws SQLException, IOException {
    for (int attempt = 1; ; attempt++) {
      try (Connection session = server.connectWithShortLocks()) {
        Server.run(session, statement);
        steps.add("script: " + statement);
        model.startAgain();
        return;
      } catch (SQLException e) {
        steps.add("script: refused: " + e.getMessage().lines().findFirst().orElse(""));
        if (attempt == MOST_AGAIN) {
          throw e;
        }
        recover();
      }
    }
  }

  private void recover() throws IOException {
    if (plan.kind().exports()) {
      Client client = start(commands.recover(), "recovery");
      if (ended(client) != 0) {
        steps.violation("the recovery fails: " + lastLine(client));
      }
    }
  }

  private void again() throws IOException, SQLException {
    String[] more = {};
    for (int attempt = 1; attempt <= MOST_AGAIN; attempt++) {
      Client client = start(commands.job(more), "the job again");
      int code = ended(client);
      cluster.awaitEnd();
      awaitSessions();
      if (code == 0) {
        succeeded();
        return;
      }
      if (client.text().contains(AGAIN)) {
        steps.add("the message names " + AGAIN);
        more = new String[] {"-D" + AGAIN};
      } else if (attempt == MOST_AGAIN) {
        steps.violation(
            "the job fails again and again, though nothing disturbs it: " + lastLine(client));
      }
    }
  }

  private static String lastLine(Client client) throws IOException {
    return client.text().lines().filter(line -> !line.isBlank()).reduce((a, b) -> b).orElse("");
  }

  private void checkEnd() throws SQLException, IOException {
    if (!leftovers().isEmpty()) {
      recover();
      String left = leftovers();
      if (!left.isEmpty()) {
        steps.violation("something is left after the recovery: " + left.replace("\n", ", "));
      }
    }
    try (Connection session = server.connect()) {
      String now = table.definition(session);
      if (!now.equals(definition)) {
        steps.violation(
            "the table's definition is not its owner's: " + difference(definition, now));
      }
    }
  }

  private String leftovers() throws SQLException {
    try (Connection session = server.connect()) {
      return table.leftovers(session);
    }
  }

  private static String difference(String wanted, String found) {
    List<String> was = wanted.lines().toList();
    List<String> is = found.lines().toList();
    return "was %s, is %s"
        .formatted(
            was.stream().filter(line -> !is.contains(line)).toList(),
            is.stream().filter(line -> !was.contains(line)).toList());
  }

  private void drop() throws SQLException {
    try (Connection session = server.connect()) {
      for (List<String> prepared : Server.rows(session, "SELECT gid FROM pg_prepared_xacts")) {
        Server.run(session, "ROLLBACK PREPARED '%s'".formatted(prepared.get(0)));
      }
      Server.run(session, "DROP PUBLICATION IF EXISTS " + TableSpec.quoted("chaos " + plan.job()));
      Server.run(
          session,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '%s'"
              .formatted(Server.OWNER));
      Server.run(session, "DROP OWNED BY " + Server.OWNER + " CASCADE");
    }
    server.grant();
  }
}
