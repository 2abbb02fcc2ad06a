package io.loadpath.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts that are kept in {@code src/test/resources/golden}. A test with {@code
 * -Dloadpath.golden=write} writes them again: read the differences before you commit them.
 */
public final class Golden {
  private static final Path FOLDER = Path.of("src/test/resources/golden");

  private Golden() {}

  public static void matches(String name, String text) throws IOException {
    matches(FOLDER.resolve(name), text);
  }

  /** The same for a file that is in another folder. */
  public static void matches(Path file, String text) throws IOException {
    if ("write".equals(System.getProperty("loadpath.golden"))) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
    assertThat(file).content().isEqualTo(text);
  }

  /**
   * Returns the visible text of a section: a line for each row, item and paragraph, cells between
   * bars, and in braces the text on hover. Empty if the page has no such section.
   *
   * @param title the id of its title; null for the head of the page
   */
  static String section(String page, String title) {
    String element =
        title == null
            ? "<header>(.*?)</header>"
            : "<section[^>]* aria-labelledby=\"%s\"[^>]*>(.*?)</section>".formatted(title);
    Matcher section = Pattern.compile(element, Pattern.DOTALL).matcher(page);
    return section.find() ? text(section.group(1)) : "";
  }

  private static String text(String html) {
    return html.replaceAll("(?s)<svg.*?</svg>", "")
            .replaceAll("<td class=\"spread[^>]*>", " | ")
            .replaceAll("<(t[dh]|p)( [^>]*)? title=\"([^\"]*)\"[^>]*>", "<$1>{$3} ")
            .replaceAll("<t[dh]\\b[^>]*>", " | ")
            .replaceAll("<(tr|li|p|h\\d|dt|div|summary)\\b", "\n$0")
            .replaceAll("<(span|dd|button)\\b", " $0")
            .replaceAll("<[^>]*>", "")
            .replaceAll("[ \\t]+", " ")
            .replaceAll("\\s*\n[\\s|]*", "\n")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&#39;", "'")
            .replace("&quot;", "\"")
            .replace("&amp;", "&")
            .strip()
        + "\n";
  }
}
