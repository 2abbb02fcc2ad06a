package io.loadpath.sqoop.exports;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Properties;
import org.postgresql.Driver;

/** A program that notes the end of its export while its JVM is being ended. */
final class EndedClient {
  private EndedClient() {}

  /**
   * @param arguments URL, user, file of the password, schema, table and number of the export
   */
  public static void main(String[] arguments) throws Exception {
    Properties user = new Properties();
    user.setProperty("user", arguments[1]);
    user.setProperty("password", Files.readString(Path.of(arguments[2])));
    Connection session = new Driver().connect(arguments[0], user);
    ExportNames names =
        new ExportNames(arguments[3], arguments[4], "", Integer.parseInt(arguments[5]));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> note(names, session)));
  }

  private static void note(ExportNames names, Connection session) {
    try {
      new Ledger(session, names).setSeen();
    } catch (Exception e) {
      Runtime.getRuntime().halt(1);
    }
  }
}
