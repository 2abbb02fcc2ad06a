package io.loadpath.engines.postgres.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.loadpath.engines.service.ServiceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * SQL to run.
 *
 * @param name its name in errors
 * @param text the statements
 * @param ownData whether the data of COPY … FROM STDIN follow in the text, as in psql's files;
 *     otherwise they come from standard input
 */
public record SqlScript(String name, String text, boolean ownData) {

  /** A script in a file. */
  public static SqlScript file(String file) {
    try {
      return new SqlScript(file, Files.readString(Path.of(file), UTF_8), true);
    } catch (NoSuchFileException e) {
      throw new ServiceException("there is no file " + file, e);
    } catch (CharacterCodingException e) {
      throw new ServiceException(file + " is not UTF-8 text: convert it first", e);
    } catch (IOException e) {
      throw new ServiceException("cannot read " + file + ": " + e, e);
    }
  }

  /** A script in a file, whose path is relative to this script's folder. */
  SqlScript beside(String file) {
    return file(Path.of(name).resolveSibling(file).toString());
  }

  /** A script that standard input holds. */
  public static SqlScript input(InputStream in) {
    try {
      return new SqlScript("<stdin>", new String(in.readAllBytes(), UTF_8), true);
    } catch (IOException e) {
      throw new ServiceException("cannot read the script on standard input: " + e, e);
    }
  }

  /** The failure of a script at a line. */
  static ServiceException failure(String script, int line, String message, Throwable cause) {
    return new ServiceException(script + ":" + line + ": " + message, cause);
  }

  /** Statements on the command line. */
  public static SqlScript command(String sql) {
    return new SqlScript("-c", sql, false);
  }
}
