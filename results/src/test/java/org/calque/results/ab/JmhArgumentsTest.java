package org.calque.results.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JmhArgumentsTest {
  @ParameterizedTest
  @ValueSource(strings = {"-f 6", "-f=6", "-f6", "--f 6", "--f=6"})
  void theNumberOfForksIsTakenOut(String option) {
    JmhArguments arguments = parse("Mlp " + option + " -wi 1");

    assertThat(arguments).isEqualTo(new JmhArguments(List.of("Mlp", "-wi", "1"), 6));
  }

  @Test
  void withoutANumberThereAreTen() {
    assertThat(parse("Mlp")).isEqualTo(new JmhArguments(List.of("Mlp"), 10));
  }

  @Test
  void otherOptionsThatBeginWithFAreNoForks() {
    assertThatThrownBy(() -> parse("-foe true")).hasMessageContaining("-foe has no place here");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-rf", "-rff", "-o", "-foe", "-l", "-lp", "-h", "-v", "-rff=x.json", "--store"})
  void whatTheExperimentDecidesIsRefusedInOneLine(String option) {
    assertThatThrownBy(() -> JmhArguments.parse(List.of("Mlp", option, "x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the option " + option + " has no place here: ")
        .message()
        .hasLineCount(1);
  }

  @Test
  void aValueThatLooksLikeSuchAnOptionIsAValue() {
    assertThat(JmhArguments.parse(List.of("-jvmArgsAppend", "-h", "-e", "-f")).words())
        .containsExactly("-jvmArgsAppend", "-h", "-e", "-f");
  }

  @Test
  void flagsOfCalqueHaveNoValue() {
    assertThat(JmhArguments.parse(List.of("--lazy", "-f", "3")).forks()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "two", "1.5", "99999"})
  void forksAreAtLeastOne(String number) {
    assertThatThrownBy(() -> JmhArguments.parse(List.of("-f", number)))
        .hasMessageContaining("-f " + number + ": an experiment needs a number of forks");
  }

  @Test
  void anOptionAtTheEndNeedsItsValue() {
    assertThatThrownBy(() -> parse("Mlp -wi")).hasMessage("the option -wi needs a value");
  }

  private static JmhArguments parse(String line) {
    return JmhArguments.parse(List.of(line.split(" ")));
  }
}
