package io.loadpath.benchmarks.locations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.locations.LocationFiles.LocationFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocationFilesTest {
  @TempDir private Path folder;

  /** Returns files a, b, c and so on with these lengths. */
  private static List<RemoteFile> files(long... bytes) {
    return IntStream.range(0, bytes.length)
        .mapToObj(i -> new RemoteFile("http://h/" + (char) ('a' + i), bytes[i], "1000", "-"))
        .toList();
  }

  @Test
  void spreadsTheLargestFirstOntoTheSmallestSum() {
    List<LocationFile> made = LocationFiles.balanced(files(10, 70, 20, 60, 50, 40), 3);

    assertThat(made).extracting(LocationFile::bytes).containsExactly(80L, 80L, 90L);
    assertThat(made.get(0).parts())
        .extracting(RemoteFile::uri)
        .containsExactly("http://h/a", "http://h/b");
    assertThat(made.get(1).parts())
        .extracting(RemoteFile::uri)
        .containsExactly("http://h/c", "http://h/d");
    assertThat(made.get(2).parts())
        .extracting(RemoteFile::uri)
        .containsExactly("http://h/e", "http://h/f");
  }

  @Test
  void givesEachFileItsOwnIfTheirNumbersAreEqual() {
    assertThat(LocationFiles.balanced(files(7, 7, 7), 3))
        .allSatisfy(file -> assertThat(file.parts()).hasSize(1));
    assertThatThrownBy(() -> LocationFiles.balanced(files(7, 7, 7), 4))
        .isInstanceOf(LoadpathException.class)
        .hasMessage("4 location files cannot share 3 files: use --files 3");
  }

  @Test
  void writesWhatThePreprocessorsRead() throws IOException {
    LocationFiles.write(
        folder.resolve("new"),
        LocationFiles.balanced(files(5, 6), 1),
        List.of("h", "*.n:1"),
        "user:etl");

    assertThat(folder.resolve("new/part-00000.locations"))
        .hasContent(
            """
            loadpath-locations 1 hosts=h,*.n:1 login=user:etl
            http://h/a 5 1000 -
            http://h/b 6 1000 -
            end 2 11
            """);
  }

  @Test
  void replacesLocationFilesAndLeavesNoneOver() throws IOException {
    LocationFiles.write(folder, LocationFiles.balanced(files(1, 2, 3), 3), List.of("h"), "");
    Path other = Files.writeString(folder.resolve("notes"), "mine");

    LocationFiles.write(folder, LocationFiles.balanced(files(1, 2, 3), 1), List.of("h"), "");

    try (var left = Files.list(folder)) {
      assertThat(left).containsExactlyInAnyOrder(other, folder.resolve("part-00000.locations"));
    }
    assertThat(folder.resolve("part-00000.locations")).content().endsWith("end 3 6\n");
  }

  @Test
  void refusesAFileThatIsNotOurs() throws IOException {
    for (String text : List.of("", "loadpath", "1|rows\n")) {
      Path data = Files.writeString(folder.resolve("part-00001.tbl"), text);

      assertThatThrownBy(
              () ->
                  LocationFiles.write(
                      folder, LocationFiles.balanced(files(1), 1), List.of("h"), ""))
          .isInstanceOf(LoadpathException.class)
          .hasMessageStartingWith(data + " is not a location file");

      assertThat(data).hasContent(text);
      assertThat(folder.resolve("part-00000.locations")).doesNotExist();
    }
  }

  /** Hosts that can be read once: the second file cannot be written, as after a kill. */
  private static List<String> readableOnce() {
    return new AbstractList<>() {
      private boolean read;

      @Override
      public String get(int index) {
        if (read) {
          throw new UncheckedIOException(new IOException("killed"));
        }
        read = true;
        return "h";
      }

      @Override
      public int size() {
        return 1;
      }
    };
  }

  @Test
  void aWriterThatEndsBetweenTwoFilesLeavesNoneOfAnEarlierCall() throws IOException {
    LocationFiles.write(folder, LocationFiles.balanced(files(1, 2, 3, 4), 4), List.of("h"), "");

    assertThatThrownBy(
            () ->
                LocationFiles.write(
                    folder, LocationFiles.balanced(files(5, 6), 2), readableOnce(), ""))
        .isInstanceOf(UncheckedIOException.class);

    assertThat(folder).isDirectoryContaining(file -> file.endsWith("part-00000.locations"));
    assertThat(folder.toFile().list()).hasSize(1);
    assertThat(folder.resolve("part-00000.locations")).content().doesNotContain("http://h/a 1 ");
  }
}
