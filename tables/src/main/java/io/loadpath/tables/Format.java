package io.loadpath.tables;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;
import net.jpountz.lz4.LZ4FrameInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * The formats of data files, known by the suffixes of their names. In all formats, a file may have
 * several members (frames, streams), one after another.
 */
public enum Format {
  NONE("", 0, 1, stored -> stored),
  GZIP(".gz", 9, 0.55, text -> new GzipCompressorInputStream(text, true)),
  ZSTD(".zst", 19, 0.5, ZstdInputStreamNoFinalizer::new),
  LZ4(".lz4", 12, 0.8, LZ4FrameInputStream::new),
  BZIP2(".bz2", 9, 0.45, text -> new BZip2CompressorInputStream(text, true));

  private static final int BUFFER_BYTES = 1 << 16;

  private final String suffix;
  private final int maxLevel;
  private final double usualShare;
  private final Inflater inflater;

  Format(String suffix, int maxLevel, double usualShare, Inflater inflater) {
    this.suffix = suffix;
    this.maxLevel = maxLevel;
    this.usualShare = usualShare;
    this.inflater = inflater;
  }

  private interface Inflater {
    InputStream open(InputStream stored) throws IOException;
  }

  /** The format that a file's name shows. */
  public static Format of(Path file) {
    String name = file.getFileName().toString();
    for (Format format : values()) {
      if (format != NONE && name.endsWith(format.suffix)) {
        return format;
      }
    }
    return NONE;
  }

  /**
   * The format of the files of a table.
   *
   * @throws DatasetException naming two files of different formats
   */
  public static Format of(List<Path> files) throws DatasetException {
    Path first = files.get(0);
    for (Path file : files) {
      if (of(file) != of(first)) {
        throw new DatasetException(
            "%s and %s are compressed in different ways; all files of a table need the same compression"
                .formatted(first, file));
      }
    }
    return of(first);
  }

  /** Opens a file's text. */
  public static InputStream open(Path file) throws IOException {
    return open(file, bytes -> {});
  }

  /**
   * Opens a file's text.
   *
   * @param storedBytes gets the number of bytes after each read from the file
   */
  public static InputStream open(Path file, LongConsumer storedBytes) throws IOException {
    InputStream stored = counted(Files.newInputStream(file), storedBytes);
    Format format = of(file);
    if (format == NONE) {
      return stored;
    }
    try {
      if (Files.size(file) == 0) { // some libraries take this for an empty text
        throw new EOFException();
      }
      return new Checked(format.inflate(new BufferedInputStream(stored, BUFFER_BYTES)));
    } catch (IOException | RuntimeException e) {
      stored.close();
      throw Checked.failure(e);
    }
  }

  private static InputStream counted(InputStream file, LongConsumer counter) {
    return new FilterInputStream(file) {
      @Override
      public int read(byte[] bytes, int from, int count) throws IOException {
        int got = super.read(bytes, from, count);
        counter.accept(Math.max(0, got));
        return got;
      }
    };
  }

  /** Turns any exception of a library about damaged data into an IOException. */
  private static final class Checked extends FilterInputStream {
    Checked(InputStream text) {
      super(text);
    }

    @Override
    public int read() throws IOException {
      try {
        return super.read();
      } catch (RuntimeException e) {
        throw failure(e);
      }
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      try {
        return super.read(bytes, from, count);
      } catch (RuntimeException e) {
        throw failure(e);
      }
    }

    static IOException failure(Exception e) {
      return e instanceof IOException failure ? failure : new IOException(e.getMessage(), e);
    }
  }

  /** Explains a failure to read a file of text. */
  public static IOException explained(Path file, IOException failure) {
    if (failure instanceof DatasetException) {
      return failure;
    }
    String format = of(file).codecName();
    String problem;
    if (failure instanceof NoSuchFileException) {
      problem = "no such file";
    } else if (failure instanceof FileSystemException || of(file) == NONE) {
      return failure;
    } else if (failure instanceof EOFException) {
      problem =
          "the " + format + " stream ends too early, the file is cut off; make or copy it again";
    } else {
      problem =
          "not a sound %s file (%s); make or copy it again".formatted(format, failure.getMessage());
    }
    return new DatasetException(file + ": " + problem, failure);
  }

  /** Opens the text of a file in this format; reading fails if it is cut off or damaged. */
  public InputStream inflate(InputStream stored) throws IOException {
    return inflater.open(stored);
  }

  /** As in codecs' names, such as {@code gzip}. */
  public String codecName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Suffix of file names, such as {@code .gz}; empty for plain text. */
  public String suffix() {
    return suffix;
  }

  public int maxLevel() {
    return maxLevel;
  }

  /** Stored bytes as a share of the text, rounded up, for estimates. */
  public double usualShare() {
    return usualShare;
  }
}
