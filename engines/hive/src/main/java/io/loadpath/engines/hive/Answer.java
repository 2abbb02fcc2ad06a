package io.loadpath.engines.hive;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.conf.HiveConf.ConfVars;

/** Asks the HiveServer2 of this process, by its address and with its password. */
final class Answer {
  private Answer() {}

  /** Asks the server for its databases, as a client does: it asks its metastore. */
  static boolean isGiven() {
    HiveConf conf = new HiveConf();
    String address =
        "jdbc:hive2://%s:%d/default"
            .formatted(
                conf.getVar(ConfVars.HIVE_SERVER2_THRIFT_BIND_HOST),
                conf.getIntVar(ConfVars.HIVE_SERVER2_THRIFT_PORT));
    try (Connection connection =
            DriverManager.getConnection(
                address,
                System.getProperty("user.name"),
                PasswordFile.read(conf.get(OwnerAuthentication.PASSWORD_FILE)));
        Statement statement = connection.createStatement();
        ResultSet databases = statement.executeQuery("SHOW DATABASES")) {
      return databases.next();
    } catch (SQLException | IOException e) {
      return false;
    }
  }
}
