package io.loadpath.mapreduce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/reference/load.md} holds what {@code load --help} prints. With {@code
 * -Dloadpath.golden=write}, the test writes it again.
 */
class LoadPageTest {
  private static final Path PAGE = Path.of("../docs/reference/load.md");
  private static final String BEFORE = "\n## Options\n\n";
  private static final String AFTER = "\n## ";

  @Test
  void optionsAreThoseOfTheHelp() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(Driver.run(new PrintStream(out, true, UTF_8), System.err, "load", "--help"))
        .isZero();
    String help = out.toString(UTF_8).replaceAll("(?m)^(?=.)", "    ");
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEFORE) + BEFORE.length();
    String expected = page.substring(0, from) + help + page.substring(page.indexOf(AFTER, from));
    if ("write".equals(System.getProperty("loadpath.golden"))) {
      Files.writeString(PAGE, expected);
    }

    assertThat(PAGE).content().isEqualTo(expected);
  }
}
