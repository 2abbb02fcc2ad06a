package io.loadpath.mapreduce.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.rows.ColumnType;
import io.loadpath.rows.DateOrder;
import io.loadpath.rows.TextFormat;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.WritableComparator;
import org.junit.jupiter.api.Test;

class LoadKeyTest {
  private static final LoadPlan PLAN =
      new LoadPlan(
          List.of("a"),
          List.of(
              new LoadColumn("t", ColumnType.TEXT, false),
              new LoadColumn("n", ColumnType.INT4, false)),
          TextFormat.plain('|', "", TextFormat.DelimiterAtEnd.NEVER),
          0,
          DateOrder.MDY,
          List.of(1, 0),
          1,
          row -> 0,
          new LastWriter(),
          0);

  /** The last of 65,536. */
  private record LastWriter() implements LoadWriters {
    @Override
    public int count() {
      return 1 << Short.SIZE;
    }

    @Override
    public int writer(int partition, byte[] keys, int from, int to) {
      return count() - 1;
    }
  }

  private static Tuple tuple(String text, Integer number) {
    ByteBuffer bytes = ByteBuffer.allocate(1000);
    bytes.put((byte) 9).putShort((short) 2);
    bytes.putInt(text.length()).put(text.getBytes(UTF_8));
    if (number == null) {
      bytes.putInt(-1);
    } else {
      bytes.putInt(Integer.BYTES).putInt(number);
    }
    Tuple tuple = new Tuple(2);
    tuple.read(bytes.array(), 1);
    return tuple;
  }

  @Test
  void aKeyHasItsPartsInTheirOrder() {
    LoadKey keys = new LoadKey(PLAN);
    keys.of(tuple("long".repeat(100), 1), 0, 0, 0); // the next key is shorter
    BytesWritable key = keys.of(tuple("ab", 258), 40_000, 3, 1L << 40);

    assertThat(HexFormat.of().formatHex(key.copyBytes()))
        .isEqualTo("ffff" + "9c40" + "0180000102" + "0161620000" + "00000003" + "0000010000000000");
    assertThat(LoadKey.writer(key)).isEqualTo(65_535);
    assertThat(new LoadPartitioner().getPartition(key, null, 1 << Short.SIZE)).isEqualTo(65_535);
    assertThat(LoadKey.partition(key)).isEqualTo(40_000);
    assertThat(LoadKey.file(key)).isEqualTo(3);
    assertThat(LoadKey.offset(key)).isEqualTo(1L << 40);
    assertThat(LoadKey.endOfValues(key, PLAN.sortColumns().subList(0, 1))).isEqualTo(4 + 5);
    assertThat(LoadKey.endOfValues(key, PLAN.sortColumns())).isEqualTo(4 + 5 + 5);
  }

  @Test
  void aKeyWithNullIsNoValue() {
    BytesWritable key = new LoadKey(PLAN).of(tuple("", null), 0, 0, 0);

    assertThat(HexFormat.of().formatHex(key.copyBytes()))
        .isEqualTo("ffff" + "0000" + "02" + "010000" + "00".repeat(12));
    assertThat(LoadKey.endOfValues(key, PLAN.sortColumns())).isEqualTo(-1);
  }

  @Test
  void aSummaryComesBeforeTheRowsOfItsWriterAndPartition() {
    BytesWritable row = new LoadKey(PLAN).of(tuple("", 0), 40_000, 0, 0);
    BytesWritable summary = LoadKey.summary(LoadKey.head(row));

    assertThat(HexFormat.of().formatHex(summary.copyBytes())).isEqualTo("ffff" + "9c40");
    assertThat(LoadKey.isSummary(summary)).isTrue();
    assertThat(LoadKey.isSummary(row)).isFalse();
    assertThat(summary).isLessThan(row).isGreaterThan(new LoadKey(PLAN).of(tuple("", 0), 1, 0, 0));
    assertThat(LoadKey.writer(summary)).isEqualTo(65_535);
    assertThat(LoadKey.partition(summary)).isEqualTo(40_000);
  }

  /** The job sets no comparator: Hadoop's is memcmp over the serialized keys. */
  @Test
  @SuppressWarnings("rawtypes")
  void hadoopComparesKeysAsMemcmpDoes() throws Exception {
    WritableComparator comparator = WritableComparator.get(BytesWritable.class);
    assertThat(comparator.getClass()).isEqualTo(BytesWritable.Comparator.class);
    Random random = new Random(29);
    for (int i = 0; i < 10_000; i++) {
      byte[][] keys = new byte[2][];
      DataOutputBuffer[] serialized = {new DataOutputBuffer(), new DataOutputBuffer()};
      for (int j = 0; j < keys.length; j++) {
        keys[j] = new byte[random.nextInt(20)];
        for (int k = 0; k < keys[j].length; k++) {
          keys[j][k] = (byte) (random.nextInt(8) > 0 ? 0x7f : random.nextInt(256));
        }
        new BytesWritable(keys[j]).write(serialized[j]);
      }
      int order =
          comparator.compare(
              serialized[0].getData(),
              0,
              serialized[0].getLength(),
              serialized[1].getData(),
              0,
              serialized[1].getLength());

      assertThat(Integer.signum(order))
          .isEqualTo(Integer.signum(Arrays.compareUnsigned(keys[0], keys[1])));
    }
  }
}
