package io.loadpath.engines.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
  @TempDir private Path folder;

  @Test
  void containersNameNoArchiveThatCannotBeMade() throws IOException {
    EngineFolder engine = new EngineFolder(folder);
    ClassArchive archive = new ClassArchive(engine);
    assertThat(archive.containerOptions())
        .contains("-XX:+UseSerialGC")
        .noneMatch(option -> option.contains("cluster.jsa"));

    Files.createDirectories(engine.target());
    assertThat(archive.containerOptions())
        .contains("-XX:SharedArchiveFile=" + engine.target().resolve("cluster.jsa"));
  }

  @Test
  void containersOptimiseOnlyWhatTheLaunchersDo() throws IOException {
    List<String> launchers =
        Pattern.compile("-XX:Tier4\\w+=\\d+")
            .matcher(Files.readString(Program.ROOT.resolve("engines/java.sh")))
            .results()
            .map(MatchResult::group)
            .toList();

    assertThat(new ClassArchive(new EngineFolder(folder)).containerOptions())
        .filteredOn(option -> option.startsWith("-XX:Tier4"))
        .isNotEmpty()
        .isEqualTo(launchers);
  }

  @Test
  void listsAreJoinedWithoutTheNumbersAndWithoutOtherLoadersClasses() throws IOException {
    Path one =
        Files.writeString(folder.resolve("one"), "# comment\njava/lang/Object id: 0\na/B id: 7\n");
    Path two =
        Files.writeString(
            folder.resolve("two"),
            "java/lang/Object id: 0\na/C id: 7\n@lambda-proxy a/C run ()V\n"
                + "a/D id: 8 super: 0 source: /x.jar\n");

    assertThat(ClassArchive.merged(List.of(one, two)))
        .containsExactly("java/lang/Object", "a/B", "a/C", "@lambda-proxy a/C run ()V");
  }
}
