package io.loadpath.benchmarks.measure;

import io.loadpath.benchmarks.measure.LimitProbes.Probe;
import io.loadpath.benchmarks.record.Limit;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * How fast bytes go from process to process over 127.0.0.1, one connection for each core: rows that
 * leave a server on the same machine cannot be faster.
 */
record Loopback(Trials trials) implements Probe {
  static final String NAME = "loopback";

  private static final String HOST = "127.0.0.1";
  private static final int BLOCK_BYTES = 1 << 18;
  private static final int BLOCKS = 1_000;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Limit run() throws IOException, SQLException {
    return new Limit(
        NAME,
        "One connection for each core over 127.0.0.1",
        trials.cores(),
        null,
        (long) trials.cores() * BLOCKS * BLOCK_BYTES,
        trials.trials(this::send));
  }

  private long send() throws IOException, SQLException {
    List<SocketChannel> channels = new ArrayList<>();
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(HOST, 0));
      List<Callable<Void>> ends = new ArrayList<>();
      for (int i = 0; i < trials.cores(); i++) {
        SocketChannel from = SocketChannel.open(server.getLocalAddress());
        channels.add(from);
        SocketChannel to = server.accept();
        channels.add(to);
        ends.add(() -> write(from));
        ends.add(() -> read(to));
      }
      return trials.nanos(ends);
    } finally {
      for (SocketChannel channel : channels) {
        channel.close();
      }
    }
  }

  private static Void write(SocketChannel to) throws IOException {
    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
    for (int i = 0; i < BLOCKS; i++) {
      block.clear();
      while (block.hasRemaining()) {
        to.write(block);
      }
    }
    to.shutdownOutput();
    return null;
  }

  private static Void read(SocketChannel from) throws IOException {
    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
    while (from.read(block) >= 0) {
      block.clear();
    }
    return null;
  }
}
