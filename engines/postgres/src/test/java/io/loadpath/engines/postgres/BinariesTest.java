package io.loadpath.engines.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class BinariesTest {
  @TempDir private Path folder;
  private Path target;

  @BeforeEach
  void makeFolder() throws IOException {
    target = Files.createDirectory(folder.resolve("target"));
  }

  /** Unpacks an archive of entries: {@code name -> target} for a link, or the name of a file. */
  private void unpack(String... entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(new XZOutputStream(bytes, new LZMA2Options(0)))) {
      for (String words : entries) {
        String[] link = words.split(" -> ");
        byte[] text = (link.length == 1 ? "text" : "").getBytes(UTF_8);
        TarArchiveEntry entry =
            link.length == 1
                ? new TarArchiveEntry(words)
                : new TarArchiveEntry(link[0], TarConstants.LF_SYMLINK);
        if (link.length == 2) {
          entry.setLinkName(link[1]);
        }
        entry.setSize(text.length);
        tar.putArchiveEntry(entry);
        tar.write(text);
        tar.closeArchiveEntry();
      }
    }
    Binaries.unpack(new ByteArrayInputStream(bytes.toByteArray()), target);
  }

  @Test
  void unpacksLinksWithinItsFolder() throws IOException {
    unpack("lib/libpq.so.5", "lib/libpq.so -> libpq.so.5", "bin/libpq -> ../lib/libpq.so");

    assertThat(target.resolve("bin/libpq")).hasContent("text");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "out -> /",
        "out -> ..",
        "a/b/out -> ../../..",
        "../out",
        "here -> .|here/../../out",
        "a/b/up -> ../..|out -> a/b/up/../x",
        "a/b/c|here -> a|here/b/x"
      })
  void refusesAWayOut(String entries) {
    assertThatThrownBy(() -> unpack(entries.split("[|]")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the archive ");
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(target.resolve("a/b/x")).doesNotExist();
  }
}
