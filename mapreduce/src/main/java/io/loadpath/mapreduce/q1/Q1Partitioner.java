package io.loadpath.mapreduce.q1;

import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Partitioner;

/**
 * Keeps the order of the groups across reducers: the part files in order are the sorted answer, for
 * any number of reducers. The four groups of TPC-H data divide the keys among up to four reducers.
 * All notes of malformed rows go to the first reducer, which counts them.
 */
final class Q1Partitioner extends Partitioner<Text, Q1Totals> {
  private static final Text[] CUTS = {new Text("A|F"), new Text("N|F"), new Text("N|O")};

  @Override
  public int getPartition(Text key, Q1Totals value, int partitions) {
    int rank = 0;
    while (rank < CUTS.length && key.compareTo(CUTS[rank]) > 0) {
      rank++;
    }
    return rank * partitions / (CUTS.length + 1);
  }
}
