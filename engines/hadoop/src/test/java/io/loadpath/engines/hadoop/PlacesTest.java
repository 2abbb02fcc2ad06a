package io.loadpath.engines.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import io.loadpath.engines.service.Program.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the steps of paths on Hadoop remove, by places.sh. */
class PlacesTest {
  @TempDir Path folder;

  private Outcome remove(Path work, String uri, String... names) {
    String script = ". \"$1\"; shift; remove \"$@\"";
    return Program.in(folder, "bash", "-euc", script, "step")
        .with(Program.ROOT.resolve("engines/hadoop/places.sh").toString())
        .with(names)
        .set("LOADPATH_ROOT", folder.resolve("no-hadoop-here"))
        .set("LOADPATH_DATA", folder.resolve("data"))
        .set("LOADPATH_WORK", work)
        .set("LOADPATH_WORK_URI", uri)
        .run();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "a&b", "a b", "a*"})
  void onlyTheNamedFilesOfTheRunAreRemoved(String name) throws IOException {
    Path work = Files.createDirectories(folder.resolve(name + "/work"));
    Files.createDirectories(work.resolve("answer/part"));
    Path log = Files.createFile(work.resolve("log"));
    Path other = Files.createDirectories(folder.resolve("ab/work/answer"));

    remove(work, "file://" + work, "answer", "rows").ok();

    assertThat(work.resolve("answer")).doesNotExist();
    assertThat(log).exists();
    assertThat(other).exists();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hdfs://nn/user/me",
        "hdfs://nn/user/me/loadpath/work",
        "hdfs://nn/user/me/loadpath/work/",
        "hdfs://nn/user/me/loadpath/work/../data",
        "hdfs://nn/user/me/loadpath/work/.."
      })
  void onAClusterNothingIsRemovedOutsideTheRunsFolder(String uri) {
    Outcome outcome = remove(folder.resolve("work"), uri, "answer");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains(uri, "nothing is removed there");
  }

  @Test
  void withoutAWorkFolderNothingIsRemoved() {
    Outcome outcome = remove(Path.of(""), "file:///", "answer");

    assertThat(outcome.exitCode()).isNotZero();
    assertThat(outcome.err()).contains("LOADPATH_WORK");
  }
}
