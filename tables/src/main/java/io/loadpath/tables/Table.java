package io.loadpath.tables;

import io.loadpath.engines.service.ShellWord;
import io.loadpath.rows.Column;
import io.loadpath.rows.FileFormat;
import io.loadpath.tables.yaml.InvalidFileException;
import io.loadpath.tables.yaml.StrictYaml;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table and its files, as a description gives them: {@code tables/all-card-trans.yaml}, or yours.
 *
 * @param name lower-case letters, digits and '-', such as {@code all-card-trans}: the name on
 *     command lines, in manifests and in the names of scripts
 * @param files globs of its files, relative to the description; empty for the tables whose data is
 *     generated
 * @param format how the files write rows
 * @param columns in the order of the files and of the SQL table
 * @param keys of the partitioned models; null: there are none
 */
public record Table(
    String name, List<String> files, FileFormat format, List<Column> columns, Keys keys) {

  /** TPC-H's LINEITEM, as {@code tables/lineitem.yaml} describes it. */
  public static final Table LINEITEM = ofLoadpath("lineitem");

  /** Card transactions, as {@code tables/all-card-trans.yaml} describes them. */
  public static final Table ALL_CARD_TRANS = ofLoadpath("all-card-trans");

  /** Loadpath's own tables. */
  public static final List<Table> OF_LOADPATH = List.of(LINEITEM, ALL_CARD_TRANS);

  public Table {
    files = List.copyOf(files);
    columns = List.copyOf(columns);
  }

  /** The same rows, written in another form. */
  public Table withFormat(FileFormat other) {
    return new Table(name, files, other, columns, keys);
  }

  /** The SQL name, such as {@code all_card_trans}. */
  public String sqlName() {
    return name.replace('-', '_');
  }

  /**
   * Reads a description.
   *
   * @throws InvalidFileException naming file, line, key and what is allowed
   */
  public static Table read(Path description) {
    requireDescription(description);
    return TableReader.read(description.toString(), StrictYaml.text(description));
  }

  /**
   * Passes unless the file is there and its name is not one of a YAML file.
   *
   * @throws InvalidFileException with the command that describes the file
   */
  public static void requireDescription(Path file) {
    if (Files.isRegularFile(file) && !StrictYaml.isName(file.toString())) {
      throw new InvalidFileException(
          "%s is not a description of a table: describe your files first, with 'bin/loadpath describe %s'"
              .formatted(file, ShellWord.of(file.toString())));
    }
  }

  /**
   * One of Loadpath's own tables.
   *
   * @throws IllegalArgumentException naming the known ones
   */
  public static Table of(String name) {
    return OF_LOADPATH.stream()
        .filter(table -> table.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown dataset '%s'; known are %s"
                        .formatted(
                            name,
                            OF_LOADPATH.stream()
                                .map(Table::name)
                                .collect(Collectors.joining(", ")))));
  }

  private static Table ofLoadpath(String name) {
    String file = "/io/loadpath/tables/" + name + ".yaml";
    try (InputStream text = Table.class.getResourceAsStream(file)) {
      return TableReader.read(file, new String(text.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
