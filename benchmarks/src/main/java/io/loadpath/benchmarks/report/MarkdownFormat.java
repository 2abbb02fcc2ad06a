package io.loadpath.benchmarks.report;

import freemarker.core.CommonMarkupOutputFormat;
import freemarker.core.CommonTemplateMarkupOutputModel;
import java.io.IOException;
import java.io.Writer;

/**
 * Escapes text for a cell of a GitHub table: on one line, and without Markdown, HTML or mentions.
 */
final class MarkdownFormat extends CommonMarkupOutputFormat<MarkdownFormat.Markdown> {
  static final MarkdownFormat INSTANCE = new MarkdownFormat();

  private static final String MARKUP = "\\`*_[]#|~$";

  private MarkdownFormat() {}

  @Override
  public String getName() {
    return "Markdown";
  }

  @Override
  public String getMimeType() {
    return "text/markdown";
  }

  @Override
  public void output(String text, Writer out) throws IOException {
    out.write(escapePlainText(text));
  }

  @Override
  public String escapePlainText(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.replaceAll("[\\s\\p{Zl}\\p{Zp}\\p{Cc}]+", " ")
        .codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '@' -> escaped.append("@<!-- -->");
                default -> {
                  if (needsBackslash(c, escaped)) {
                    escaped.append('\\');
                  }
                  escaped.appendCodePoint(c);
                }
              }
            });
    return escaped.toString();
  }

  /** Escapes the slashes of an address too, so that it is not a link. */
  private static boolean needsBackslash(int c, StringBuilder before) {
    boolean inAddress =
        c == '/' && before.length() > 0 && before.charAt(before.length() - 1) == ':';
    return MARKUP.indexOf(c) >= 0 || inAddress;
  }

  @Override
  public boolean isLegacyBuiltInBypassed(String builtIn) {
    return false;
  }

  @Override
  protected Markdown newTemplateMarkupOutputModel(String text, String markup) {
    return new Markdown(text, markup);
  }

  static final class Markdown extends CommonTemplateMarkupOutputModel<Markdown> {
    private Markdown(String text, String markup) {
      super(text, markup);
    }

    @Override
    public MarkdownFormat getOutputFormat() {
      return INSTANCE;
    }
  }
}
