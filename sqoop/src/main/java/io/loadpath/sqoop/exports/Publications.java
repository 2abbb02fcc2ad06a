package io.loadpath.sqoop.exports;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.ServerVersion;

/** Publications that would send a subscriber what it has no table for. */
final class Publications {
  private static final String OF_ALL_TABLES =
      "SELECT pubname FROM pg_publication WHERE puballtables";

  private static final String OF_SCHEMA =
      """
       UNION SELECT pubname FROM pg_publication p JOIN pg_publication_namespace n ON n.pnpubid = p.oid
      WHERE n.pnnspid = to_regnamespace(?)""";

  private Publications() {}

  /**
   * Requires that no publication takes in each new table of a schema: the ledger and the staging
   * tables would end the subscriber's worker, for all its tables.
   *
   * @throws IOException that names the publications
   */
  static void requireNone(BaseConnection session, String schema) throws IOException, SQLException {
    List<String[]> found =
        session.haveMinimumServerVersion(ServerVersion.v15)
            ? Sql.rows(session, OF_ALL_TABLES + OF_SCHEMA, ExportNames.quoted(schema))
            : Sql.rows(session, OF_ALL_TABLES);
    if (!found.isEmpty()) {
      throw new IOException(
          "publication %s takes in each new table of the schema %s, so it would publish the tables that an export makes, which its subscribers lack: let it name its tables (ALTER PUBLICATION … SET TABLE …), or export into a table of another schema"
              .formatted(
                  found.stream().map(row -> row[0]).sorted().collect(Collectors.joining(", ")),
                  schema));
    }
  }
}
