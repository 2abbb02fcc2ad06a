package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * What a link of the run's lab carried, measured before the samples.
 *
 * @param net the link's name, the value of the parameter {@code net}
 * @param from the host that sent
 * @param to the host that received
 * @param bytesPerSecond what the receiver's program read
 * @param wireBytesPerSecond the same with all headers, and with bytes that were sent again
 * @param roundTripNanos the median round trip of one byte
 * @param fetchCpuNanosPerMb CPU time of file server and preprocessor for 1,000,000 bytes of a file
 *     that crosses the link; null if it was not measured
 */
public record LinkInfo(
    String net,
    String from,
    String to,
    long bytesPerSecond,
    long wireBytesPerSecond,
    long roundTripNanos,
    @JsonInclude(JsonInclude.Include.NON_NULL) Long fetchCpuNanosPerMb) {
  public LinkInfo {
    Check.text("network.net", net);
    Check.text("network.from", from);
    Check.text("network.to", to);
    Check.atLeast("network.bytesPerSecond", 1, bytesPerSecond);
    Check.atLeast("network.wireBytesPerSecond", 1, wireBytesPerSecond);
    Check.atLeast("network.roundTripNanos", 1, roundTripNanos);
    if (fetchCpuNanosPerMb != null) {
      Check.atLeast("network.fetchCpuNanosPerMb", 0, fetchCpuNanosPerMb);
    }
  }
}
