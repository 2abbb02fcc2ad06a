package io.loadpath.loads.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loadpath.engines.postgres.ConnectionInfo;
import io.loadpath.engines.postgres.SharedServer;
import io.loadpath.loads.WatchedSocketFactory;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.LocalDate;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Answers that loads wait for. Each costs the delay of the link. */
class RoundTripsIT extends AttachFixture {
  private static final AtomicLong TRIPS = new AtomicLong();

  private static final int FEW = 2;
  private static final int MANY = 12;

  @Override
  Connection open() throws Exception {
    ConnectionInfo server = SharedServer.test().server.connection();
    Properties properties = counted();
    properties.setProperty("user", server.user());
    properties.setProperty("password", Files.readString(server.passwordFile()));
    return DriverManager.getConnection(server.jdbcUrl(), properties);
  }

  private static Properties counted() {
    Properties properties = new Properties();
    properties.setProperty("socketFactory", CountingSockets.class.getName());
    return properties;
  }

  @Test
  void columnsTakeNoRoundTripsOfTheirOwn() throws Exception {
    ofExport(1); // makes the ledger
    assertThat(ofExport(MANY)).isPositive().isCloseTo(ofExport(1), within(2L));
  }

  private static long ofExport(int columns) throws Exception {
    sql(
        IntStream.range(0, columns)
            .mapToObj(i -> "c%d int NOT NULL".formatted(i))
            .collect(
                Collectors.joining(
                    ", ", "DROP TABLE IF EXISTS exports.t; CREATE TABLE exports.t (", ")")));
    TestExport export = export("insert", "1|".repeat(columns) + "\n");
    export.options.setConnectionParams(counted());
    long before = TRIPS.get();
    export.run();
    return TRIPS.get() - before;
  }

  @Test
  void thePartitionsOfADecisionTakeOneEach() throws Exception {
    long few = ofDecision(FEW);
    assertThat(ofDecision(MANY) - few).isPositive().isLessThanOrEqualTo(MANY - FEW);
  }

  private long ofDecision(int partitions) throws Exception {
    sql(
        """
        DROP TABLE IF EXISTS exports.t;
        CREATE TABLE exports.t (id int, d date, name text, PRIMARY KEY (id, d)) PARTITION BY RANGE (d)""");
    Rows[] rows = new Rows[partitions];
    for (int i = 0; i < partitions; i++) {
      LocalDate day = LocalDate.of(2024, 1, 1).plusDays(i);
      String bound = "FOR VALUES FROM ('%s') TO ('%s')".formatted(day, day.plusDays(1));
      sql("CREATE TABLE exports.p%d PARTITION OF exports.t %s".formatted(i, bound));
      rows[i] = new Rows(i, 1, 1, day.toString());
    }
    plan = beginExchange(IntStream.range(0, partitions).mapToObj(i -> "p" + i));
    attempt(0, 0, rows);
    long before = TRIPS.get();
    outcome().commit(plan, 1);
    long trips = TRIPS.get() - before;
    assertThat(sql("SELECT count(*) FROM exports.t")).isEqualTo(String.valueOf(partitions));
    return trips;
  }

  /** Counts answers; the driver calls it by its name. */
  public static final class CountingSockets extends WatchedSocketFactory {
    @Override
    public Socket createSocket() {
      return new CountingSocket();
    }
  }

  private static final class CountingSocket extends Socket {
    private volatile boolean asked;

    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int read(byte[] to, int start, int length) throws IOException {
          int read = super.read(to, start, length);
          if (asked && read > 0) {
            asked = false;
            TRIPS.incrementAndGet();
          }
          return read;
        }
      };
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      return new FilterOutputStream(super.getOutputStream()) {
        @Override
        public void write(byte[] from, int start, int length) throws IOException {
          out.write(from, start, length);
          asked = true;
        }
      };
    }
  }
}
