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
public record Script(String name, String text, boolean ownData) {

  /** A script in a file. */
  public static Script file(String file) {
    try {
      return new Script(file, Files.readString(Path.of(file), UTF_8), true);
    } catch (NoSuchFileException e) {
      throw new ServiceException("there is no file " + file, e);
    } catch (CharacterCodingException e) {
      throw new ServiceException(file + " is not UTF-8 text: convert it first", e);
    } catch (IOException e) {
      throw new ServiceException("cannot read " + file + ": " + e, e);
    }
  }

  /** A script in a file, whose path is relative to this script's folder. */
  Script beside(String file) {
    return file(Path.of(name).resolveSibling(file).toString());
  }

  /** A script that standard input holds. */
  public static Script input(InputStream in) {
    try {
      return new Script("<stdin>", new String(in.readAllBytes(), UTF_8), true);
    } catch (IOException e) {
      throw new ServiceException("cannot read the script on standard input: " + e, e);
    }
  }

  /** Statements on the command line. */
  public static Script command(String sql) {
    return new Script("-c", sql, false);
  }
}
