package io.loadpath.benchmarks.locations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.locations.LocationFiles.LocationFile;
import io.loadpath.engines.service.FolderLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
    List<String> names =
        LocationFiles.write(
            folder.resolve("new"),
            LocationFiles.balanced(files(5, 6), 1),
            List.of("h", "*.n:1"),
            "user:etl");

    assertThat(names)
        .singleElement()
        .asString()
        .matches("part-00000-of-00001-[0-9a-f]{8}\\.locations");
    assertThat(folder.resolve("new").resolve(names.get(0)))
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

    Path one = write(files(1, 2, 3));

    assertThat(visible()).containsExactlyInAnyOrder(other, one);
    assertThat(one).content().endsWith("end 3 6\n");
    assertThat(write(files(1, 2, 3))).isEqualTo(one);
    Path changed = write(files(1, 2, 4));
    assertThat(visible()).containsExactlyInAnyOrder(other, changed).doesNotContain(one);
  }

  private Path write(List<RemoteFile> files) throws IOException {
    List<String> names =
        LocationFiles.write(folder, LocationFiles.balanced(files, 1), List.of("h"), "");
    return folder.resolve(names.get(0));
  }

  /** Returns the files without those whose names begin with a dot. */
  private List<Path> visible() throws IOException {
    try (var files = Files.list(folder)) {
      return files.filter(file -> !file.getFileName().toString().startsWith(".")).toList();
    }
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
      assertThat(visible()).containsExactly(data);
    }
  }

  @Test
  void aSetThatCannotBeWrittenLeavesTheEarlierOne() throws IOException {
    Path earlier = write(files(1, 2));
    RemoteFile file = new RemoteFile("half a pair of UTF-16: \uD800", 1, "1000", "-");
    LocationFile unwritable = new LocationFile(0, List.of(file));

    assertThatThrownBy(() -> LocationFiles.write(folder, List.of(unwritable), List.of("h"), ""))
        .isInstanceOf(IOException.class);

    assertThat(visible()).containsExactly(earlier);
    assertThat(folder.resolve(".locations.new")).doesNotExist();
  }

  @Test
  void aCallWaitsForAnother() throws Exception {
    Path earlier = write(files(1, 2));
    ExecutorService thread = Executors.newSingleThreadExecutor();
    FolderLock another = FolderLock.tryTake(folder.resolve(".locations.lock"), "").orElseThrow();
    try {
      Future<Path> call = thread.submit(() -> write(files(3)));
      assertThatThrownBy(() -> call.get(300, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      assertThat(visible()).containsExactly(earlier);

      another.close();
      Path later = call.get(30, TimeUnit.SECONDS);
      assertThat(visible()).containsExactly(later);
    } finally {
      another.close();
      thread.shutdownNow();
    }
  }
}
