package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.record.RunRecord;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.Map;

/** The report's table in GitHub's Markdown, to paste into an issue. */
public final class MarkdownTable {
  private MarkdownTable() {}

  /** Writes the table; the writer stays open. */
  public static void render(Figures figures, Writer out) throws IOException {
    RunRecord record = figures.record();
    Map<String, Object> model = new HashMap<>();
    model.put("record", record);
    model.put("figures", figures);
    model.put("limits", figures.limits());
    model.put("comparisons", figures.comparisons());
    model.put("machineLine", MachineFacts.headline(record.environment()));
    Templates.fill("table.ftl", model, out);
  }
}
