package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The one line that a failed benchmark leaves in the run. */
class FailureCauseTest {
  private final FailureCause cause = new FailureCause();

  @Test
  void theFirstExceptionIsTheCause() {
    cause.add("<failure>\n\n");
    cause.add(
        "org.calque.runtime.ReplayException: aten::mm: size mismatch\n\tat a.b.C.d(C.java)\n");
    cause.add("Caused by: java.lang.RuntimeException: later\n");
    assertThat(cause.text())
        .isEqualTo("org.calque.runtime.ReplayException: aten::mm: size mismatch");
  }

  @Test
  void aKilledForkIsNamed() {
    cause.add("<forked VM failed with exit code 137>\n<stdout last='20 lines'>\n");
    assertThat(cause.text()).isEqualTo("forked VM failed with exit code 137");
  }

  @Test
  void nothingPrintedIsSaidSo() {
    assertThat(cause.text()).isEqualTo("ended without a result");
  }
}
