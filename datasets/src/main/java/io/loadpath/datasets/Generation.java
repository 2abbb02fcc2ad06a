package io.loadpath.datasets;

import io.loadpath.datasets.generate.RowSource;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/** Makes the files of a dataset. Threads make, fingerprint and compress blocks of rows. */
final class Generation implements PartFiles.Source {

  private final RowSource source;
  private final int parts;

  /** The fingerprinters that no thread uses now. */
  private final Queue<Fingerprinter> fingerprinters = new ConcurrentLinkedQueue<>();

  private final MessageDigest sha1 = Digests.sha1();

  /** The part and the first unit of the next block. No block spans two parts. */
  private int part;

  private long from;

  /**
   * The files and their content.
   *
   * @param sha1 of the whole text
   */
  record Result(List<Manifest.DataFile> files, String sha1, Fingerprint fingerprint) {}

  Generation(RowSource source, int parts) {
    this.source = source;
    this.parts = parts;
  }

  /**
   * Makes all files.
   *
   * @param stopped as of {@link PartFiles#write}
   */
  Result run(PartFiles files, Progress progress, BooleanSupplier stopped) throws IOException {
    List<Manifest.DataFile> made = files.write(this, progress, stopped);
    Fingerprint fingerprint = Fingerprint.empty(source.table);
    for (Fingerprinter each : fingerprinters) {
      fingerprint = fingerprint.plus(each.result());
    }
    return new Result(made, Digests.hex(sha1), fingerprint);
  }

  @Override
  public PartFiles.Finish begin(PartFiles.Block block) {
    if (from == source.units) {
      return null;
    }
    while (source.partStart(part + 1, parts) == from) {
      part++;
    }
    long start = from;
    long endOfPart = source.partStart(part + 1, parts);
    long end = Math.min(start + source.unitsPerBlock, endOfPart);
    from = end;
    block.endsPart = end == endOfPart;
    block.done = (double) end / source.units;
    block.text.length = 0;
    return () -> finish(start, end, block);
  }

  private void finish(long start, long end, PartFiles.Block block) throws IOException {
    source.write(start, end, block.text);
    Fingerprinter waiting = fingerprinters.poll();
    Fingerprinter fingerprinter = waiting == null ? new Fingerprinter(source.table) : waiting;
    block.rows = fingerprinter.addLines(block.text.bytes, 0, block.text.length);
    fingerprinters.add(fingerprinter);
  }

  @Override
  public void written(PartFiles.Block block) {
    sha1.update(block.text.bytes, 0, block.text.length);
  }
}
