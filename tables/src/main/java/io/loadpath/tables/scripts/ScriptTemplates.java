package io.loadpath.tables.scripts;

import freemarker.cache.ClassTemplateLoader;
import freemarker.cache.FileTemplateLoader;
import freemarker.cache.MultiTemplateLoader;
import freemarker.cache.TemplateLoader;
import freemarker.core.PlainTextOutputFormat;
import freemarker.ext.beans.ZeroArgumentNonVoidMethodPolicy;
import freemarker.template.Configuration;
import freemarker.template.DefaultObjectWrapper;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import io.loadpath.engines.service.ShellWord;
import io.loadpath.rows.Column;
import io.loadpath.tables.Table;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Fills the templates of a project, and the lists of scripts of this package. Their tags are {@code
 * [#if …]}, and {@code [=…]} is a value: {@code ${…}} is Hive's, and stays unchanged. An unknown
 * name is an error. Templates know
 *
 * <ul>
 *   <li>{@code table}: a {@link Table}; {@code title}, its SQL name in capitals
 *   <li>{@code format}: {@link Table#format}; {@code copy}: the same as a {@link CopyFormat}
 *   <li>{@code keys}: {@link Table#keys}, missing where there are none
 *   <li>{@code sqoop}: the table as a {@link SqoopTable}
 *   <li>{@code project}: the folder of Loadpath, as a word of a shell
 *   <li>{@code postgres}, {@code hive}, {@code oracle}: {@link SqlTable}, the table in that dialect
 * </ul>
 */
final class ScriptTemplates {
  private final Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
  private final Path project;

  /**
   * @param project its folder
   */
  ScriptTemplates(Path project) throws IOException {
    this.project = project.toRealPath();
    configuration.setTemplateLoader(
        new MultiTemplateLoader(
            new TemplateLoader[] {
              new FileTemplateLoader(this.project.toFile()),
              new ClassTemplateLoader(ScriptTemplates.class, "")
            }));
    DefaultObjectWrapper wrapper = new DefaultObjectWrapper(Configuration.VERSION_2_3_34);
    // enums too, as records have it by default: a template says x.text, not x.text()
    wrapper.setDefaultZeroArgumentNonVoidMethodPolicy(
        ZeroArgumentNonVoidMethodPolicy.BOTH_METHOD_AND_PROPERTY_UNLESS_BEAN_PROPERTY_READ_METHOD);
    configuration.setObjectWrapper(wrapper);
    configuration.setTagSyntax(Configuration.SQUARE_BRACKET_TAG_SYNTAX);
    configuration.setInterpolationSyntax(Configuration.SQUARE_BRACKET_INTERPOLATION_SYNTAX);
    configuration.setOutputFormat(PlainTextOutputFormat.INSTANCE);
    configuration.setDefaultEncoding(StandardCharsets.UTF_8.name());
    configuration.setLocale(Locale.ROOT);
    configuration.setNumberFormat("computer");
    configuration.setBooleanFormat("c");
    configuration.setLocalizedLookup(false);
    configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    configuration.setLogTemplateExceptions(false);
  }

  /**
   * Fills a template.
   *
   * @param template relative to the project, or to this package
   * @throws ScriptException if the tool cannot hold the table
   */
  String fill(String template, Table table) throws IOException {
    StringWriter text = new StringWriter();
    try {
      configuration.getTemplate(template).process(model(table), text);
    } catch (TemplateException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof ScriptException refusal) {
          throw refusal;
        }
      }
      throw new IllegalStateException(template + " cannot be filled: " + e.getMessage(), e);
    }
    return text.toString();
  }

  private Map<String, Object> model(Table table) {
    Map<String, Object> model = new HashMap<>();
    model.put("table", table);
    model.put("title", table.sqlName().toUpperCase(Locale.ROOT));
    model.put("format", table.format());
    model.put("copy", new CopyFormat(table.format()));
    model.put("keys", table.keys());
    model.put("sqoop", new SqoopTable(table));
    model.put("project", ShellWord.of(project.toString()));
    model.put("isLineitem", table.equals(Table.LINEITEM));
    for (Dialect dialect : Dialect.values()) {
      model.put(dialect.name().toLowerCase(Locale.ROOT), new SqlTable(dialect, table));
    }
    return model;
  }

  /**
   * A column as a template shows it.
   *
   * @param name its SQL name, quoted where needed
   * @param type its SQL type
   * @param required whether it is NOT NULL
   * @param kind the kind of its values, such as {@code integer}
   * @param described the column of the description
   */
  public record SqlColumn(
      String name, String type, boolean required, String kind, Column described) {
    static SqlColumn of(Dialect dialect, Column column) {
      return new SqlColumn(
          dialect.name(column.name()),
          dialect.type(column.type()),
          !column.nullable(),
          column.type().kind().word(),
          column);
    }
  }

  /**
   * A table in a dialect; its methods throw if the database cannot hold the table.
   *
   * @param dialect of its names and types
   * @param table the described one
   */
  public record SqlTable(Dialect dialect, Table table) {
    /** All columns in order. */
    public List<SqlColumn> columns() {
      return table.columns().stream().map(column -> SqlColumn.of(dialect, column)).toList();
    }

    /** Whether the database allows columns with these names. */
    public boolean canHoldNames() {
      try {
        columns();
        return true;
      } catch (ScriptException e) {
        return false;
      }
    }

    /** The columns' names, with a comma and a space between them. */
    public String names() {
      return String.join(", ", columns().stream().map(SqlColumn::name).toList());
    }

    /** The SQL name of a column, as the database writes it. */
    public String name(String column) {
      return dialect.name(column);
    }

    /** A text as a literal of the database's SQL. */
    public String literal(String text) {
      return dialect.literal(text);
    }
  }
}
