package io.loadpath.mapreduce.load.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.loads.PostgresSession;
import io.loadpath.loads.TaskSetup;
import io.loadpath.loads.files.Compression;
import io.loadpath.mapreduce.load.sample.SampleSize;
import io.loadpath.tables.Table;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.sql.Connection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.ZStandardCodec;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;

/** Uses each library that the packaged jar holds. The class path has the jar, not the libraries. */
final class LoadParts {
  private LoadParts() {}

  /**
   * Prints what the libraries return.
   *
   * @param args a description, and the URL, user and password of a database
   */
  public static void main(String[] args) throws Exception {
    Table table = Table.read(Path.of(args[0]));
    System.out.println(table.name() + " has " + table.columns().size() + " columns");
    System.out.printf("z=%.4f%n", SampleSize.quantile(0.995));
    PostgresSession sessions =
        PostgresSession.of(args[1], args[2], args[3], null, new Configuration(false));
    // by its name, because its result is of a class that the jar holds in another package
    Object session = PostgresSession.class.getMethod("connect", String.class).invoke(sessions, "");
    try (Connection connection = (Connection) session) {
      System.out.println(connection.getMetaData().getDatabaseProductName());
    }
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (OutputStream text = Compression.output(new ZStandardCodec(), file)) {
      text.write(args[0].getBytes(UTF_8));
    }
    System.out.println(file.size() > 0 ? "compressed" : "empty");
    Configuration cluster = new Configuration(false);
    cluster.set(MRConfig.FRAMEWORK_NAME, MRConfig.YARN_FRAMEWORK_NAME);
    Job job = Job.getInstance(cluster);
    TaskSetup.addJars(job);
    System.out.println("other jars: " + job.getConfiguration().get("tmpjars"));
    Class.forName("io.loadpath.shaded.picocli.CommandLine");
  }
}
