package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.loadpath.benchmarks.record.RunRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the page in a real browser, whose console must be empty; skipped if no Chromium is on
 * the PATH.
 */
public abstract class InBrowser {
  protected static final int PHONE_WIDTH = 390;
  protected static final int PHONE_HEIGHT = 844;

  @TempDir protected static Path folder;
  static Chromium browser;
  protected BrowserTab tab;

  @BeforeAll
  static void startTheBrowser() throws Exception {
    Optional<Path> program = Chromium.find();
    assumeTrue(
        program.isPresent(),
        "no chromium, chromium-browser or google-chrome on the PATH: the page was not opened");
    browser = new Chromium(program.get(), folder);
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

  /** Opens the report in a browser with scripts off. */
  void openWithoutScripts(RunRecord record) throws IOException {
    tab.scripts(false);
    open(record);
    tab.scripts(true);
  }

  /** The value of an expression, which must be a number. */
  protected int number(String expression) throws IOException {
    JsonNode value = tab.eval(expression);
    assertThat(value.isNumber()).as(expression).isTrue();
    return value.asInt();
  }

  /** The value of an expression as text. */
  protected String text(String expression) throws IOException {
    return tab.eval(expression).asText();
  }

  /** The texts of all elements that a selector names. */
  protected List<String> texts(String selector) throws IOException {
    List<String> texts = new ArrayList<>();
    tab.eval("[...document.querySelectorAll('%s')].map(e => e.textContent)".formatted(selector))
        .forEach(text -> texts.add(text.asText()));
    return texts;
  }

  /** Returns the number of elements. */
  protected int count(String selector) throws IOException {
    return number("document.querySelectorAll('%s').length".formatted(selector));
  }

  /** Returns the number of visible elements. */
  protected int visible(String selector) throws IOException {
    return countWhere(selector, "e.checkVisibility()");
  }

  /** Returns the number of elements {@code e} that fulfil a condition. */
  protected int countWhere(String selector, String condition) throws IOException {
    return number(
        "[...document.querySelectorAll('%s')].filter(e => %s).length"
            .formatted(selector, condition));
  }

  /** Returns the number of marks in a chart: the SVG library transforms nothing else. */
  protected int marks(String chart) throws IOException {
    return countWhere(
        "#chart-%s svg path[transform^=matrix]".formatted(chart),
        "e.getBoundingClientRect().width > 2");
  }

  /** Returns the page's last message to a screen reader. */
  protected String spoken() throws IOException {
    return text("document.getElementById('spoken').textContent");
  }

  protected int pageWidth() throws IOException {
    return number("document.documentElement.scrollWidth");
  }

  /** Waits until the charts are drawn in new colours. */
  protected void awaitNewColours() throws IOException {
    tab.eval("new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))");
  }
}
