package io.loadpath.sqoop;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Reads the string constants of classes, without loading them. */
final class ClassConstants {
  private static final int MAGIC = 0xCAFEBABE;

  private ClassConstants() {}

  /** The strings of all classes of a jar below a folder. */
  static Set<String> ofJar(String jar, String folder) throws IOException {
    Set<String> strings = new HashSet<>();
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
    return strings;
  }

  /** The strings of one class. */
  static Set<String> of(Class<?> type) throws IOException {
    Set<String> strings = new HashSet<>();
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      addStrings(in, strings);
    }
    return strings;
  }

  /** Reads a class file's pool of constants: section 4.4 of the JVM's specification. */
  private static void addStrings(InputStream file, Set<String> strings) throws IOException {
    DataInputStream in = new DataInputStream(new BufferedInputStream(file));
    if (in.readInt() != MAGIC) {
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
          i++; // takes two places
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
