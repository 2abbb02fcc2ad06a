package io.loadpath.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.engines.service.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the documents, run as a reader types it: one shell runs its commands in order. Commands
 * are blocks that are indented by four spaces, or fenced as {@code sh}. A block fenced as {@code
 * text} is output of the commands before it, with … for what differs.
 */
final class Tutorial {
  private static final Pattern BLOCK =
      Pattern.compile(
          "(?m)^```(?<language>\\w*)\\n(?<fenced>(?s:.*?))^```$"
              + "|(?<=\\n\\n)(?<indented>(?: {4}.*\\n|\\n(?= {4}))+)");

  /** Separates the outputs of the blocks, which it is not part of. */
  private static final String END = "\u001e";

  private final String page;
  private final List<Block> blocks;

  /**
   * Commands of a page.
   *
   * @param shown what the page shows of their output
   */
  private record Block(String commands, List<String> shown) {}

  private Tutorial(String page, List<Block> blocks) {
    this.page = page;
    this.blocks = blocks;
  }

  /**
   * Reads a page.
   *
   * @param page below the project's root
   */
  static Tutorial of(String page) throws IOException {
    List<Block> blocks = new ArrayList<>();
    Matcher block = BLOCK.matcher(Files.readString(Program.ROOT.resolve(page)));
    while (block.find()) {
      if (block.group("indented") != null) {
        blocks.add(
            new Block(block.group("indented").replaceAll("(?m)^ {4}", ""), new ArrayList<>()));
      } else if (block.group("language").equals("sh")) {
        blocks.add(new Block(block.group("fenced"), new ArrayList<>()));
      } else if (block.group("language").equals("text")) {
        blocks.get(blocks.size() - 1).shown.add(block.group("fenced"));
      } else {
        throw new AssertionError(page + ": what is this block? " + block.group());
      }
    }
    return new Tutorial(page, blocks);
  }

  /**
   * Runs all commands in order in one shell. The last command of each block must succeed, and the
   * block must print what the page shows.
   *
   * @param bash the shell, in its folder and with its environment
   */
  void run(Program bash) throws IOException {
    StringBuilder script = new StringBuilder("exec >\"$1\" 2>&1\n");
    for (Block block : blocks) {
      script.append(block.commands).append("printf '\\n\\036%s\\036' \"$?\"\n");
    }
    Path file = Files.createTempFile("tutorial", ".sh");
    Path out = Files.createTempFile("tutorial", ".out"); // a pipe would stay open with a server
    try {
      Files.writeString(file, script);
      bash.with(file.toString(), out.toString()).start().onExit().join();
      String all = Files.readString(out);
      String[] outputs = all.split(END, -1);
      assertThat(outputs).as(all).hasSize(2 * blocks.size() + 1);
      for (int i = 0; i < blocks.size(); i++) {
        check(blocks.get(i), outputs[2 * i], outputs[2 * i + 1]);
      }
    } finally {
      Files.delete(file);
      Files.delete(out);
    }
  }

  private void check(Block block, String output, String exitCode) {
    String label = page + ":\n" + block.commands + "prints:\n" + output;
    assertThat(exitCode).as("exit code of " + label).isEqualTo("0");
    for (String shown : block.shown) {
      Matcher matcher = pattern(shown).matcher(output);
      assertThat(matcher.find()).as("the page shows:\n" + shown + label).isTrue();
    }
  }

  /**
   * A shown text: whole lines of the output, one after the other. A line … stands for any lines.
   */
  private static Pattern pattern(String shown) {
    StringBuilder pattern = new StringBuilder();
    for (String line : shown.lines().toList()) {
      if (line.equals("…")) {
        pattern.append("(?:.*\\n)*?");
      } else {
        pattern.append("^").append(Pattern.quote(line).replace("…", "\\E.*\\Q")).append("\\n");
      }
    }
    return Pattern.compile(pattern.toString(), Pattern.MULTILINE);
  }
}
