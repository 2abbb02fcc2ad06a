package io.loadpath.tables.describe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.tables.describe.FileSample.Piece;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LayoutSearchTest {
  private static final Path FILE = Path.of("a.csv");

  private static LayoutSearch.Found find(String text, boolean whole) {
    Piece piece = Piece.of(FILE, text.getBytes(UTF_8), true, true);
    return new LayoutSearch(new FileSample(List.of(piece), whole, 1)).find();
  }

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of("a,b;c\n\"d;e\";f\n", new Separators(';', '"', '"')),
        Arguments.of("a;b\n1,5;2\n2,5;3\n", new Separators(';', null, null)),
        Arguments.of("1|2|x, y\n".repeat(20) + "3|4\n", new Separators('|', null, null)),
        Arguments.of("1\tB, A\n2\tD, C\n", new Separators('\t', null, null)),
        Arguments.of("a|b,c\nd|e,f\n", new Separators(',', null, null)),
        Arguments.of("a\u0001b\nc\u0001d\n", new Separators('\u0001', null, null)),
        Arguments.of("Anna\nBob, too\nCleo\n", new Separators(',', null, null)),
        Arguments.of("1,5\" pipe\n2,6\" pipe\n", new Separators(',', null, null)),
        Arguments.of("1,\"a\"\n2,\"b\"\n", new Separators(',', '"', '"')),
        Arguments.of("1,\"a\n2,\"b\n3,c\n", new Separators(',', null, null)),
        Arguments.of("1,'a, b'\n2,'c'\n", new Separators(',', '\'', '\'')),
        Arguments.of("1,'tis\n2,it's\n3,'a'\n", new Separators(',', null, null)),
        Arguments.of("1,\"a \\\"b\\\", c\"\n2,\"d\"\n", new Separators(',', '"', '\\')),
        Arguments.of("1|a\\|b\n2|c\n", new Separators('|', null, '\\')),
        Arguments.of("1,\"a\\\\\"\n2,\"C:\\dir\"\n", new Separators(',', '"', '"')));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void findsTheSeparatorsThatMostRowsAgreeWith(String text, Separators separators) {
    assertThat(find(text, true).layout().separators).isEqualTo(separators);
  }

  @Test
  void asksAboutQuotesWhereNotAllWasRead() {
    LayoutSearch.Found found = find("1,a\n2,b\n", false);
    assertThat(found.quoteGuessed()).isTrue();
    assertThat(found.layout().separators.quote()).isEqualTo('"');
    assertThat(find("1,a\n2,b\n", true).quoteGuessed()).isFalse();
    assertThat(find("1|a\n2|b\n", false).layout().separators.quote()).isNull();
  }

  @Test
  void leavesOutAPlaceThatBeginsWithinQuotes() {
    Piece first = Piece.of(FILE, "1,\"a\nb\"\n2,\"c\"\n".getBytes(UTF_8), true, false);
    Piece within = Piece.of(FILE, "x\n1,y\",z\n3,\"a\"\n4".getBytes(UTF_8), false, true);
    Piece clear = Piece.of(FILE, "x\n3,\"a\"\n4,b\n".getBytes(UTF_8), false, true);

    FileSample sample = new FileSample(List.of(first, within, clear), false, 1);
    assertThat(sample.readable(new Separators(',', '"', '"')).pieces())
        .containsExactly(first, clear);
  }
}
