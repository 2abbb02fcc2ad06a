package io.loadpath.benchmarks.record;

import io.loadpath.benchmarks.record.RecordFile.UnreadableRecordException;
import io.loadpath.engines.service.WholeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The samples of a run that goes on, on disk as soon as they are taken.
 *
 * <p>A file of JSON lines: first the {@link Head}, then one {@link Sample} a line. Each line is
 * synced before the run goes on, so that an end at any moment costs no sample that was taken.
 */
public final class SampleFile implements AutoCloseable {
  private final FileChannel channel;

  /**
   * The first line.
   *
   * @param results the folder for record and report
   * @param run the record without samples
   */
  public record Head(String results, RunRecord run) {
    public Head {
      Objects.requireNonNull(results, "results is missing");
      Objects.requireNonNull(run, "run is missing");
    }
  }

  /**
   * A file as a later process finds it.
   *
   * @param samples the whole lines, in order of time
   * @param torn whether an end in the middle of a line left a part, which is ignored
   * @param lastWrite when the last line was written
   */
  public record Content(Head head, List<Sample> samples, boolean torn, Instant lastWrite) {
    /** The record of what the run got to. */
    public RunRecord record(String reason) {
      return head.run().endedAfter(samples, lastWrite, reason);
    }
  }

  private SampleFile(FileChannel channel) {
    this.channel = channel;
  }

  /** Makes the file and writes its head. */
  public static SampleFile create(Path file, Head head) throws IOException {
    Files.createDirectories(file.getParent());
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    SampleFile samples = new SampleFile(channel);
    samples.append(head);
    WholeFile.sync(file.getParent());
    return samples;
  }

  public void append(Sample sample) throws IOException {
    append((Object) sample);
  }

  private void append(Object line) throws IOException {
    byte[] text = (RecordFile.embeddable(line) + "\n").getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes = ByteBuffer.wrap(text);
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(false);
  }

  /**
   * Reads a file, whatever ended its run.
   *
   * @return nothing if the run ended before it had a head
   * @throws UnreadableRecordException if a whole line is not what this version writes
   */
  public static Optional<Content> read(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.ISO_8859_1); // a cut letter is no error
    int end = text.lastIndexOf('\n') + 1;
    List<String> lines = text.substring(0, end).lines().toList();
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    Head head = parse(lines.get(0), file, 1, Head.class);
    List<Sample> samples = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      samples.add(parse(lines.get(i), file, i + 1, Sample.class));
    }
    return Optional.of(
        new Content(
            head, samples, end < text.length(), Files.getLastModifiedTime(file).toInstant()));
  }

  private static <T> T parse(String line, Path file, int number, Class<T> type)
      throws UnreadableRecordException {
    String text = new String(line.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    return RecordFile.parseLine(text, "line " + number + " of " + file, type);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
