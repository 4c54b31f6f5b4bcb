package org.calque.codegen;

/** One aspect of a benchmark class: adds its own members and nothing else. */
@FunctionalInterface
interface Aspect {
  void addTo(BenchmarkContext context);
}
