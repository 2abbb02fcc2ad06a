package io.loadpath.datasets.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The merchants of {@link CardTransactions}: a category, a city and a zip code for each. Merchants
 * with low numbers have many more customers than merchants with high ones.
 */
final class Merchants {

  private static final int MERCHANTS = 400_000;
  private static final int FIRST_CODE = 1_000_000;
  private static final int CODES = 9_000_000;
  private static final int CODE_DIGITS = 7;

  /**
   * An amount is the category's typical amount, times this, times three numbers between 0 and 1.
   */
  private static final long AMOUNT_SPREAD = 24;

  /** Half of the merchants write the city's name in capitals, the others in mixed case. */
  private static final int SPELLINGS = 2;

  /** Coprime to the number of codes, so no two merchants share a code. */
  private static final long CODE_STEP = 7_654_321;

  private final long stream;
  private final byte[][] categories;
  private final int[] typicalAmounts;
  private final WeightedTable categoryOfBits;
  private final byte[][] places;
  private final int[] zipPrefixes;
  private final WeightedTable cityOfBits;

  Merchants(long seed) {
    stream = SplitMix.stream(seed, 2);

    List<String[]> categoryRows = WeightedTable.rows("merchant-categories.psv");
    categories = new byte[categoryRows.size()][];
    typicalAmounts = new int[categories.length];
    long[] categoryWeights = new long[categories.length];
    for (int i = 0; i < categories.length; i++) {
      String[] row = categoryRows.get(i);
      categories[i] = CardTransactions.ascii(row[0] + '|');
      typicalAmounts[i] = Integer.parseInt(row[2]);
      categoryWeights[i] = Integer.parseInt(row[3]);
    }
    categoryOfBits = new WeightedTable(categoryWeights);

    List<City> cities = cities();
    places = new byte[SPELLINGS * cities.size()][];
    zipPrefixes = new int[cities.size()];
    long[] cityWeights = new long[cities.size()];
    for (int i = 0; i < cities.size(); i++) {
      City city = cities.get(i);
      String name = city.name();
      places[SPELLINGS * i] = place(name, city.state());
      places[SPELLINGS * i + 1] = place(name.toUpperCase(Locale.ROOT), city.state());
      zipPrefixes[i] = city.zipPrefix();
      cityWeights[i] = city.weight();
    }
    cityOfBits = new WeightedTable(cityWeights);
  }

  private record City(String name, String state, int zipPrefix, int weight) {}

  private static List<City> cities() {
    List<City> cities = new ArrayList<>();
    for (String[] row : WeightedTable.rows("cities.psv")) {
      for (String name : row[3].split(",")) {
        cities.add(new City(name, row[1], Integer.parseInt(row[0]), Integer.parseInt(row[2])));
      }
    }
    return cities;
  }

  private static byte[] place(String name, String state) {
    return CardTransactions.ascii('|' + name + '|' + state + '|');
  }

  /** The merchant for 32 random bits. */
  long choose(long bits) {
    long squared = bits * bits >>> 32;
    return squared * MERCHANTS >>> 32;
  }

  /** The random bits that decide a merchant's details. */
  long details(long merchant) {
    return SplitMix.at(stream, merchant);
  }

  /** Puts mcc and a delimiter. */
  void putCategory(TextBuffer text, long details) {
    text.put(categories[categoryOfBits.pick(details)]);
  }

  /** Puts an amount for random bits, usual for the category, and a delimiter. */
  void putAmount(TextBuffer text, long details, long bits) {
    long typical = typicalAmounts[categoryOfBits.pick(details)];
    long product = (bits & 0xFFFF) * (bits >>> 16 & 0xFFFF) >>> 16;
    product = product * (bits >>> 32 & 0xFFFF) >>> 16;
    text.putNumber(1 + (AMOUNT_SPREAD * typical * product >>> 16));
    text.put('|');
  }

  /** Puts code, city, state, zip code and a delimiter after each. */
  void putMerchant(TextBuffer text, long merchant, long details) {
    text.putDigits(FIRST_CODE + merchant * CODE_STEP % CODES, CODE_DIGITS);
    int city = cityOfBits.pick(details >>> 16);
    text.put(places[SPELLINGS * city + (int) (details >>> 63)]);
    text.putNumber(100L * zipPrefixes[city] + 1 + ((details >>> 32 & 0xFFFF) * 99 >>> 16));
    text.put('|');
  }
}
