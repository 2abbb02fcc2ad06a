package io.loadpath.benchmarks.suite;

import io.loadpath.benchmarks.LoadpathException;
import io.loadpath.benchmarks.record.RunRecord.NotRun;
import io.loadpath.datasets.Codec;
import io.loadpath.datasets.Manifest;
import io.loadpath.tables.Trait;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Variants of paths over a table of the user's: they take the files as they are, or do not run.
 *
 * @param codec of the files, such as {@code none} or {@code gzip-6}
 * @param unheld tools that cannot hold the table, as paths need them, and why
 */
public record OwnFit(int files, String codec, Set<Trait> traits, Map<String, String> unheld) {
  /** The parameters that the user's files decide. */
  private static final List<String> FIXED = List.of(PathDefinition.FILES, PathDefinition.CODEC);

  private static final String NONE = Codec.NONE.toString();
  private static final int USUAL_GZIP_LEVEL = 6;

  /**
   * Passes if none of {@code parameters}, which a user or a suite gave, is as the files are.
   *
   * @param where begins the message
   */
  static void requireFree(Set<String> parameters, String where) {
    for (String name : FIXED) {
      if (parameters.contains(name)) {
        throw new LoadpathException(
            "%s: parameter '%s' is as the table's files are: leave it out; --parts N cuts them into N"
                .formatted(where, name));
      }
    }
  }

  /**
   * Returns the name under which {@code --only} finds a variant that {@link #fit} returned: its id
   * without what the files decide.
   */
  public static String only(Variant variant) {
    Map<String, String> chosen = new LinkedHashMap<>(variant.parameters());
    chosen.keySet().removeAll(FIXED);
    return variant.with(chosen).id();
  }

  public static OwnFit of(Manifest manifest, Map<String, String> unheld) {
    return new OwnFit(
        manifest.files().size(), manifest.codec(), Set.copyOf(manifest.traits()), unheld);
  }

  /**
   * Returns {@code variant} in the number and the codec of the user's files, whether the path can
   * take them or not. Their codec's level is seldom known; the variant names one of its path.
   */
  public Variant fit(Variant variant) {
    Map<String, String> parameters = new LinkedHashMap<>(variant.parameters());
    parameters.computeIfPresent(PathDefinition.FILES, (name, value) -> Integer.toString(files));
    parameters.computeIfPresent(
        PathDefinition.CODEC, (name, value) -> allowed(variant.path()).orElse(codec));
    return variant.with(parameters);
  }

  /**
   * Returns why a variant that {@link #fit} returned cannot take the data; empty if it can. Names
   * the path alone where no variant of it can.
   */
  public Optional<NotRun> refusal(Variant variant) {
    LoadPath path = variant.path();
    Optional<NotRun> ofPath =
        toolRefusal(path)
            .or(() -> filesRefusal(path))
            .or(() -> codecRefusal(path))
            .or(() -> traitRefusal(path, Map.of()))
            .map(reason -> new NotRun(path.name(), reason));
    return ofPath.or(
        () ->
            variant.parameters().entrySet().stream()
                .flatMap(
                    value ->
                        traitRefusal(path, Map.of(value.getKey(), value.getValue())).stream()
                            .map(reason -> new NotRun(path.name() + " " + value, reason)))
                .findFirst());
  }

  private Optional<String> toolRefusal(LoadPath path) {
    return path.definition().needs().stream()
        .filter(unheld::containsKey)
        .map(unheld::get)
        .findFirst();
  }

  private Optional<String> filesRefusal(LoadPath path) {
    List<String> values = path.definition().parameters().get(PathDefinition.FILES);
    return values == null || new AllowedValues(values).allows(Integer.toString(files))
        ? Optional.empty()
        : Optional.of(
            "takes files=%s, but there are %d; --parts N cuts them into N"
                .formatted(String.join("|", values), files));
  }

  private Optional<String> codecRefusal(LoadPath path) {
    List<String> values = path.definition().parameters().get(PathDefinition.CODEC);
    List<String> known =
        values == null
            ? path.definition().ownTable().codecs()
            : values.stream().map(OwnFit::format).distinct().filter(v -> !v.equals(NONE)).toList();
    boolean plain = values == null || values.contains(NONE);
    return codec.equals(NONE) && plain || known.contains(format(codec))
        ? Optional.empty()
        : Optional.of(
            "takes plain files%s, but these are %s: inflate them, and name the plain ones after the table"
                .formatted(
                    known.isEmpty() ? "" : " and " + String.join(", ", known), format(codec)));
  }

  /** Why variants of {@code path} with {@code parameters} cannot take the data, and a remedy. */
  private Optional<String> traitRefusal(LoadPath path, Map<String, String> parameters) {
    OwnTable own = path.definition().ownTable();
    List<String> reasons = new ArrayList<>(own.refusals(parameters, traits));
    Set<Trait> inParts =
        traits.stream().filter(trait -> !trait.isGoneInParts()).collect(Collectors.toSet());
    if (!reasons.isEmpty() && own.refusals(parameters, inParts).isEmpty()) {
      reasons.add("--parts N cuts the rows into files without a header line and byte order mark");
    }
    return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reasons));
  }

  /** The value of the path's parameter {@code codec} that stands for the files'. */
  private Optional<String> allowed(LoadPath path) {
    String usual = format(codec) + "-" + USUAL_GZIP_LEVEL;
    List<String> sameFormat =
        path.definition().parameters().get(PathDefinition.CODEC).stream()
            .filter(value -> format(value).equals(format(codec)))
            .toList();
    return Stream.of(codec, usual)
        .filter(sameFormat::contains)
        .findFirst()
        .or(() -> sameFormat.stream().findFirst());
  }

  /** {@code gzip} of {@code gzip-3}. */
  private static String format(String codec) {
    return codec.replaceFirst("-.*", "");
  }
}
