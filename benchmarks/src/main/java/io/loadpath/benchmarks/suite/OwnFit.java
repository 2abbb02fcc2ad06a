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
 * Fits variants to the user's own table: they take the files as they are, or do not run.
 *
 * @param codec of the files, such as {@code none} or {@code gzip-6}
 * @param unheld tools that cannot hold the table, by their names in {@code needs}, and why
 */
public record OwnFit(int files, String codec, Set<Trait> traits, Map<String, String> unheld) {
  /** The parameters that the user's files decide. */
  private static final List<String> FIXED = List.of(PathDefinition.FILES, PathDefinition.CODEC);

  private static final String NONE = Codec.NONE.toString();
  private static final int USUAL_GZIP_LEVEL = 6;

  /**
   * Fails if one of {@code parameters}, from a user or a suite, depends on the user's files.
   *
   * @param where the beginning of the message
   */
  static void requireFree(Set<String> parameters, String where) {
    for (String name : FIXED) {
      if (parameters.contains(name)) {
        throw new LoadpathException(
            "%s: the table's files decide the parameter '%s': leave it out; --parts N cuts them into N"
                .formatted(where, name));
      }
    }
  }

  /**
   * Returns the name with which {@code --only} finds a variant from {@link #fit}: its id without
   * the parameters that the files decide.
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
   * Returns {@code variant} with the number and the codec of the user's files, even if the path
   * cannot take them. The level of their codec is rarely known; the variant has one of its path.
   */
  public Variant fit(Variant variant) {
    Map<String, String> parameters = new LinkedHashMap<>(variant.parameters());
    parameters.computeIfPresent(PathDefinition.FILES, (name, value) -> Integer.toString(files));
    parameters.computeIfPresent(
        PathDefinition.CODEC, (name, value) -> allowed(variant.path()).orElse(codec));
    return variant.with(parameters);
  }

  /**
   * Returns why a variant from {@link #fit} cannot take the data; empty if it can. The result names
   * only the path if no variant of it can.
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

  /** Returns why {@code path} with {@code parameters} cannot take the data, and the remedy. */
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

  /** Returns the value of the path's parameter {@code codec} for the files. */
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

  /** Returns the format without its level: {@code gzip} for {@code gzip-3}. */
  private static String format(String codec) {
    return codec.replaceFirst("-.*", "");
  }
}
