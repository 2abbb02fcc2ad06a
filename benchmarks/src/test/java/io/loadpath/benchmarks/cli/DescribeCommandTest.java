package io.loadpath.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadpath.tables.describe.InputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class DescribeCommandTest {
  @RegisterExtension private final Printed printed = new Printed();
  @TempDir private Path folder;

  private void fails(int exitCode, String message, Object... arguments) {
    printed.reset();
    String[] words = new String[arguments.length + 1];
    words[0] = "describe";
    for (int i = 0; i < arguments.length; i++) {
      words[i + 1] = arguments[i].toString();
    }
    assertThat(Commands.execute(words)).as(printed.err()).isEqualTo(exitCode);
    assertThat(printed.err()).startsWith("loadpath: " + message);
  }

  @Test
  void needsFilesThatAreThere() throws IOException {
    Path none = folder.resolve("none.csv");
    fails(2, "name the files to describe");
    fails(1, none + ": no such file", none);
    fails(1, "no file matches " + folder + "/*.csv", folder + "/*.csv");
    fails(1, folder + ": is a folder; write " + folder + "/*", folder);
    Path empty = Files.createFile(folder.resolve("empty.csv"));
    fails(1, empty + ": is empty", empty);
    Path file = Files.writeString(folder.resolve("a.csv"), "a,b\n");
    fails(2, "--name is 'Sales': use lower-case letters, digits and '-'", file, "--name", "Sales");
    fails(2, "--name is 'order', a reserved word of SQL", file, "--name", "order");
  }

  @Test
  void aFileWithASqlWordForItsNameGetsALongerOne() {
    assertThat(InputFiles.tableName("Order.csv.gz")).isEqualTo("order-data");
    assertThat(InputFiles.tableName("Orders 2024.csv")).isEqualTo("orders-2024");
  }

  @Test
  void overwritesNoFile() throws IOException {
    Path file = Files.writeString(folder.resolve("a.csv"), "a,b\n");
    Path mine = Files.writeString(folder.resolve("a.yaml"), "mine");

    fails(1, mine + " exists: name another with --out, or remove it", file, "--out", mine);
    assertThat(mine).hasContent("mine");
  }

  @Test
  void checksAllRowsOfADescription() throws IOException {
    Path table =
        Files.writeString(
            folder.resolve("sales.yaml"),
            """
            table: sales
            files: ['*.csv']
            format: {delimiter: ','}
            columns:
              - {name: id, type: integer(2)}
              - {name: day, type: date}
            """);
    Path good = Files.writeString(folder.resolve("a.csv"), "id,day\n1,2024-01-31\n");
    assertThat(Commands.execute("check", table.toString())).isZero();
    assertThat(printed.out()).isEqualTo("all rows of 1 file fit " + table + "\n");

    printed.reset();
    Path bad = Files.writeString(folder.resolve("b.csv"), "id,day\n1,2024-01-31\n2,2023-02-29\n");
    assertThat(Commands.execute("check", table.toString())).isEqualTo(1);
    assertThat(printed.out())
        .startsWith(bad + ", line 3, column day: '2023-02-29' is not a")
        .contains("Some of 2 files do not fit");

    printed.reset();
    assertThat(Commands.execute("check", table.toString(), good.toString())).isZero();
    printed.reset();
    assertThat(Commands.execute("check", folder.resolve("none.yaml").toString())).isEqualTo(1);
    assertThat(printed.err()).contains("none.yaml");
  }

  @Test
  void takesColumnsFromATableOfPostgres() {
    Path out = folder.resolve("out.yaml");

    fails(2, "", "--like", "jdbc:postgresql://h/d");
    fails(2, "", "--like-table", "t");
    fails(
        1,
        "--like reads PostgreSQL only: jdbc:postgresql://HOST:PORT/DATABASE",
        "--like",
        "jdbc:oracle:thin:@//h/d",
        "--like-table",
        "t",
        "--out",
        out);
    fails(
        1,
        "--like: all users of this machine can see a password in a URL",
        "--like",
        "jdbc:postgresql://h/d?user=u&password=secret",
        "--like-table",
        "t",
        "--out",
        out);
    assertThat(printed.err()).doesNotContain("secret");
    assertThat(out).doesNotExist();
  }
}
