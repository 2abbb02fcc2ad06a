package io.loadpath.benchmarks.record;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A record of the first version, kept as it was written; its figures are made up. */
public final class TestRecords {
  private TestRecords() {}

  public static RunRecord firstVersion() {
    try {
      return RecordFile.parse(firstVersionJson(), "record-v1.json");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String firstVersionJson() {
    try (InputStream in =
        TestRecords.class.getResourceAsStream("/io/loadpath/benchmarks/record-v1.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
