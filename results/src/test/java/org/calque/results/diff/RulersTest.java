package org.calque.results.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.results.Samples.around;
import static org.calque.results.Samples.key;
import static org.calque.results.Samples.run;
import static org.calque.results.Samples.time;

import org.calque.results.Entry;
import org.calque.results.Run;
import org.junit.jupiter.api.Test;

final class RulersTest {
  private static final String COMPUTE = "org.calque.launcher.ruler.Ruler.compute";
  private static final String MEMORY = "org.calque.launcher.ruler.Ruler.memory";

  @Test
  void rulersThatStayAreShownApartAndDecideNothing() {
    Comparison found =
        compare(
            run(time("a.B.c", around(10, 8)), time(COMPUTE, around(5, 8))),
            run(time("a.B.c", around(12, 8)), time(COMPUTE, around(5, 8))));

    assertThat(found.rows()).hasSize(1);
    assertThat(found.rows().get(0).state()).isEqualTo(State.REGRESSED);
    assertThat(found.rulers()).hasSize(1).noneMatch(Row::gates);
    assertThat(found.geometricMeans()).extracting(GeometricMean::rows).containsExactly(1);
    assertThat(found.gaps()).isEmpty();
  }

  @Test
  void aRulerThatMovedTakesChangesBack() {
    Comparison found =
        compare(
            run(
                time("a.B.slower", around(10, 8)),
                time("a.B.faster", around(10, 8)),
                time("a.B.same", around(10, 8)),
                time(COMPUTE, around(5, 8)),
                time(MEMORY, around(5, 8))),
            run(
                time("a.B.slower", around(12, 8)),
                time("a.B.faster", around(8, 8)),
                time("a.B.same", around(10, 8)),
                time(COMPUTE, around(5.2, 8)),
                time(MEMORY, around(5, 8))));

    assertThat(found.rows())
        .extracting(Row::state)
        .containsExactly(State.INCONCLUSIVE, State.INCONCLUSIVE, State.UNCHANGED);
    assertThat(found.rows().get(0).note()).isEqualTo("the machine moved: ruler compute 1.04");
    assertThat(found.gaps())
        .containsExactly("verdict withdrawn: the machine moved, ruler compute 1.04");
    assertThat(found.findings()).containsExactly(Finding.INCOMPLETE, Finding.INCONCLUSIVE);
    assertThat(found.verdict()).startsWith("incomplete: ").contains("verdict withdrawn");
  }

  @Test
  void aBenchmarkThatFailsNowStays() {
    Comparison found =
        compare(
            run(time("a.B.c", around(10, 8)), time(COMPUTE, around(5, 8))),
            run(Entry.failed(key("a.B.c"), "x"), time(COMPUTE, around(6, 8))));

    assertThat(found.rows().get(0).state()).isEqualTo(State.NEWLY_FAILING);
    assertThat(found.findings()).contains(Finding.FAILING, Finding.INCOMPLETE);
  }

  @Test
  void aRulerThatMovesLessThanOnePercentHasNot() {
    Comparison found =
        compare(
            run(time("a.B.c", around(10, 8)), time(COMPUTE, around(5, 8))),
            run(time("a.B.c", around(12, 8)), time(COMPUTE, around(5.04, 8))));

    assertThat(found.rows().get(0).state()).isEqualTo(State.REGRESSED);
  }

  @Test
  void rulersAloneAreNothingToCompare() {
    Run run = run(time(COMPUTE, around(5, 8)));

    assertThat(compare(run, run).gaps()).anyMatch(gap -> gap.startsWith("nothing was compared"));
  }

  private static Comparison compare(Run base, Run head) {
    return Comparison.of(base, head, Criteria.DEFAULT);
  }
}
