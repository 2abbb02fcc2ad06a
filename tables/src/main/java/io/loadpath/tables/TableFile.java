package io.loadpath.tables;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** The keys and words of a description's file; null where one is left out. */
record TableFile(
    String table,
    List<String> files,
    FormatWords format,
    List<ColumnWords> columns,
    PartitionWords partitionBy,
    BucketWords bucketBy) {

  record FormatWords(
      String delimiter,
      String quote,
      String escape,
      String header,
      String delimiterAfterLast,
      @JsonProperty("null") String nullText,
      String lineEnd,
      String encoding,
      String dates,
      String timestamps) {}

  record ColumnWords(String name, String type, String nullable, String header) {}

  record PartitionWords(String column, String from, String to) {}

  record BucketWords(String column, List<String> bounds) {}
}
