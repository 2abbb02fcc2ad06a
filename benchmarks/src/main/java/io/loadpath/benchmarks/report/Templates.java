package io.loadpath.benchmarks.report;

import freemarker.cache.ClassTemplateLoader;
import freemarker.template.Configuration;
import freemarker.template.DefaultObjectWrapper;
import freemarker.template.DefaultObjectWrapperBuilder;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import io.loadpath.benchmarks.statistics.Numbers;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The templates of this package. Every value is escaped automatically: {@code .ftlh} for HTML,
 * {@code .ftl} for Markdown.
 */
public final class Templates {
  private Templates() {}

  /** Returns a filled template. */
  public static String text(String template, Map<String, Object> model) {
    StringWriter text = new StringWriter();
    try {
      fill(template, model, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** Fills a template; the writer stays open. */
  static void fill(String template, Map<String, Object> model, Writer out) throws IOException {
    try {
      configuration().getTemplate(template).process(model, out);
    } catch (TemplateException e) {
      throw new IllegalStateException(template + " cannot be filled", e);
    }
  }

  private static Configuration configuration() {
    Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
    configuration.setTemplateLoader(new ClassTemplateLoader(Templates.class, ""));
    DefaultObjectWrapper wrapper =
        new DefaultObjectWrapperBuilder(Configuration.VERSION_2_3_34).build();
    configuration.setObjectWrapper(wrapper);
    configuration.setRegisteredCustomOutputFormats(List.of(MarkdownFormat.INSTANCE));
    configuration.setRecognizeStandardFileExtensions(true);
    configuration.setOutputFormat(MarkdownFormat.INSTANCE);
    configuration.setDefaultEncoding(StandardCharsets.UTF_8.name());
    configuration.setLocale(Locale.ROOT);
    configuration.setNumberFormat("computer");
    configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    configuration.setLogTemplateExceptions(false);
    try {
      configuration.setSharedVariable(
          "Numbers", wrapper.getStaticModels().get(Numbers.class.getName()));
    } catch (TemplateException e) {
      throw new IllegalStateException("templates cannot format numbers", e);
    }
    return configuration;
  }
}
