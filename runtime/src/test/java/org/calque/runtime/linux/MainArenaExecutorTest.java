package org.calque.runtime.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class MainArenaExecutorTest {

  @Test
  void tasksAllocateFromTheMainArenaAndAllOnOneThread() throws Exception {
    MainArenaExecutor pool = new MainArenaExecutor(1, "test");
    assertThat(pool.submit(MainArena::isMine).get()).isTrue();
    Thread first = pool.submit(Thread::currentThread).get();
    assertThat(pool.submit(Thread::currentThread).get()).isSameAs(first);
    pool.shutdown();
  }

  @Test
  void aThreadThatIsEndedWhileItWorksIsInterrupted() throws Exception {
    MainArenaExecutor pool = new MainArenaExecutor(1, "test");
    Object never = new Object();
    Future<Boolean> interrupted =
        pool.submit(
            () -> {
              synchronized (never) {
                try {
                  never.wait();
                  return false;
                } catch (InterruptedException e) {
                  return true;
                }
              }
            });
    while (pool.getActiveCount() == 0) {
      Thread.onSpinWait();
    }
    pool.shutdownNow();
    assertThat(interrupted.get()).isTrue();
  }

  @Test
  void whatATaskThrowsReachesWhoWaitsForIt() {
    MainArenaExecutor pool = new MainArenaExecutor(1, "test");
    Future<?> failing =
        pool.submit(
            () -> {
              throw new IllegalStateException("why");
            });
    assertThatThrownBy(failing::get)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("why");
    pool.shutdown();
  }
}
