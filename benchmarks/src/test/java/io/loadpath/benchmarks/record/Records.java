package io.loadpath.benchmarks.record;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Copies of records with some components changed. */
public final class Records {
  private Records() {}

  /**
   * Returns a copy: {@code with(sample, "rows", 5L, "jobs", 2)}.
   *
   * @param changes names and values in turn
   */
  public static <T extends Record> T with(T record, Object... changes) {
    Map<String, Object> left = new HashMap<>();
    for (int i = 0; i < changes.length; i += 2) {
      left.put((String) changes[i], changes[i + 1]);
    }
    RecordComponent[] components = record.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        components[i].getAccessor().setAccessible(true);
        String name = components[i].getName();
        values[i] =
            left.containsKey(name) ? left.remove(name) : components[i].getAccessor().invoke(record);
      }
      if (!left.isEmpty()) {
        throw new IllegalArgumentException(record.getClass() + " has no " + left.keySet());
      }
      @SuppressWarnings("unchecked")
      Class<T> type = (Class<T>) record.getClass();
      return type.getDeclaredConstructor(
              Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new))
          .newInstance(values);
    } catch (InvocationTargetException e) {
      throw (RuntimeException) e.getCause();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
