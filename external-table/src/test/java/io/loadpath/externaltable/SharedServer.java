package io.loadpath.externaltable;

import io.loadpath.engines.postgres.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** One PostgreSQL server for all tests of the module, stopped after the last one. */
final class SharedServer implements BeforeAllCallback {
  private static TestServer test;

  /** The server, in tests that are extended with this class. */
  static TestServer test() {
    return test;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    context
        .getRoot()
        .getStore(Namespace.create(SharedServer.class))
        .getOrComputeIfAbsent(SharedServer.class, key -> start());
  }

  private static CloseableResource start() {
    try {
      test = TestServer.started();
      return test::delete;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
