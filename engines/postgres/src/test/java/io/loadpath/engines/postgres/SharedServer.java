package io.loadpath.engines.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** For the tests of all modules: one server for a module, stopped after its last test. */
public final class SharedServer implements BeforeAllCallback {
  private static TestServer test;

  /** The server, in tests that are extended with this class. */
  public static TestServer test() {
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
