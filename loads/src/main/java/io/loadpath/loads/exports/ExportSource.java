package io.loadpath.loads.exports;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.loads.Settings;
import io.loadpath.loads.Share;
import io.loadpath.loads.exports.Ledger.Identity;
import io.loadpath.loads.files.ChunkFiles;
import io.loadpath.loads.files.Compression;
import io.loadpath.loads.files.EvenSplits;
import io.loadpath.loads.files.EvenSplits.Piece;
import io.loadpath.rows.TextFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapreduce.Job;

/** The files of an export, as listed by the client. Later files are not exported. */
public final class ExportSource {
  /** First bytes of files that are not text; in a sequence file, its version follows SEQ. */
  private static final Map<String, Pattern> OTHER_FILES =
      Map.of(
          "sequence", Pattern.compile("SEQ[\\x00-\\x1f]"),
          "Avro data", Pattern.compile("Obj\\x01"),
          "Parquet", Pattern.compile("PAR1"));

  private static final int MAGIC_BYTES = 4;
  private static final int MOST_NODES = 3;

  private final Configuration conf;
  private final CompressionCodecFactory codecs;
  private final List<FileStatus> files;

  /**
   * Lists the files.
   *
   * @throws IOException if there are no files, or a compressed one is empty
   */
  public ExportSource(Job job) throws IOException {
    conf = job.getConfiguration();
    codecs = new CompressionCodecFactory(conf);
    files = ExportInputFormat.files(job);
    Set<CompressionCodec> checked = new HashSet<>();
    for (FileStatus file : files) {
      CompressionCodec codec = codecs.getCodec(file.getPath());
      if (codec != null && (checked.add(codec) || file.getLen() == 0)) {
        Compression.check(file.getPath(), codec, conf);
      }
    }
  }

  /** Returns the files in the order of their paths; each once. */
  public List<Piece> files() {
    return files.stream()
        .map(f -> new Piece(f.getPath().toString(), f.getLen(), f.getModificationTime()))
        .distinct()
        .toList();
  }

  /**
   * Whether a file can be read from its middle. Compressed text cannot, and neither can text with
   * enclosed fields: there, only all earlier rows show where a row begins.
   */
  public boolean canCut(Piece file, TextFormat format) {
    return ChunkFiles.of(conf).isPresent() || isPlain(file, format);
  }

  private boolean isPlain(Piece file, TextFormat format) {
    return format.enclosing() == TextFormat.NONE && codecs.getCodec(file.path()) == null;
  }

  /** Whether no file has a row. */
  boolean isEmpty() {
    return files.stream().allMatch(file -> file.getLen() == 0);
  }

  /**
   * Returns the load's name, and the digest of the files.
   *
   * @throws IOException if the first file is not text
   */
  Identity identify(ExportPlan plan) throws IOException {
    if (ChunkFiles.of(conf).isEmpty()) {
      requireText();
    }
    String listed =
        files.stream()
            .map(f -> "%s %d %d\n".formatted(f.getPath(), f.getLen(), f.getModificationTime()))
            .sorted()
            .collect(Collectors.joining());
    List<String> columns = plan.columns().stream().map(ExportColumn::name).toList();
    String made =
        "%s %s %s %s".formatted(columns, plan.format(), plan.keys(), plan.insertsMissing());
    String without = // the digests of exports without header lines stay those of earlier versions
        plan.headerLines() == 0 ? "" : " without %d lines".formatted(plan.headerLines());
    return new Identity(conf.getTrimmed(Settings.EXPORT_ID, ""), sha256(listed + made + without));
  }

  private static String sha256(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each JVM has it
    }
  }

  private void requireText() throws IOException {
    for (FileStatus file : files) {
      if (file.getLen() < MAGIC_BYTES) {
        continue;
      }
      byte[] magic = new byte[MAGIC_BYTES];
      try (FSDataInputStream in = file.getPath().getFileSystem(conf).open(file.getPath())) {
        in.readFully(magic);
      } catch (FileNotFoundException e) {
        throw new IOException("the file %s is gone".formatted(file.getPath()), e);
      }
      String begin = new String(magic, ISO_8859_1);
      for (Map.Entry<String, Pattern> other : OTHER_FILES.entrySet()) {
        if (other.getValue().matcher(begin).matches()) {
          throw new IOException(
              "%s is a %s file, which is not text: make text of it, or export it by Sqoop without --direct"
                  .formatted(file.getPath(), other.getKey()));
        }
      }
      return;
    }
  }

  /**
   * Cuts the files into one share for each mapper, all of about the same number of bytes. Files
   * that cannot be cut stay whole.
   */
  public List<Share> shares(TextFormat format, int mappers) throws IOException {
    Map<String, FileStatus> byName = new HashMap<>();
    files.forEach(file -> byName.putIfAbsent(file.getPath().toString(), file));
    Map<Boolean, List<Piece>> cut =
        files().stream().collect(Collectors.partitioningBy(file -> canCut(file, format)));
    List<Share> shares = new ArrayList<>();
    for (List<Piece> pieces : EvenSplits.of(cut.get(false), cut.get(true), mappers)) {
      long bytes = pieces.stream().mapToLong(Piece::bytes).sum();
      shares.add(new Share(pieces.toArray(Piece[]::new), bytes, nodes(pieces, byName)));
    }
    return shares;
  }

  /** The nodes with most of the bytes. */
  private List<String> nodes(List<Piece> pieces, Map<String, FileStatus> byName)
      throws IOException {
    Map<String, Long> bytes = new HashMap<>();
    for (Piece piece : pieces) {
      for (BlockLocation block :
          piece
              .path()
              .getFileSystem(conf)
              .getFileBlockLocations(byName.get(piece.file()), piece.start(), piece.bytes())) {
        for (String node : block.getHosts()) {
          bytes.merge(node, block.getLength(), Long::sum);
        }
      }
    }
    return bytes.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
        .limit(MOST_NODES)
        .map(Map.Entry::getKey)
        .toList();
  }
}
