package io.loadpath.datasets.generate;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.tables.DatasetException;
import io.trino.tpch.Distributions;
import io.trino.tpch.TextPool;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineItemsTest {

  /** Of dbgen's lineitem.tbl at scale 0.01: 60,175 rows, 7,264,250 bytes. */
  private static final String SHA1_OF_HUNDREDTH = "bd54ec6886fb1404e851d5bf27f25146e206698d";

  /** As published with the TPC-H implementations of DuckDB and TiSpark; averages rounded. */
  private static final List<String> Q1_OF_HUNDREDTH =
      List.of(
          "A|F|380456.00|532348211.65|505822441.4861|526165934.000839|25.58|35785.71|0.05|14876",
          "N|F|8971.00|12384801.37|11798257.2080|12282485.056933|25.78|35588.51|0.05|348",
          "N|O|742802.00|1041502841.45|989737518.6346|1029418531.523350|25.45|35691.13|0.05|29181",
          "R|F|381449.00|534594445.35|507996454.4067|528524219.358903|25.60|35874.01|0.05|14902");

  private static TextPool pool;

  @BeforeAll
  static void makePool() {
    pool = new TextPool(300 * 1024 * 1024, Distributions.getDefaultDistributions());
  }

  @AfterAll
  static void freePool() {
    pool = null;
  }

  private static byte[] part(LineItems source, int part, int parts) {
    TextBuffer text = new TextBuffer();
    source.write(source.partStart(part, parts), source.partStart(part + 1, parts), text);
    return Arrays.copyOf(text.bytes, text.length);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 100, 9999})
  void anyNumberOfPartsIsByteForByteWhatDbgenWrites(int parts) throws Exception {
    LineItems source = new LineItems(0.01, pool);
    MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
    for (int part = 0; part < parts; part++) {
      sha1.update(part(source, part, parts));
    }
    assertThat(HexFormat.of().formatHex(sha1.digest())).isEqualTo(SHA1_OF_HUNDREDTH);
  }

  @Test
  void theSmallestScaleHasRows() {
    String text = new String(part(new LineItems(0.0001, pool), 0, 1), US_ASCII);
    assertThat(text.lines().map(line -> line.substring(0, line.indexOf('|'))).distinct())
        .hasSize(150);
  }

  /** MD5 of parts of the TPC's reference data, as tested by Trino's generator. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 60000, a4475303a4f96151fa6e81bf70623785",
    "1, 19999, 60000, 97f16b82020371cb116e4dc0b19b8ab5",
    "1, 39998, 60000, 64ad22f4331a98245d620c481f6f3fef",
    "1, 60000, 60000, 10d54dd21be687c538df07d46a25ebc4",
    "100, 1, 6000000, d81c9e53bca2800c94c6e93265bb84b1",
    "100, 3999998, 6000000, b3fa1d9fa653646d01d2eefe7e6bbb48",
    "1000, 59999997, 60000000, 4c79161c3dc3f361ce528fce0a1022c7",
    "10000, 199999999, 600000000, e90590009c074637814c614693355ad8",
    "10000, 600000000, 600000000, ad008f87943ead5b556e5c828a7ffacf"
  })
  void partsOfLargeScalesAreThoseOfTheReferenceData(
      double scale, int part, int parts, String expectedMd5) throws Exception {
    MessageDigest md5 = MessageDigest.getInstance("MD5");
    md5.update(part(new LineItems(scale, pool), part - 1, parts));
    assertThat(HexFormat.of().formatHex(md5.digest())).isEqualTo(expectedMd5);
  }

  @Test
  void aHeapThatIsTooSmallIsSaidBeforehand() throws Exception {
    LineItems.requireHeap(400L << 20);
    assertThatThrownBy(() -> LineItems.requireHeap(256L << 20))
        .isInstanceOf(DatasetException.class)
        .hasMessage(
            "making LINEITEM needs 400 MB of Java heap, but the limit is 256 MB: raise it with"
                + " -Xmx512m");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void q1IsTheOfficialAnswerForAnyNumberOfWriters(int writers) {
    LineItems source = new LineItems(0.01, pool);
    for (int part = 0; part < writers; part++) {
      part(source, part, writers);
    }
    assertThat(source.q1().get("90").stream().map(row -> String.join("|", row)))
        .containsExactlyElementsOf(Q1_OF_HUNDREDTH);
  }
}
