package io.loadpath.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.tables.scripts.Dialect;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The names that scripts quote, beside those that the server quotes. */
@ExtendWith(SharedServer.class)
class ReservedWordsIT {

  @Test
  void scriptsQuoteTheNamesThatTheServerQuotes() {
    List<String> words = words("true");

    assertThat(words).hasSizeGreaterThan(400);
    assertThat(words.stream().filter(word -> !Dialect.POSTGRES.name(word).equals(word)))
        .containsExactlyElementsOf(words("quote_ident(word) <> word"));
  }

  private static List<String> words(String condition) {
    return SharedServer.test()
        .sql("SELECT word FROM pg_get_keywords() WHERE " + condition + " ORDER BY 1")
        .lines()
        .toList();
  }
}
