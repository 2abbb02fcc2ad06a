package io.loadpath.benchmarks.record;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** The published schema of a record. */
public final class RecordSchema {
  private RecordSchema() {}

  /** Returns how the JSON text of a record differs from the schema. */
  public static Set<ValidationMessage> violations(String json) throws IOException {
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(Path.of("schema/record-2.schema.json")));
    return schema.validate(
        json,
        InputFormat.JSON,
        context -> context.getExecutionConfig().setFormatAssertionsEnabled(true));
  }
}
