package org.calque.replay;

import java.util.HashMap;
import java.util.Map;

/** The operator schemas of one trace: each distinct string is parsed once. */
final class OperatorSchemas {
  private final Map<String, OperatorSchema> parsed = new HashMap<>();

  /** The schema that a string declares. */
  OperatorSchema of(String schema) {
    return parsed.computeIfAbsent(schema, OperatorSchema::parse);
  }

  /** The schema of the operator that is called. */
  OperatorSchema of(Step.OperatorCall call) {
    return of(call.schema());
  }
}
