package io.loadpath.sqoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Parquet of the bundled Sqoop, with the connector's factory. */
@ExtendWith(SharedServer.class)
class ParquetIT {
  @Test
  void writesParquetThatOthersRead() throws Exception {
    Path folder = Database.server().newFolder();
    ConnectionInfo connection = Database.connection();
    Database.server()
        .sql(
            "CREATE TABLE parquet_it AS SELECT n AS a, nullif('näme ' || n, 'näme 3') AS b, n % 2 = 0 AS c"
                + " FROM generate_series(1, 1000) n");
    String digest = "SELECT md5(string_agg(a || coalesce(b, '-') || c, ',' ORDER BY a)) FROM ";
    String rows = Database.server().sql(digest + "parquet_it");

    Outcome outcome =
        Program.in(folder, "bin/sqoop", "import")
            .with(
                "-Dsqoop.connection.factories=io.loadpath.sqoop.PostgresManagerFactory,"
                    + "org.apache.sqoop.manager.DefaultManagerFactory")
            .with("--direct", "--as-parquetfile", "--table", "parquet_it", "--split-by", "a")
            .with("-m", "2", "--target-dir", "out")
            .with("--connect", connection.jdbcUrl(), "--username", connection.user())
            .with("--password-file", "file://" + connection.passwordFile())
            .set(Database.environment())
            .run();

    Database.server().sql("DROP TABLE parquet_it");
    assertThat(outcome.ok().err()).contains("--as-parquetfile needs Sqoop's record class");
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement();
        ResultSet read = statement.executeQuery(digest + "'" + folder + "/out/*.parquet'")) {
      read.next();
      assertThat(read.getString(1)).isEqualTo(rows);
    }
  }
}
