package io.loadpath.mapreduce.q1;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Q1PartitionerTest {
  private final Q1Partitioner partitioner = new Q1Partitioner();

  private int partition(Text key, int partitions) {
    return partitioner.getPartition(key, new Q1Totals(), partitions);
  }

  @ParameterizedTest
  @CsvSource({"1,0 0 0 0", "2,0 0 1 1", "3,0 0 1 2", "4,0 1 2 3", "8,0 2 4 6"})
  void spreadsTheFourGroupsInTheirOrder(int partitions, String expected) {
    Stream<String> found =
        Stream.of("A|F", "N|F", "N|O", "R|F")
            .map(group -> Integer.toString(partition(new Text(group), partitions)));
    assertThat(String.join(" ", found.toList())).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 16})
  void anyGroupsStayInOrderAndNotesOfMalformedRowsComeFirst(int partitions) {
    assertThat(partition(Q1Key.malformedNote("zzz"), partitions)).isZero();
    Text key = new Text();
    int last = 0;
    for (byte flag = ' '; flag <= '~'; flag++) {
      for (byte status = ' '; status <= '~'; status++) {
        Q1Key.setGroup(key, flag, status);
        int partition = partition(key, partitions);
        assertThat(partition).isBetween(last, partitions - 1);
        last = partition;
      }
    }
  }
}
