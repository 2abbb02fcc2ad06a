package io.loadpath.mapreduce.q1;

import java.util.Arrays;

/** The sums of a block by group, in arrays to which the loop of {@link BlockSums} adds directly. */
final class GroupSums {
  static final int ROWS = 0;
  static final int QUANTITY = 1;
  static final int BASE_PRICE = 2;
  static final int DISC_PRICE = 3;
  static final int CHARGE = 4;
  static final int DISCOUNT = 5;

  /** The sums of the group with number n, from 1, begin at {@code n - 1 << SHIFT}. */
  static final int SHIFT = 3;

  static final int ASCII_BITS = 7;

  /** Maximum number of groups; real data has fewer. Rows of more groups are other lines. */
  private static final int MAX_GROUPS = 64;

  /** By flag and status: the group's number from 1, or 0 if there is none. */
  final byte[] numbers = new byte[1 << 2 * ASCII_BITS];

  final long[] sums = new long[MAX_GROUPS << SHIFT];

  private final int[] flagsOfGroup = new int[MAX_GROUPS];
  private int groupCount;

  /** Numbers a new group; 0 if there are too many. */
  int newGroup(int flagAndStatus) {
    if (groupCount == MAX_GROUPS) {
      return 0;
    }
    flagsOfGroup[groupCount] = flagAndStatus;
    groupCount++;
    numbers[flagAndStatus] = (byte) groupCount;
    return groupCount;
  }

  /** Moves the sums to {@code groups}; returns the number of rows in them. */
  long moveTo(Q1Groups groups) {
    long rows = 0;
    for (int group = 0; group < groupCount; group++) {
      int sum = group << SHIFT;
      if (sums[sum + ROWS] == 0) {
        continue;
      }
      rows += sums[sum + ROWS];
      byte flag = (byte) (flagsOfGroup[group] >>> ASCII_BITS);
      byte status = (byte) (flagsOfGroup[group] & (1 << ASCII_BITS) - 1);
      groups
          .of(flag, status)
          .add(
              sums[sum + ROWS],
              sums[sum + QUANTITY],
              sums[sum + BASE_PRICE],
              sums[sum + DISC_PRICE],
              sums[sum + CHARGE],
              sums[sum + DISCOUNT]);
    }
    Arrays.fill(sums, 0, groupCount << SHIFT, 0);
    return rows;
  }
}
