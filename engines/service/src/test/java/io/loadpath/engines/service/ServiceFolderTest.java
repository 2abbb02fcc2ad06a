package io.loadpath.engines.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceFolderTest {
  @TempDir private Path state;

  @Test
  void refusesAFolderThatAnotherUserCanWriteTo() throws IOException {
    ServiceFolder folder = ServiceFolder.of(state, "postgres");
    folder.make();
    folder.make();
    Owner.mode(folder.path(), "rwxrwxr-x");

    assertThatThrownBy(folder::make)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("other users can write to it");
  }

  @Test
  void hasAMarkForEachPlace() {
    String mark = ServiceFolder.of(state, "postgres").mark();

    assertThat(mark).matches("loadpath-[0-9a-f]{12}");
    assertThat(ServiceFolder.of(state.resolve("../" + state.getFileName()), "postgres").mark())
        .isEqualTo(mark);
    assertThat(ServiceFolder.of(state, "hdfs").mark()).isNotEqualTo(mark);
  }

  @Test
  void hasAnotherMarkInAnotherStateFolderAtTheSamePlace() throws IOException {
    Path marker = state.resolve(StateFolder.MARKER);
    Files.writeString(marker, "Loadpath keeps its files here.\none\n");
    String mark = ServiceFolder.of(state, "postgres").mark();
    Files.writeString(marker, "Loadpath keeps its files here.\nanother\n");

    assertThat(ServiceFolder.of(state, "postgres").mark()).isNotEqualTo(mark);
  }
}
