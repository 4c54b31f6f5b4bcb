package org.calque.codegen;

import com.palantir.javapoet.ClassName;

/**
 * The types that generated source names. They are names only: the generator is built without the
 * runtime and without JMH.
 */
final class RuntimeTypes {
  private static final String RUNTIME = "org.calque.runtime";
  private static final String JMH = "org.openjdk.jmh.annotations";

  static final ClassName ALLOCATOR_SETTINGS = ClassName.get(RUNTIME, "AllocatorSettings");
  static final ClassName CALL = ClassName.get(RUNTIME, "Call");
  static final ClassName CHECKPOINT = ClassName.get(RUNTIME, "Checkpoint");
  static final ClassName DATA_TYPE = ClassName.get(RUNTIME, "DataType");
  static final ClassName LAYOUT = ClassName.get(RUNTIME, "Layout");
  static final ClassName OPERAND = ClassName.get(RUNTIME, "Operand");
  static final ClassName REPLAY = ClassName.get(RUNTIME, "Replay");
  static final ClassName REPLAY_OPTIONS = ClassName.get(RUNTIME, "ReplayOptions");
  static final ClassName RESULT = ClassName.get(RUNTIME, "Result");
  static final ClassName VALUES = ClassName.get(RUNTIME, "Values");
  static final ClassName WORKLOAD = ClassName.get(RUNTIME, "Workload");

  static final ClassName GENERATED = ClassName.get("javax.annotation.processing", "Generated");

  static final ClassName BENCHMARK = ClassName.get(JMH, "Benchmark");
  static final ClassName BENCHMARK_MODE = ClassName.get(JMH, "BenchmarkMode");
  static final ClassName FORK = ClassName.get(JMH, "Fork");
  static final ClassName LEVEL = ClassName.get(JMH, "Level");
  static final ClassName MEASUREMENT = ClassName.get(JMH, "Measurement");
  static final ClassName MODE = ClassName.get(JMH, "Mode");
  static final ClassName OUTPUT_TIME_UNIT = ClassName.get(JMH, "OutputTimeUnit");
  static final ClassName PARAM = ClassName.get(JMH, "Param");
  static final ClassName SCOPE = ClassName.get(JMH, "Scope");
  static final ClassName SETUP = ClassName.get(JMH, "Setup");
  static final ClassName STATE = ClassName.get(JMH, "State");
  static final ClassName TEAR_DOWN = ClassName.get(JMH, "TearDown");
  static final ClassName WARMUP = ClassName.get(JMH, "Warmup");

  private RuntimeTypes() {}
}
