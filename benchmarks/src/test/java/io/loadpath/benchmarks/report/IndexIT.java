package io.loadpath.benchmarks.report;

import static io.loadpath.benchmarks.report.ResultsFolder.rounds;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The index in a real browser; skipped where no Chromium is on the PATH. */
@Timeout(180)
class IndexIT extends InBrowser {
  @TempDir private Path place;
  private ResultsFolder results;

  @BeforeEach
  void makeAFolder() {
    results = new ResultsFolder(place);
  }

  private void open() throws IOException {
    results.page();
    tab.open(place.resolve("index.html"));
  }

  @Test
  void theLinkOpensTheReport() throws Exception {
    results.add("a", rounds("x", 1));
    Files.move(place.resolve("a.json"), place.resolve("ä 100% #1?.json"));
    Files.writeString(place.resolve("ä 100% #1?.html"), "<title>the report</title>");
    open();

    tab.open(Path.of(URI.create(text("document.querySelector('#records a').href"))));
    assertThat(text("document.title")).isEqualTo("the report");
  }

  @Test
  void aPhoneShowsThePageInItsWidth() throws Exception {
    results.add("a", rounds("x", 1)).add("b", rounds("x", 2));
    tab.size(PHONE_WIDTH, PHONE_HEIGHT);
    open();
    assertThat(pageWidth()).isLessThanOrEqualTo(PHONE_WIDTH);
  }
}
