package io.loadpath.benchmarks.report;

import io.loadpath.benchmarks.measure.ShareOfLimit;
import io.loadpath.benchmarks.plan.CodecFigures;
import io.loadpath.benchmarks.plan.LoadFigures;
import io.loadpath.benchmarks.plan.Plan;
import io.loadpath.benchmarks.plan.Rate;
import io.loadpath.benchmarks.plan.RecordFigures;
import io.loadpath.benchmarks.record.RecordFile;
import io.loadpath.benchmarks.record.RunRecord;
import io.loadpath.datasets.Digests;
import io.loadpath.datasets.generate.Q1Answer;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Renders a record as one self-contained HTML file: it makes no request, and holds the record.
 *
 * <p>The same record gives the same bytes. The page's content security policy allows only scripts
 * with known hashes, so text of a record cannot run as a script.
 */
public final class Report {
  private static final String LIBRARY_PROPERTIES =
      "/META-INF/maven/org.webjars/echarts/pom.properties";
  private static final String LIBRARY_FOLDER = "/META-INF/resources/webjars/echarts/";
  private static final String LIBRARY_FILE = "/echarts.common.min.js";

  private static final List<String> SCRIPTS =
      List.of("charts.js", "labels.js", "curves.js", "page.js", "planner.js");

  private Report() {}

  /** Writes the page to a temporary file in the same folder, and renames it. */
  public static void write(Figures figures, Path file) throws IOException {
    StringWriter page = new StringWriter(1 << 20);
    html(figures, page);
    WholeFile.write(file, page.toString());
  }

  /** Writes the page; the writer stays open and must encode UTF-8. */
  public static void html(Figures figures, Writer out) throws IOException {
    Templates.fill("report.ftlh", model(figures), out);
  }

  /** Writes the table of paths in GitHub's Markdown; the writer stays open. */
  public static void markdown(Figures figures, Writer out) throws IOException {
    Map<String, Object> model =
        Map.of("figures", figures, "record", figures.record(), "paths", ResultTable.wide(figures));
    Templates.fill("table.ftl", model, out);
  }

  /** Writes the table of paths as CSV, one line per variant; the writer stays open. */
  public static void csv(Figures figures, Writer out) throws IOException {
    ResultTable.raw(figures).csv(out);
  }

  private static Map<String, Object> model(Figures figures) throws IOException {
    RunRecord record = figures.record();
    Map<String, Object> charts = new HashMap<>();
    charts.put("scatter", Scatter.of(figures, ShareOfLimit.copyTbPerHour(record)));
    Scatter.withoutStart(figures).ifPresent(scatter -> charts.put("withoutStart", scatter));
    charts.put("stages", StageChart.of(figures));
    Rounds rounds = Rounds.of(figures);
    Map<String, Object> model = new HashMap<>(charts);
    model.put("record", record);
    model.put("figures", figures);
    model.put("rounds", rounds);
    List<CodecSweep> codecs = CodecSweep.of(figures);
    List<DopSweep> dops = DopSweep.of(figures);
    List<IngestSweep> ingests = IngestSweep.of(figures);
    List<DelaySweep> delays = DelaySweep.of(figures);
    model.put("clusterLinks", ClusterLinks.of(figures));
    model.put("models", LoadModels.of(figures));
    model.put("shares", WriterShares.of(figures));
    model.put("promises", Sweep.through(figures, "checks"));
    model.put("codecs", codecs);
    model.put("dops", dops);
    model.put("ingests", ingests);
    model.put("delays", delays);
    Optional<Plan> plan = RecordFigures.find(record).map(Report::plan);
    if (plan.isPresent()) {
      model.put("plan", plan.get());
      model.put("planText", PlanReport.text(plan.get()));
      charts.put("planned", plan.get().codecPlans().stream().map(o -> planned(o.codec())).toList());
    }
    model.put("queries", QueryComparison.of(figures));
    model.put("dissection", Dissection.of(figures));
    model.put("queryColumns", Q1Answer.COLUMNS);
    Map<String, CurveChart> curves = new LinkedHashMap<>();
    add(curves, "codecs", codecs.stream().map(CodecSweep::chart).toList());
    add(curves, "dop", dops.stream().map(DopSweep::chart).toList());
    add(curves, "ingest", ingests.stream().map(IngestSweep::chart).toList());
    add(curves, "delay", delays.stream().map(DelaySweep::chart).toList());
    charts.put("curves", curves);
    charts.put("rounds", rounds.points().stream().map(Rounds.Point::drawn).toList());
    model.put("chartsJson", RecordFile.embeddable(charts));
    model.put("recordJson", RecordFile.toJson(record));
    model.put("style", resource("report.css"));
    String library = chartLibrary();
    StringBuilder script = new StringBuilder();
    for (String name : SCRIPTS) {
      script.append(resource(name));
    }
    model.put("library", library);
    model.put("script", script.toString());
    model.put("scriptHashes", List.of(sha256(library), sha256(script.toString())));
    return model;
  }

  /** Adds the charts of a section by their ids in the page. */
  private static void add(Map<String, CurveChart> curves, String section, List<CurveChart> charts) {
    for (int i = 0; i < charts.size(); i++) {
      curves.put(section + "-" + i, charts.get(i));
    }
  }

  /** Returns the plan that the page's planner shows first. */
  private static Plan plan(LoadFigures load) {
    Rate goal = Rate.parse("1TiB/h", "goal");
    return Plan.of(load, goal, Rate.parseIngest("2x1GbE", "ingest"), load.cores());
  }

  /** Returns the figures for {@code planner.js}; a rate without a limit is infinite. */
  private static Map<String, Object> planned(CodecFigures codec) {
    return new TreeMap<>( // the same bytes for the same record
        Map.of(
            "name", codec.name(),
            "ratio", codec.ratio(),
            "unit", codec.unitBytesPerSecond(),
            "inflate", codec.inflateBytesPerSecond(),
            "database", codec.databaseBytesPerSecond(),
            "core", codec.coreSecondsPerByte(),
            "cpu", codec.cpuSecondsPerByte().median()));
  }

  /** Returns the text of the chart library. */
  private static String chartLibrary() throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(resource(LIBRARY_PROPERTIES)));
    return resource(LIBRARY_FOLDER + properties.getProperty("version") + LIBRARY_FILE);
  }

  /** Returns the text of a resource of this package or, with a slash, from the root. */
  public static String resource(String name) throws IOException {
    try (InputStream in = Report.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("resource " + name + " is not on the classpath: build again");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns the source expression that allows this script in a page. */
  private static String sha256(String script) {
    byte[] digest = Digests.begin("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
    return "sha256-" + Base64.getEncoder().encodeToString(digest);
  }
}
