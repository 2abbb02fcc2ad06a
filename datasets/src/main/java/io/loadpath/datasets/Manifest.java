package io.loadpath.datasets;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loadpath.engines.service.Owner;
import io.loadpath.tables.DatasetException;
import io.loadpath.tables.Trait;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Content of a dataset's folder, stored as {@code manifest.json} next to the data files.
 *
 * @param dataset {@code lineitem}, {@code all-card-trans}, or the name of a user's table
 * @param generator version of the generator; data of another version is made again
 * @param scale TPC-H scale factor, null for ALL_CARD_TRANS
 * @param seed seed of the rows, null for LINEITEM
 * @param codec {@code none}, or for example {@code gzip-3}: see {@link Codec}
 * @param files the data files, in order
 * @param sha1 SHA-1 of the whole uncompressed text, files in order; null for a user's files
 * @param fingerprint of all rows
 * @param q1 LINEITEM only: the exact answer of TPC-H Q1 by DELTA
 * @param traits of a user's files; empty for generated data
 */
@JsonPropertyOrder({
  "dataset",
  "generator",
  "rows",
  "scale",
  "seed",
  "codec",
  "logicalBytes",
  "wireBytes"
})
@JsonIgnoreProperties(
    value = {"rows", "logicalBytes", "wireBytes"},
    allowGetters = true)
public record Manifest(
    String dataset,
    int generator,
    BigDecimal scale,
    Long seed,
    String codec,
    List<DataFile> files,
    String sha1,
    Fingerprint fingerprint,
    @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, List<List<String>>> q1,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Set<Trait> traits) {

  public static final String FILE_NAME = "manifest.json";

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  /** Raised when the same parameters give other bytes than before. */
  public static final int GENERATOR = 1;

  public Manifest {
    if (dataset == null || codec == null || files == null || fingerprint == null) {
      throw new IllegalArgumentException("dataset, codec, files and fingerprint are all mandatory");
    }
    files = List.copyOf(files);
    Set<Trait> inOrder = EnumSet.noneOf(Trait.class);
    inOrder.addAll(traits == null ? Set.of() : traits);
    traits = Collections.unmodifiableSet(inOrder);
  }

  /** Number of rows. */
  @JsonProperty
  public long rows() {
    return fingerprint.rows();
  }

  /** Size of the uncompressed text. */
  @JsonProperty
  public long logicalBytes() {
    return files.stream().mapToLong(DataFile::logicalBytes).sum();
  }

  /** Size of all files as stored. */
  @JsonProperty
  public long wireBytes() {
    return files.stream().mapToLong(DataFile::wireBytes).sum();
  }

  /**
   * One data file.
   *
   * @param name such as {@code part-00000.tbl}
   * @param rows number of rows
   * @param logicalBytes size of its uncompressed text
   * @param wireBytes size as stored
   * @param sha1 SHA-1 of the file as stored
   */
  public record DataFile(String name, long rows, long logicalBytes, long wireBytes, String sha1) {}

  /**
   * Reads the manifest of a dataset's folder.
   *
   * @throws DatasetException if it is missing or cannot be read
   */
  public static Manifest read(Path folder) throws DatasetException {
    Path file = folder.resolve(FILE_NAME);
    if (!Files.exists(file)) {
      throw new DatasetException(
          file + " is missing: make the data first, see loadpath data --help");
    }
    try {
      Manifest manifest = JSON.readValue(file.toFile(), Manifest.class);
      if (manifest == null) {
        throw new DatasetException(file + " is empty: make the data again");
      }
      return manifest;
    } catch (JsonProcessingException e) {
      throw new DatasetException(
          file + " is damaged (" + e.getOriginalMessage() + "): make the data again", e);
    } catch (IOException e) {
      throw new DatasetException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  void write(Path folder) throws IOException {
    Path file = folder.resolve(FILE_NAME);
    Files.writeString(file, JSON.writeValueAsString(this) + "\n");
    Owner.mode(file, "rw-r--r--");
  }

  /**
   * Checks that all data files are there, with the right sizes.
   *
   * @throws DatasetException naming the first bad file
   */
  public void checkSizes(Path folder) throws DatasetException {
    for (DataFile dataFile : files) {
      Path file = folder.resolve(dataFile.name());
      if (!Files.isRegularFile(file)) {
        throw new DatasetException(file + " is missing: make the data again");
      }
      long bytes = file.toFile().length();
      if (bytes != dataFile.wireBytes()) {
        throw new DatasetException(
            "%s is damaged: it has %d bytes instead of %d; make the data again"
                .formatted(file, bytes, dataFile.wireBytes()));
      }
    }
  }

  /**
   * Checks the content of all data files, byte for byte.
   *
   * @throws DatasetException naming the first bad file
   */
  public void check(Path folder) throws IOException {
    checkSizes(folder);
    for (DataFile dataFile : files) {
      Path file = folder.resolve(dataFile.name());
      MessageDigest digest = Digests.sha1();
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      String sha1 = Digests.hex(digest);
      if (!sha1.equals(dataFile.sha1())) {
        throw new DatasetException(
            "%s is damaged: its SHA-1 is %s instead of %s; delete the folder and make the data again"
                .formatted(file, sha1, dataFile.sha1()));
      }
    }
  }
}
