package io.loadpath.benchmarks.record;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;

/** Breaks lines down to the entries of the top-level lists and keeps each entry on its own line. */
final class RecordLayout extends DefaultPrettyPrinter {
  private static final long serialVersionUID = 1L;
  private static final int DEEPEST_BROKEN_LEVEL = 2;

  RecordLayout() {
    super(
        Separators.createDefaultInstance()
            .withArrayEmptySeparator("")
            .withObjectEmptySeparator(""));
    indentObjectsWith(new Indenter());
    indentArraysWith(new Indenter());
  }

  @Override
  public DefaultPrettyPrinter createInstance() {
    return new RecordLayout();
  }

  @Override
  public void writeObjectFieldValueSeparator(JsonGenerator generator) throws IOException {
    generator.writeRaw(_nesting <= DEEPEST_BROKEN_LEVEL ? ": " : ":");
  }

  @Override
  public void writeEndObject(JsonGenerator generator, int entries) throws IOException {
    if (_nesting > DEEPEST_BROKEN_LEVEL) {
      _nesting--;
      generator.writeRaw('}');
    } else {
      super.writeEndObject(generator, entries);
    }
  }

  @Override
  public void writeEndArray(JsonGenerator generator, int values) throws IOException {
    if (_nesting > DEEPEST_BROKEN_LEVEL) {
      _nesting--;
      generator.writeRaw(']');
    } else {
      super.writeEndArray(generator, values);
    }
  }

  private static final class Indenter extends DefaultIndenter {
    private static final long serialVersionUID = 1L;

    Indenter() {
      super("  ", "\n");
    }

    @Override
    public void writeIndentation(JsonGenerator generator, int level) throws IOException {
      if (level <= DEEPEST_BROKEN_LEVEL) {
        super.writeIndentation(generator, level);
      }
    }
  }
}
