package io.loadpath.mapreduce.offline;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** The keys and words of {@code target.yaml}; null where one is left out. */
record TargetFile(
    String target,
    @JsonProperty("for") String database,
    List<ColumnWords> columns,
    KeyWords partitionBy,
    List<PartitionWords> partitions) {

  record ColumnWords(String name, String type) {}

  record KeyWords(
      @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) List<String> range,
      String list) {}

  record PartitionWords(
      String name,
      @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) List<String> below,
      @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) List<String> from,
      @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) List<String> to,
      @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY) List<String> values,
      @JsonProperty("default") String other) {}
}
