package io.loadpath.benchmarks.record;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Copies of a record with some components changed: {@code change(sample).set("rows", 5L).make()}.
 */
public final class Records<T extends Record> {
  private final T record;
  private final Map<String, Object> changes = new HashMap<>();

  private Records(T record) {
    this.record = record;
  }

  public static <T extends Record> Records<T> change(T record) {
    return new Records<>(record);
  }

  /** Returns a copy; {@code changes} are names and values in turn. */
  public static <T extends Record> T with(T record, Object... changes) {
    Records<T> copy = change(record);
    for (int i = 0; i < changes.length; i += 2) {
      copy.set((String) changes[i], changes[i + 1]);
    }
    return copy.make();
  }

  public Records<T> set(String component, Object value) {
    changes.put(component, value);
    return this;
  }

  public T make() {
    RecordComponent[] components = record.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      for (int i = 0; i < components.length; i++) {
        String name = components[i].getName();
        components[i].getAccessor().setAccessible(true);
        values[i] =
            changes.containsKey(name)
                ? changes.remove(name)
                : components[i].getAccessor().invoke(record);
      }
      if (!changes.isEmpty()) {
        throw new IllegalArgumentException(record.getClass() + " has no " + changes.keySet());
      }
      @SuppressWarnings("unchecked")
      Class<T> type = (Class<T>) record.getClass();
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (InvocationTargetException e) {
      throw (RuntimeException) e.getCause();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
