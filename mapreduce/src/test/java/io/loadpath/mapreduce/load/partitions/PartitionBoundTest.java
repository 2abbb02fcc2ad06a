package io.loadpath.mapreduce.load.partitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.mapreduce.load.partitions.PartitionBound.Kind;
import io.loadpath.mapreduce.load.partitions.PartitionBound.Value;
import io.loadpath.mapreduce.load.partitions.PartitionBound.Word;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionBoundTest {
  @Test
  void rangesOfSeveralColumns() {
    assertThat(
            PartitionBound.parse("FOR VALUES FROM ('2009-01-01', 10) TO ('2009-02-01', MAXVALUE)"))
        .isEqualTo(
            new PartitionBound(
                Kind.RANGE,
                List.of(Value.of("2009-01-01"), Value.of("10")),
                List.of(Value.of("2009-02-01"), new Value(Word.MAXVALUE, null))));
    assertThat(PartitionBound.parse("FOR VALUES FROM (MINVALUE) TO ('-5')").first())
        .containsExactly(new Value(Word.MINVALUE, null));
  }

  @Test
  void lists() {
    assertThat(
            PartitionBound.parse("FOR VALUES IN ('a', 'it''s', NULL, true, '\\n', 'a, b')").first())
        .containsExactly(
            Value.of("a"),
            Value.of("it's"),
            Value.NULL,
            Value.of("true"),
            Value.of("\\n"),
            Value.of("a, b"));
  }

  @Test
  void aLiteralMayHoldTheWordsBetweenTheEnds() {
    PartitionBound bound = PartitionBound.parse("FOR VALUES FROM ('a) TO (b') TO ('c) TO (d')");
    assertThat(bound.first()).containsExactly(Value.of("a) TO (b"));
    assertThat(bound.end()).containsExactly(Value.of("c) TO (d"));
  }

  @Test
  void others() {
    assertThat(PartitionBound.parse("DEFAULT").kind()).isEqualTo(Kind.DEFAULT);
    assertThat(PartitionBound.parse("FOR VALUES WITH (modulus 4, remainder 0)").kind())
        .isEqualTo(Kind.HASH);
    assertThatThrownBy(() -> PartitionBound.parse("FOR VALUES FROM (1"))
        .hasMessage("not the bound of a partition: FOR VALUES FROM (1");
  }
}
