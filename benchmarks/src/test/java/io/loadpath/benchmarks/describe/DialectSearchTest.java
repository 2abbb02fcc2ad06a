package io.loadpath.benchmarks.describe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DialectSearchTest {
  private static final Path FILE = Path.of("a.csv");

  private static Piece whole(String text) {
    return Piece.of(FILE, text.getBytes(UTF_8), true, true);
  }

  private static Dialect find(Dialect sniffed, String text) {
    return find(sniffed, true, whole(text)).layout().dialect();
  }

  private static DialectSearch.Found find(Dialect sniffed, boolean whole, Piece... pieces) {
    return new DialectSearch(new Sample(List.of(pieces), whole, 1), Optional.ofNullable(sniffed))
        .find();
  }

  @Test
  void keepsAGuessThatAllRowsAgreeWith() {
    assertThat(find(new Dialect(';', '"', '"'), "a,b;c\n\"d;e\";f\n"))
        .isEqualTo(new Dialect(';', '"', '"'));
  }

  @Test
  void findsTheDelimiterThatMostRowsAgreeWith() {
    String rows = "1|2|x, y\n".repeat(20) + "3|4\n";
    assertThat(find(null, rows)).isEqualTo(new Dialect('|', null, null));
    assertThat(find(new Dialect(',', null, null), "1\t2\n3\t4\n".repeat(9)).delimiter())
        .isEqualTo('\t');
    assertThat(find(null, "a\u0001b\nc\u0001d\n").delimiter()).isEqualTo('\u0001');
  }

  @Test
  void takesQuotesOnlyWhereTheyAreAroundFields() {
    assertThat(find(null, "1,5\" pipe\n2,6\" pipe\n").quote()).isNull();
    assertThat(find(null, "1,\"a\"\n2,\"b\"\n").quote()).isEqualTo('"');
    assertThat(find(null, "1,\"a\n2,\"b\n3,c\n").quote()).as("not closed").isNull();
  }

  @Test
  void findsBackslashesBeforeQuotesAndDelimiters() {
    assertThat(find(null, "1,\"a \\\"b\\\", c\"\n2,\"d\"\n"))
        .isEqualTo(new Dialect(',', '"', '\\'));
    assertThat(find(new Dialect('|', null, null), "1|a\\|b\n2|c\n"))
        .isEqualTo(new Dialect('|', null, '\\'));
    assertThat(find(null, "1,\"a\\\\\"\n2,\"C:\\dir\"\n").escape())
        .as("backslashes that escape nothing")
        .isEqualTo('"');
  }

  @Test
  void asksAboutQuotesWhereNotAllWasRead() {
    Piece piece = whole("1,a\n2,b\n");
    assertThat(find(null, false, piece).quoteGuessed()).isTrue();
    assertThat(find(null, false, piece).layout().dialect().quote()).isEqualTo('"');
    assertThat(find(null, true, piece).quoteGuessed()).isFalse();
    assertThat(find(null, true, piece).layout().dialect().quote()).isNull();
    Dialect bar = new Dialect('|', null, null);
    assertThat(find(bar, false, whole("1|a\n2|b\n")).layout().dialect().quote()).isNull();
  }

  @Test
  void leavesOutAPlaceThatBeginsWithinQuotes() {
    Piece first = Piece.of(FILE, "1,\"a\nb\"\n2,\"c\"\n".getBytes(UTF_8), true, false);
    Piece within = Piece.of(FILE, "x\n1,y\",z\n3,\"a\"\n4".getBytes(UTF_8), false, true);
    Piece clear = Piece.of(FILE, "x\n3,\"a\"\n4,b\n".getBytes(UTF_8), false, true);

    Sample sample = new Sample(List.of(first, within, clear), false, 1);
    assertThat(sample.readable(new Dialect(',', '"', '"')).pieces()).containsExactly(first, clear);
  }
}
