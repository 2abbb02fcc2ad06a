package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadpath.benchmarks.record.RunRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the page in a real browser, which may have nothing to say on its console; skipped where
 * no Chromium is on the PATH.
 */
public abstract class InBrowser {
  @TempDir protected static Path folder;
  static Chromium browser;
  protected BrowserTab tab;

  @BeforeAll
  static void startTheBrowser() throws Exception {
    Optional<Path> program = Chromium.find();
    assumeTrue(
        program.isPresent(),
        "no chromium, chromium-browser or google-chrome on the PATH: the page was not opened");
    browser = Chromium.start(program.get(), folder);
  }

  @AfterAll
  static void endTheBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void openATab() throws Exception {
    tab = browser.tab();
  }

  @AfterEach
  void nothingIsOnTheConsole() {
    assertThat(tab.console()).isEmpty();
    tab.close();
  }

  void open(RunRecord record) throws IOException {
    Path page = folder.resolve("report.html");
    Report.write(Figures.of(record), page);
    tab.open(page);
  }
}
