package org.calque.runtime.cuda;

/** What belongs to a context, and must not outlive it. */
sealed interface ContextPart extends AutoCloseable permits CudaStream, CudaTimer {

  @Override
  void close();
}
