package io.loadpath.mapreduce.load;

import io.loadpath.loads.exports.PartitionsAttempt;
import java.io.IOException;
import java.io.OutputStream;

/** Copies the rows of a writer into a table for each partition. */
public final class PostgresReducer extends LoadReducer {
  @Override
  protected LoadSink open(Context context) throws IOException {
    PartitionsAttempt attempt = new PartitionsAttempt(context, this::place);
    PartitionProof proof = PartitionProof.from(context.getConfiguration());
    return new LoadSink() {
      private RowSum mapped;

      @Override
      public void counted(int partition, long rows, long hash) {
        mapped = new RowSum(rows, hash);
      }

      @Override
      public OutputStream begin(int partition) throws IOException {
        return attempt.beginPartition(partition);
      }

      @Override
      public void end(long rows) throws IOException {
        attempt.endPartition(rows);
        if (proof != null) {
          attempt.check((session, table, name) -> proof.require(mapped, session, table, name));
        }
      }

      @Override
      public void rejected(String message, byte[] line, int length) throws IOException {
        attempt.reject(message, line, length);
      }

      @Override
      public void complete() throws IOException {
        attempt.complete();
      }

      @Override
      public void close() {
        attempt.closeIncomplete();
      }
    };
  }
}
