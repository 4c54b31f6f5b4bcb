/**
 * The execution trace as the file has it: a streaming reader that goes by the fields present, and
 * the values it reads. Nothing here decides what is replayed or repairs what the trace says.
 *
 * <p>The format is the JSON that {@code torch.profiler.ExecutionTraceObserver} writes; schema 1.0.1
 * has flat nodes, the {@code chakra.0.0.4} schemas have nested inputs, outputs and attributes.
 */
package org.calque.trace;
