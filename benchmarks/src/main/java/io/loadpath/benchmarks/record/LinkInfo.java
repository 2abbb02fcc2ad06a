package io.loadpath.benchmarks.record;

/**
 * What a link of the run's lab carried, measured before the samples.
 *
 * @param net the link's name, the value of the parameter {@code net}
 * @param from the host that sent
 * @param to the host that received
 * @param bytesPerSecond what the receiver's program read
 * @param wireBytesPerSecond the same with all headers, and with bytes that were sent again
 * @param roundTripNanos the median round trip of one byte
 */
public record LinkInfo(
    String net,
    String from,
    String to,
    long bytesPerSecond,
    long wireBytesPerSecond,
    long roundTripNanos) {
  public LinkInfo {
    Check.text("network.net", net);
    Check.text("network.from", from);
    Check.text("network.to", to);
    Check.atLeast("network.bytesPerSecond", 1, bytesPerSecond);
    Check.atLeast("network.wireBytesPerSecond", 1, wireBytesPerSecond);
    Check.atLeast("network.roundTripNanos", 1, roundTripNanos);
  }
}
