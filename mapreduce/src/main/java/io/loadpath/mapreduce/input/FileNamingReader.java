package io.loadpath.mapreduce.input;

import io.loadpath.loads.files.CompressedText;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Wraps a reader of a file's split so that errors name the file and the problem. */
final class FileNamingReader<K, V> extends RecordReader<K, V> {
  private final RecordReader<K, V> reader;
  private Path file;
  private CompressionCodec codec;

  FileNamingReader(RecordReader<K, V> reader) {
    this.reader = reader;
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context)
      throws IOException, InterruptedException {
    file = ((FileSplit) split).getPath();
    codec = new CompressionCodecFactory(context.getConfiguration()).getCodec(file);
    try {
      if (codec != null) {
        CompressedText.check(file, codec, context.getConfiguration());
        if (codec.getClass() == BZip2Codec.class) {
          StrictBzip2Codec.use(context.getConfiguration());
        }
      }
      reader.initialize(split, context);
    } catch (RuntimeException | LinkageError e) {
      throw keep(context, missingCodec(e));
    } catch (IOException e) {
      throw keep(context, unreadable(e));
    }
  }

  @Override
  public boolean nextKeyValue() throws IOException, InterruptedException {
    try {
      return reader.nextKeyValue();
    } catch (IOException | RuntimeException e) {
      throw unreadable(e);
    }
  }

  /** Keeps the message, because no mapper runs yet. */
  private static IOException keep(TaskAttemptContext context, IOException failure) {
    TaskFailure.keep(context, failure);
    return failure;
  }

  private IOException missingCodec(Throwable cause) {
    if (codec == null) {
      return unreadable(cause);
    }
    String message =
        "file %s: %s does not work here (%s): install Hadoop's native libraries with that codec"
            + " on every node, or store the file as plain text, gzip or bzip2";
    String codecName = codec.getClass().getSimpleName();
    return new IOException(message.formatted(file, codecName, cause.getMessage()), cause);
  }

  private IOException unreadable(Throwable cause) {
    String what;
    if (codec != null && cause instanceof EOFException) {
      what = "the compressed data ends too early, the file is truncated; write it again";
    } else if (codec != null && cause instanceof RuntimeException) {
      what = "the compressed data is damaged (" + cause + "); write the file again";
    } else {
      String message = cause.getMessage();
      what = "cannot be read: " + (message == null ? cause.toString() : message);
    }
    return new IOException("file " + file + ": " + what, cause);
  }

  @Override
  public K getCurrentKey() throws IOException, InterruptedException {
    return reader.getCurrentKey();
  }

  @Override
  public V getCurrentValue() throws IOException, InterruptedException {
    return reader.getCurrentValue();
  }

  @Override
  public float getProgress() throws IOException, InterruptedException {
    return reader.getProgress();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
