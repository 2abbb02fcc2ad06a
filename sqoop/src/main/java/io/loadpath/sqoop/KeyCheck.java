package io.loadpath.sqoop;

import com.cloudera.sqoop.manager.ConnManager;
import com.cloudera.sqoop.manager.ManagerFactory;
import com.cloudera.sqoop.metastore.JobData;
import io.loadpath.loads.Settings;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.apache.hadoop.conf.Configuration;
import org.apache.sqoop.ConnFactory;
import org.apache.sqoop.Sqoop;
import org.apache.sqoop.util.Jars;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds keys of Sqoop, OraOop and Loadpath that no class reads. An unknown key on the command line
 * or in an options file ends the job before it begins; in a configuration file, it is a warning.
 * This class comes first in {@code sqoop.connection.factories}, and takes no job itself.
 *
 * <p>The known keys are the string constants of Sqoop's classes and of {@link Settings}.
 */
@SuppressWarnings("deprecation") // Sqoop declares its methods with the old names of its classes
public final class KeyCheck extends ManagerFactory {
  private static final Logger LOG = LoggerFactory.getLogger(KeyCheck.class);
  private static final Pattern KEY = Pattern.compile("(oraoop|sqoop|loadpath)\\.[\\w.-]+");

  /**
   * A constant such as {@code sqoop.hcat.} is a prefix of keys; {@code sqoop.} would be a prefix of
   * all.
   */
  private static final Pattern BEGIN = Pattern.compile("(oraoop|sqoop|loadpath)\\.[\\w-]+.*\\.");

  /** Removed keys of earlier versions, and their replacements. */
  private static final Map<String, String> GONE =
      Map.of(
          "loadpath.export.changed.only",
          "give the table a trigger BEFORE UPDATE FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
          "loadpath.export.defer.indexes",
          "drop the indexes before the export, and create them after it",
          "loadpath.export.partition.column",
          "export into a separate table, and make that a partition with ALTER TABLE … ATTACH PARTITION",
          "loadpath.export.unlogged",
          "leave it out, or set loadpath.export.commit=two-phase, which has no staging tables");

  /** Keys of earlier versions, and their new names. */
  private static final Map<String, String> RENAMED =
      Map.of(
          "loadpath.export.reject.limit",
          Settings.EXPORT_REJECT_LIMIT,
          "loadpath.export.hex.bytes",
          Settings.EXPORT_HEX_BYTES,
          "loadpath.export.recover.only",
          Settings.EXPORT_RECOVER_ONLY);

  private static final String CONNECTOR = PostgresManagerFactory.class.getName();
  private static final int CLASS_FILE = 0xCAFEBABE;
  private static final String FROM_COMMAND_LINE = "from command line";

  @Override
  public ConnManager accept(JobData job) {
    Configuration conf = job.getSqoopOptions().getConf();
    check(conf);
    if (!conf.get(ConnFactory.FACTORY_CLASS_NAMES_KEY, "").contains(CONNECTOR)) {
      PostgresManagerFactory.requireNoHeader(job);
    }
    ParquetCheck.check(job.getSqoopOptions());
    return null;
  }

  /**
   * Checks the keys that the user has set.
   *
   * @throws IllegalArgumentException if the command line has an unknown one
   */
  static void check(Configuration conf) {
    List<String> keys = new ArrayList<>();
    for (Map.Entry<String, String> setting : conf) {
      String key = setting.getKey();
      if (KEY.matcher(key).matches() && !key.equals(ConnFactory.FACTORY_CLASS_NAMES_KEY)) {
        keys.add(key);
      }
    }
    keys.removeAll(own());
    if (keys.isEmpty()) {
      return; // reading Sqoop's classes takes time
    }
    Set<String> known = known();
    List<String> errors = new ArrayList<>();
    for (String key : keys) {
      if (isKnown(key, known)) {
        continue;
      }
      String message = message(key, known);
      if (List.of(conf.getPropertySources(key)).contains(FROM_COMMAND_LINE)) {
        errors.add(message);
      } else {
        LOG.warn(message);
      }
    }
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", errors));
    }
  }

  /** The keys and prefixes of keys that Sqoop and the connector have as constants. */
  static Set<String> known() {
    Set<String> known = new TreeSet<>(own());
    try {
      addStrings(Jars.getJarPathForClass(Sqoop.class), "org/apache/sqoop/", known);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read Sqoop's classes: " + e.getMessage(), e);
    }
    known.removeIf(constant -> !KEY.matcher(constant).matches());
    return known;
  }

  /** The connector's keys, and other strings of the class that has them. */
  private static Set<String> own() {
    Set<String> own = new TreeSet<>();
    try (InputStream settings = Settings.class.getResourceAsStream("Settings.class")) {
      addStrings(settings, own);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read the connector's class: " + e.getMessage(), e);
    }
    return own;
  }

  private static boolean isKnown(String key, Set<String> known) {
    return known.contains(key)
        || known.stream().anyMatch(k -> BEGIN.matcher(k).matches() && key.startsWith(k));
  }

  private static String message(String key, Set<String> known) {
    if (GONE.containsKey(key)) {
      return "%s is gone: %s".formatted(key, GONE.get(key));
    }
    return RENAMED.containsKey(key)
        ? "%s is called %s now".formatted(key, RENAMED.get(key))
        : "unknown key %s: did you mean %s?".formatted(key, nearest(key, known));
  }

  private static String nearest(String key, Set<String> known) {
    return known.stream()
        .filter(word -> !word.endsWith("."))
        .min(
            Comparator.comparingInt(
                word -> LevenshteinDistance.getDefaultInstance().apply(key, word)))
        .orElseThrow();
  }

  /** Adds the string constants of all classes of a jar below a folder, without loading them. */
  private static void addStrings(String jar, String folder, Set<String> strings)
      throws IOException {
    try (JarFile file = new JarFile(jar)) {
      for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        if (entry.getName().startsWith(folder) && entry.getName().endsWith(".class")) {
          try (InputStream in = file.getInputStream(entry)) {
            addStrings(in, strings);
          }
        }
      }
    }
  }

  /** Reads a class file's constant pool (JVM Specification, section 4.4). */
  private static void addStrings(InputStream file, Set<String> strings) throws IOException {
    DataInputStream in = new DataInputStream(new BufferedInputStream(file));
    if (in.readInt() != CLASS_FILE) {
      throw new IOException("not a class file");
    }
    in.skipNBytes(4); // version
    int size = in.readUnsignedShort();
    String[] texts = new String[size];
    int[] textOfString = new int[size];
    for (int i = 1; i < size; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> texts[i] = in.readUTF();
        case 8 -> textOfString[i] = in.readUnsignedShort();
        case 7, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
        case 5, 6 -> {
          in.skipNBytes(8);
          i++; // takes two entries
        }
        default -> throw new IOException("unknown constant " + tag);
      }
    }
    for (int text : textOfString) {
      if (text > 0) {
        strings.add(texts[text]);
      }
    }
  }
}
