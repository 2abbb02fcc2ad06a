package io.loadpath.benchmarks.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The table of one job on a server, in the job's own schema. */
final class JobTable {
  /** The definitions of the tables in the schema, a line for each fact. */
  private static final String DEFINITION =
      """
      WITH tables AS (
        SELECT c.* FROM pg_class c
        WHERE relnamespace = %1$s AND relkind IN ('r', 'p') AND relname !~ '^loadpath_'
          AND NOT (EXISTS (SELECT FROM pg_inherits WHERE inhrelid = oid)
            AND coalesce(obj_description(oid, 'pg_class'), '') LIKE 'Loadpath:%%'))
      SELECT format('table %%s %%s %%s %%s %%s %%s', relname, relkind, relpersistence, relrowsecurity,
        relreplident, relowner::regrole) AS line FROM tables
      UNION ALL SELECT format('column %%s.%%s %%s %%s %%s', t.relname, attnum, attname,
        format_type(atttypid, atttypmod), attnotnull)
        FROM tables t JOIN pg_attribute ON attrelid = t.oid WHERE attnum > 0 AND NOT attisdropped
      UNION ALL SELECT 'index ' || pg_get_indexdef(indexrelid)
        FROM tables t JOIN pg_index ON indrelid = t.oid
      UNION ALL SELECT format('constraint %%s %%s', conname, pg_get_constraintdef(k.oid))
        FROM tables t JOIN pg_constraint k ON conrelid = t.oid
      UNION ALL SELECT 'trigger ' || pg_get_triggerdef(g.oid)
        FROM tables t JOIN pg_trigger g ON tgrelid = t.oid WHERE NOT tgisinternal
      UNION ALL SELECT format('partition %%s of %%s %%s', relname, inhparent::regclass, pg_get_expr(relpartbound, oid))
        FROM tables JOIN pg_inherits ON inhrelid = oid
      UNION ALL SELECT format('published %%s by %%s', t.relname, pubname)
        FROM tables t JOIN pg_publication_tables ON schemaname = %2$s AND tablename = t.relname
      ORDER BY 1""";

  private static final String LEFTOVERS =
      """
      SELECT 'prepared transaction ' || gid FROM pg_prepared_xacts
      UNION ALL SELECT 'staging table ' || relname FROM pg_class
        WHERE relnamespace = %1$s AND relkind = 'r' AND relname ~ '^loadpath_[0-9]'
      ORDER BY 1""";

  final Server server;
  final JobPlan plan;
  private final TableSpec spec;
  private final Map<String, RowBag> detached = new ConcurrentHashMap<>();
  private volatile Partitions partitions;
  private volatile List<String> definition;

  JobTable(Server server, JobPlan plan) {
    this.server = server;
    this.plan = plan;
    this.spec = plan.table;
  }

  /** Makes the table with its rows, and returns the rows. */
  RowBag make() throws SQLException {
    server.run(
        "CREATE SCHEMA %s AUTHORIZATION %s"
            .formatted(TableSpec.quoted(spec.schema()), Server.OWNER));
    if (onSmallDisk()) {
      setRole("default_tablespace = " + Server.SMALL);
    }
    if (!plan.roleSetting.isEmpty()) {
      setRole(plan.roleSetting);
    }
    create();
    List<List<String>> rows = plan.before();
    try (Session session = server.connect()) {
      insert(session, rows);
    }
    return RowBag.of(rows);
  }

  private void setRole(String setting) throws SQLException {
    server.run("ALTER ROLE %s SET %s".formatted(Server.OWNER, setting));
  }

  /** Makes the table without rows. */
  void create() throws SQLException {
    partitions = spec.partitions();
    asOwner(spec.create());
    if (spec.published() != TableSpec.Published.NOT) {
      boolean one = spec.published() == TableSpec.Published.TABLE;
      server.run("DROP PUBLICATION IF EXISTS " + publication());
      server.run(
          "CREATE PUBLICATION %s FOR %s"
              .formatted(publication(), one ? "TABLE " + spec.sql() : "ALL TABLES"));
    }
    change("");
  }

  private String publication() {
    return TableSpec.quoted("chaos " + plan.job);
  }

  /** Changes the table as its owner, and notes its new definition; returns true. */
  boolean change(String statement) throws SQLException {
    return change(statement, session -> {});
  }

  private interface Look {
    void at(Session session) throws SQLException;
  }

  private boolean change(String statement, Look before) throws SQLException {
    try (Session session = server.connect()) {
      session.connection().setAutoCommit(false);
      session.run("LOCK TABLE " + spec.sql() + " IN ACCESS EXCLUSIVE MODE");
      before.at(session);
      session.run(statement);
      List<String> then = texts(session, DEFINITION);
      session.connection().commit();
      definition = then;
    }
    return true;
  }

  /**
   * Attaches or detaches one of the partitions. A detached one gets another name.
   *
   * @param pick chooses it
   * @return false if there is none
   */
  boolean changePartition(boolean attaches, int pick, Model model) throws SQLException {
    Partitions was = partitions;
    List<Integer> some =
        IntStream.range(0, was.count())
            .filter(number -> was.there().contains(number) != attaches)
            .boxed()
            .toList();
    if (some.isEmpty()) {
      return false;
    }
    int number = some.get(pick % some.size());
    Partitions now = was.with(number, attaches);
    RowBag files = plan.rows(plan.loaded().with(now));
    model.mayBring(rows -> rows.plus(files));
    if (attaches) {
      String name = spec.inSchema(Partitions.name(number));
      change(
          "%s; ALTER TABLE %s OWNER TO %s".formatted(now.create(spec, number), name, Server.OWNER));
    } else {
      detach(number, model);
    }
    partitions = now;
    return true;
  }

  private void detach(int number, Model model) throws SQLException {
    String name = spec.inSchema(Partitions.name(number));
    String gone = "gone_%d".formatted(number);
    UnaryOperator<RowBag> change =
        rows -> rows.filter(row -> spec.partitions().of(spec, row) != number);
    synchronized (model) {
      try {
        change(
            "ALTER TABLE %s DETACH PARTITION %s; ALTER TABLE %s RENAME TO %s"
                .formatted(partitions.parent(spec, number), name, name, gone),
            session -> detached.put(gone, RowBag.of(session.rows(spec.select(name)))));
        model.changed(change);
      } catch (SQLException e) {
        model.maybeChanged(change);
        throw e;
      }
    }
  }

  /** Returns how detached partitions have changed since; empty if they have not. */
  String changesOfDetached() throws SQLException {
    for (Map.Entry<String, RowBag> table : detached.entrySet()) {
      try (Session session = server.connect()) {
        String name = spec.inSchema(table.getKey());
        if (!session
            .rows("SELECT 1 WHERE to_regclass('%s') IS NOT NULL".formatted(name))
            .isEmpty()) {
          String changes = RowBag.of(session.rows(spec.select(name))).differs(table.getValue());
          if (!changes.isEmpty()) {
            return table.getKey() + ": " + changes;
          }
        }
      }
    }
    return "";
  }

  private List<String> texts(Session session, String query) throws SQLException {
    String schema = "'" + spec.schema().replace("'", "''") + "'";
    String namespace = "(SELECT oid FROM pg_namespace WHERE nspname = " + schema + ")";
    return session.texts(query.formatted(namespace, schema));
  }

  void asOwner(String statements) throws SQLException {
    try (Session session = server.connect()) {
      session.run("SET SESSION AUTHORIZATION " + Server.OWNER);
      if (onSmallDisk()) {
        session.run("SET default_tablespace = " + Server.SMALL);
      }
      session.run(statements);
    }
  }

  private boolean onSmallDisk() {
    return server.smallDisk().isPresent() && plan.has(Harm.What.FULL_DISK);
  }

  /** Inserts rows with the session's rights. */
  void insert(Session session, List<List<String>> rows) throws SQLException {
    String columns =
        spec.columns().stream().map(TableSpec::quoted).collect(Collectors.joining(", "));
    session.copy("%s (%s)".formatted(spec.sql(), columns), DataFile.text(rows));
  }

  RowBag rows() throws SQLException {
    try (Session session = server.connect()) {
      return rows(session);
    }
  }

  RowBag rows(Session session) throws SQLException {
    return RowBag.of(session.rows(spec.select(spec.sql())));
  }

  /** Returns the rows of an import's files; the server reads them. */
  RowBag rows(List<Path> files) throws SQLException, IOException {
    StringBuilder text = new StringBuilder();
    for (Path file : files) {
      text.append(Files.readString(file));
    }
    TableSpec wide = spec.altered();
    String row = text.toString().lines().findFirst().orElse("").replaceAll("\\\\.", "");
    boolean added = row.chars().filter(c -> c == '|').count() == spec.columns().size();
    String more = added ? ", added integer" : "";
    try (Session session = server.connect()) {
      session.run("CREATE TEMP TABLE imported (%s%s)".formatted(wide.body(), more));
      session.copy("imported", text.toString().getBytes(UTF_8));
      return RowBag.of(session.rows(wide.select("imported")));
    }
  }

  /** Returns the connector's leftovers. */
  List<String> leftovers() throws SQLException {
    try (Session session = server.connect()) {
      return texts(session, LEFTOVERS);
    }
  }

  /** Returns how the table's definition differs from its owner's; empty if it does not. */
  String changes() throws SQLException {
    try (Session session = server.connect()) {
      List<String> was = definition;
      List<String> is = texts(session, DEFINITION);
      return was.equals(is) ? "" : "was %s, is %s".formatted(less(was, is), less(is, was));
    }
  }

  private static List<String> less(List<String> lines, List<String> others) {
    return lines.stream().filter(line -> !others.contains(line)).toList();
  }

  /** Whether there is a ledger; a job that refuses its table does not make one. */
  boolean hasLedger() throws SQLException {
    String name = plan.ledger().replace("'", "''");
    return server.has("SELECT 1 WHERE to_regclass('%s') IS NOT NULL".formatted(name));
  }

  /** Whether the ledger has an export that fulfils a condition. */
  boolean ledgerHas(String condition) throws SQLException {
    return plan.kind.exports()
        && hasLedger()
        && server.has("SELECT 1 FROM %s WHERE %s".formatted(plan.ledger(), condition));
  }

  /** Removes everything of the job on the server. */
  void drop() throws SQLException {
    try (Session session = server.connect()) {
      for (String gid : session.texts("SELECT gid FROM pg_prepared_xacts")) {
        session.run("ROLLBACK PREPARED '%s'".formatted(gid));
      }
      session.run("DROP PUBLICATION IF EXISTS " + publication());
      session.run("SELECT pg_terminate_backend(pid) FROM (%s) s".formatted(Server.SESSIONS));
      session.run("DROP OWNED BY " + Server.OWNER + " CASCADE");
      session.run("ALTER ROLE " + Server.OWNER + " RESET ALL");
    }
    server.grant();
  }
}
