package io.loadpath.loads.exports;

import io.loadpath.loads.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A leaf partition that the target has, and whether a load can exchange it for a new table.
 *
 * @param partition an entry of {@link ExportPlan#partitions}: an exchange, or an insert if there is
 *     an obstacle
 * @param obstacle the reason not to exchange the leaf: it has rows, or something would be lost
 */
public record EmptyLeaf(Partition partition, Optional<String> obstacle) {
  /** The size of a default partition above which it is not read for each exchanged leaf. */
  private static final int DEFAULT_MEBIBYTES = 8;

  /**
   * The leaves of a table, or the table itself if it is a leaf, without locking them. A definition
   * is a digest of the catalog's data about a leaf, except its size and age. It does not depend on
   * the session's settings.
   */
  private static final String LEAVES =
      """
      WITH RECURSIVE tree (oid, parent) AS (
        SELECT oid, (SELECT inhparent FROM pg_inherits WHERE inhrelid = c.oid) FROM pg_class c WHERE oid = ANY (?::bigint[]::oid[])
        UNION ALL SELECT inhrelid, inhparent FROM tree JOIN pg_inherits ON inhparent = tree.oid
      ), leaf AS (
        SELECT c.*, tree.parent FROM tree JOIN pg_class c ON c.oid = tree.oid WHERE c.relispartition AND c.relkind <> 'p'
      ), referenced AS MATERIALIZED (
        SELECT confrelid, 'foreign key ' || quote_ident(conname) || ' of ' || conrelid::regclass AS name FROM pg_constraint WHERE contype = 'f' AND confrelid IN (SELECT oid FROM leaf)
      ), big_default (parent, name) AS (
        SELECT partrelid, (SELECT d.oid::regclass FROM pg_class d
          WHERE d.oid IN (SELECT partdefid UNION SELECT relid FROM pg_partition_tree(partdefid)) AND pg_relation_size(d.oid) > 1024 * 1024 * %d LIMIT 1)
        FROM pg_partitioned_table WHERE partdefid <> 0 AND partrelid IN (SELECT parent FROM leaf)
      )
      SELECT c.oid::bigint, c.relname, c.parent::bigint, pg_get_expr(c.relpartbound, c.oid), pg_get_partition_constraintdef(c.oid),
        md5(concat_ws(E'\\n', to_jsonb(c) - '{relpages,reltuples,relallvisible,relallfrozen,relfrozenxid,relminmxid,relfilenode,relhasindex,relhasrules,relhastriggers,relhassubclass}'::text[],
          (SELECT jsonb_agg(to_jsonb(a) - 'attmissingval'::text || jsonb_build_object('default', adbin) ORDER BY attnum)
            FROM pg_attribute a LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attrelid = c.oid AND attnum > 0),
          (SELECT jsonb_agg(to_jsonb(k) || jsonb_build_object('comment', obj_description(oid, 'pg_constraint')) ORDER BY oid) FROM pg_constraint k WHERE conrelid = c.oid),
          (SELECT jsonb_agg(to_jsonb(i) - 'indcheckxmin'::text || jsonb_build_object('name', relname, 'options', reloptions, 'comment', obj_description(indexrelid, 'pg_class')) ORDER BY indexrelid)
            FROM pg_index i JOIN pg_class x ON x.oid = indexrelid WHERE indrelid = c.oid),
          (SELECT jsonb_agg(to_jsonb(s) ORDER BY oid) FROM pg_statistic_ext s WHERE stxrelid = c.oid),
          (SELECT string_agg(concat_ws(' ', objsubid, description), E'\\n' ORDER BY objsubid) FROM pg_description WHERE classoid = 'pg_class'::regclass AND objoid = c.oid))),
        coalesce(
          CASE WHEN c.relkind <> 'r' OR c.reloftype <> 0 THEN 'it is not an ordinary table' END,
          CASE WHEN pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT' THEN 'it is the default partition' END,
          CASE WHEN c.relpersistence <> 'p' THEN 'it is unlogged or temporary' END,
          CASE WHEN NOT pg_has_role(c.relowner, 'USAGE') THEN 'it belongs to ' || pg_get_userbyid(c.relowner) END,
          CASE WHEN c.relnamespace <> (SELECT relnamespace FROM pg_class WHERE oid = ?::bigint::oid) THEN 'it is in another schema than the target' END,
          CASE WHEN (SELECT amname FROM pg_am a WHERE a.oid = c.relam) <> 'heap' THEN 'its access method is not heap' END,
          CASE WHEN c.relrowsecurity OR c.relforcerowsecurity THEN 'it has row security' END,
          CASE WHEN c.relreplident <> 'd' THEN 'it has a replica identity' END,
          CASE WHEN EXISTS (SELECT FROM aclexplode(c.relacl) WHERE grantor <> c.relowner) THEN 'others than its owner have granted privileges' END,
          (SELECT 'it has privileges of column ' || quote_ident(attname) FROM pg_attribute WHERE attrelid = c.oid AND attacl IS NOT NULL LIMIT 1),
          (SELECT 'trigger ' || quote_ident(t.tgname) FROM pg_trigger t LEFT JOIN pg_trigger above ON above.oid = t.tgparentid
            WHERE t.tgrelid = c.oid AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.oid = t.tgconstraint AND k.contype <> 't')
              AND (above.oid IS NULL OR t.tgenabled <> above.tgenabled OR t.tgenabled <> 'D' AND t.tgtype & 4 <> 0) LIMIT 1),
          (SELECT 'rule ' || quote_ident(rulename) FROM pg_rewrite WHERE ev_class = c.oid LIMIT 1),
          (SELECT 'policy ' || quote_ident(polname) FROM pg_policy WHERE polrelid = c.oid LIMIT 1),
          (SELECT 'publication ' || quote_ident(pubname) FROM pg_publication_rel r JOIN pg_publication p ON p.oid = r.prpubid
            WHERE r.prrelid IN (SELECT relid FROM pg_partition_ancestors(c.oid)) LIMIT 1),
          CASE WHEN EXISTS (SELECT FROM pg_subscription_rel WHERE srrelid = c.oid) THEN 'a subscription writes to it' END,
          (SELECT 'it has a security label' FROM pg_seclabel WHERE classoid = 'pg_class'::regclass AND objoid = c.oid LIMIT 1),
          (SELECT 'foreign key ' || quote_ident(conname) FROM pg_constraint WHERE conrelid = c.oid AND contype = 'f' AND conparentid = 0 LIMIT 1),
          (SELECT name FROM referenced WHERE confrelid = c.oid LIMIT 1),
          (SELECT 'comment on constraint ' || quote_ident(conname) FROM pg_constraint k WHERE conrelid = c.oid AND contype NOT IN ('c', 'n') AND obj_description(k.oid, 'pg_constraint') IS NOT NULL LIMIT 1),
          (SELECT 'index ' || x.oid::regclass || ' is invalid, clustered, in a tablespace, or has a target of statistics' FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
            WHERE i.indrelid = c.oid AND (NOT i.indisvalid OR i.indisclustered OR x.reltablespace <> 0
              OR EXISTS (SELECT FROM pg_attribute WHERE attrelid = x.oid AND attstattarget >= 0)) LIMIT 1),
          (SELECT 'statistics ' || quote_ident(stxname) || ' have a target or a comment' FROM pg_statistic_ext s
            WHERE stxrelid = c.oid AND (stxstattarget >= 0 OR obj_description(s.oid, 'pg_statistic_ext') IS NOT NULL) LIMIT 1),
          (SELECT 'sequence ' || objid::regclass FROM pg_depend WHERE refclassid = 'pg_class'::regclass AND refobjid = c.oid AND refobjsubid > 0 AND deptype IN ('a', 'i')
            AND classid = 'pg_class'::regclass AND (SELECT relkind FROM pg_class WHERE oid = objid) = 'S' LIMIT 1),
          (SELECT 'it belongs to an extension' FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype IN ('e', 'x') LIMIT 1),
          (SELECT pg_describe_object(classid, objid, objsubid) || ' depends on it'
            FROM (SELECT 'pg_class'::regclass, c.oid UNION ALL SELECT 'pg_type'::regclass, c.reltype UNION ALL SELECT 'pg_type'::regclass, typarray FROM pg_type WHERE oid = c.reltype) AS own (class, object)
              JOIN pg_depend ON refclassid = class AND refobjid = object
            WHERE deptype = 'n'
              AND NOT (classid = 'pg_constraint'::regclass AND objid IN (SELECT oid FROM pg_constraint WHERE conrelid = c.oid)
                OR classid = 'pg_attrdef'::regclass AND objid IN (SELECT oid FROM pg_attrdef WHERE adrelid = c.oid)
                OR classid = 'pg_trigger'::regclass AND objid IN (SELECT oid FROM pg_trigger WHERE tgrelid = c.oid)
                OR classid = 'pg_statistic_ext'::regclass AND objid IN (SELECT oid FROM pg_statistic_ext WHERE stxrelid = c.oid)
                OR classid = 'pg_class'::regclass AND objid IN (SELECT indexrelid FROM pg_index WHERE indrelid = c.oid)) LIMIT 1),
          (SELECT 'the default partition ' || name || ' is larger than %d MiB, and each exchange would read it' FROM big_default b WHERE b.parent = c.parent)),
        CASE WHEN c.relkind = 'r' THEN pg_relation_size(c.oid) END, c.oid::regclass
      FROM leaf c ORDER BY c.oid"""
          .formatted(DEFAULT_MEBIBYTES, DEFAULT_MEBIBYTES);

  /**
   * All leaves below a target, by oid.
   *
   * @param target its oid
   */
  public static Map<Long, EmptyLeaf> of(Connection session, long target) throws SQLException {
    return of(session, target, new String[] {String.valueOf(target)});
  }

  /**
   * Some leaves of a target, or the leaves below these tables, by oid. The session's search path
   * must be the loader's, because it decides how the catalog's functions print names.
   */
  static Map<Long, EmptyLeaf> of(Connection session, long target, String[] tables)
      throws SQLException {
    Map<Long, EmptyLeaf> leaves = new LinkedHashMap<>();
    for (String[] row : Sql.rows(session, LEAVES, tables, target)) {
      long oid = Long.parseLong(row[0]);
      String obstacle = oid == target ? "it is the target" : row[6];
      if (obstacle == null && !"0".equals(row[7])) {
        obstacle =
            Sql.isTrue(session, "SELECT EXISTS (SELECT FROM ONLY %s)".formatted(row[8]))
                ? "it has rows"
                : null;
      }
      Partition partition =
          obstacle == null
              ? new Partition(row[1], oid, Long.parseLong(row[2]), row[3], row[4], row[5])
              : Partition.existing(row[1], oid);
      leaves.put(oid, new EmptyLeaf(partition, Optional.ofNullable(obstacle)));
    }
    return leaves;
  }
}
