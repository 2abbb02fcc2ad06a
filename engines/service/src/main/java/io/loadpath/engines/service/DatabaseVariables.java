package io.loadpath.engines.service;

import java.util.Map;

/** The caller's variables for libpq, one of which may hold a password. */
public final class DatabaseVariables {
  private DatabaseVariables() {}

  /** Removes them from the environment of a program that opens no session on a database. */
  public static void remove(Map<String, String> environment) {
    environment.keySet().removeIf(name -> name.matches("PG[A-Z]+"));
  }
}
