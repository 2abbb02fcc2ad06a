package io.loadpath.sqoop;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets the driver find the shared server's password in a file, for jobs of Sqoop's own in this JVM:
 * Hadoop's local runner may start a task before the job has its credentials.
 */
final class DriverPassword implements BeforeAllCallback, AfterAllCallback {
  private static final String PASSWORDS = "org.postgresql.pgpassfile";

  @Override
  public void beforeAll(ExtensionContext context) {
    System.setProperty(PASSWORDS, Database.connection().passFile().toString());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    System.clearProperty(PASSWORDS);
  }
}
