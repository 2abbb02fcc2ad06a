package io.loadpath.engines.hadoop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.GenericOptionsParser;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Answers a harness's questions about one cluster while its standard input is open. A JVM for each
 * question would take more CPU time than all answers.
 *
 * <p>Questions and answers are lines of words with tabs between them. An answer begins with {@code
 * ok}, or with {@code error} and a message. The first answer comes without a question and describes
 * the cluster.
 *
 * <pre>
 * make FOLDER         makes an empty folder in the folder of all runs
 * remove FOLDER       deletes a folder, if a run made it
 * keep FOLDER         deletes the folders of all other runs
 * applications TAG    the ids of applications with this tag that have not ended: number, then each
 * workers             the hosts of the live NodeManagers: number, then each
 * others TAG          the ids of applications without this tag that have not ended: number, then each
 * end TAG             ends the applications, and waits for that
 * vcore-seconds TAG   of all applications, ended or not: number, then "id seconds" of each
 * </pre>
 *
 * <pre>
 * engines/bin/hadoop io.loadpath.engines.hadoop.ClusterSession -conf engines/hadoop/impatient.xml
 * </pre>
 */
public final class ClusterSession {
  private final LoadpathFolder folder;
  private final ClusterJobs jobs;

  private ClusterSession(LoadpathFolder folder, ClusterJobs jobs) {
    this.folder = folder;
    this.jobs = jobs;
  }

  public static void main(String[] arguments) throws IOException {
    PrintStream out = System.out;
    System.setOut(System.err); // output of libraries is not an answer
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Configuration conf = new YarnConfiguration();
    new GenericOptionsParser(conf, arguments); // takes -conf
    try (LoadpathFolder folder = new LoadpathFolder(conf);
        ClusterJobs jobs = new ClusterJobs(conf)) {
      print(out, () -> "ok\t" + folder.describe() + "\t" + jobs.describe());
      ClusterSession session = new ClusterSession(folder, jobs);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.split("\t");
        print(out, () -> session.answer(words));
      }
    } catch (IOException | RuntimeException e) {
      print(out, () -> "error\t" + explained(e));
    }
  }

  private interface Answer {
    String words() throws IOException, YarnException;
  }

  private static void print(PrintStream out, Answer answer) {
    String words;
    try {
      words = answer.words();
    } catch (IOException | YarnException | RuntimeException e) {
      words = "error\t" + explained(e);
    }
    out.print(words + "\n");
    out.flush();
  }

  private static String explained(Throwable e) {
    return ClusterErrors.kerberos(e).orElseGet(() -> ClusterErrors.firstLine(e).replace('\t', ' '));
  }

  private static String counted(List<String> found) {
    return "ok\t" + found.size() + (found.isEmpty() ? "" : "\t" + String.join("\t", found));
  }

  private String answer(String[] words) throws IOException, YarnException {
    return switch (words[0]) {
      case "make" -> {
        folder.make(words[1]);
        yield "ok";
      }
      case "remove" -> {
        folder.remove(words[1]);
        yield "ok";
      }
      case "keep" -> {
        folder.removeAllBut(words[1]);
        yield "ok";
      }
      case "applications" -> counted(jobs.unfinished(words[1]));
      case "workers" -> counted(jobs.workers());
      case "others" -> counted(jobs.others(words[1]));
      case "end" -> "ok\t" + jobs.end(words[1]);
      case "vcore-seconds" -> counted(jobs.vcoreSeconds(words[1]));
      default -> "error\tunknown question '" + words[0] + "'";
    };
  }
}
