package io.loadpath.datasets;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.Await;
import io.loadpath.rows.parser.RowParser;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What rows of many megabytes take, each in a file of its own. */
class RowReaderTest {
  private static final int LONG_BYTES = 15 << 20;
  private static final int SHORT_ROWS = 1 << 17;

  /** More than the heap of this JVM holds long rows at once. */
  private static final int READERS = 24;

  @TempDir private Path folder;
  private final List<RowReader> readers = new ArrayList<>();
  private Table table;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    table = Described.table(folder, "header: no");
    file = folder.resolve("rows.csv.gz");
    byte[] quotes = "\"\"".repeat(1 << 10).getBytes(UTF_8);
    byte[] row = "1,a,2009-09-14\n".getBytes(UTF_8);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("1,\"".getBytes(UTF_8));
      for (int i = 0; i < LONG_BYTES; i += quotes.length) {
        out.write(quotes);
      }
      out.write("\",2009-09-14\n".getBytes(UTF_8));
      for (int i = 0; i < SHORT_ROWS; i++) {
        out.write(row);
      }
    }
  }

  @AfterEach
  void close() throws IOException {
    for (RowReader reader : readers) {
      reader.close();
    }
  }

  private RowReader reader() throws IOException {
    RowReader reader =
        new RowReader(
            file,
            table.format(),
            new RowParser(table.columns(), table.format(), false),
            bytes -> {});
    readers.add(reader);
    return reader;
  }

  private static void readLongRow(RowReader reader) {
    assertThatThrownBy(reader::next).hasMessageContaining("column note: ");
  }

  private static void readShortRows(RowReader reader) throws IOException {
    for (int i = 0; i < SHORT_ROWS; i++) {
      assertThat(reader.next()).isTrue();
    }
  }

  @Test
  void readersGiveUpTheRoomThatALongRowTook() throws IOException {
    for (int i = 0; i < READERS; i++) {
      RowReader reader = reader();
      readLongRow(reader);
      readShortRows(reader);
    }
    assertThat(readers).hasSize(READERS);
  }

  @Test
  void oneReaderAtATimeHasALongRow() throws Exception {
    RowReader first = reader();
    readLongRow(first);
    RowReader second = reader();
    CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> readLongRow(second));
    Await.until(
        "the second reader waits",
        () -> {
          assertThat(waiting.isDone()).as("read at the same time").isFalse();
          return RowReader.LONG_ROW.hasQueuedThreads();
        });
    readShortRows(first);
    waiting.get(60, TimeUnit.SECONDS);
  }

  @Test
  void aReaderThatIsClosedInALongRowLetsOthersGoOn() throws IOException {
    RowReader first = reader();
    readLongRow(first);
    first.close();
    readLongRow(reader());
  }
}
