package org.calque.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two sequences side by side; a dash stands for nothing. */
class AlignmentTest {

  @ParameterizedTest
  @CsvSource({
    "abcdef, abcdef, aa bb cc dd ee ff",
    "abcdef, abdef, aa bb c- dd ee ff",
    "abdef, abcdef, aa bb -c dd ee ff",
    "abcdef, abxdef, aa bb cx dd ee ff",
    "abcdef, bcdef, a- bb cc dd ee ff",
    "bcdef, abcdef, -a bb cc dd ee ff",
    "abcdef, abcde, aa bb cc dd ee f-",
    "abcde, abcdef, aa bb cc dd ee -f",
    "abcdef, abccccdef, aa bb cc -c -c -c dd ee ff",
    "abcdef, axbyzbcdef, aa -x -b -y -z bb cc dd ee ff",
    "abcdefgh, xyzdefgh, ax by cz dd ee ff gg hh",
    "abc, xyz, ax by cz",
    "abc, '', a- b- c-",
    "'', abc, -a -b -c",
    "'', '', ''"
  })
  void sequencesGoOnTogetherAfterADifference(String source, String replay, String pairs) {
    assertThat(pairs(letters(source), letters(replay))).isEqualTo(pairs);
  }

  private static String pairs(List<String> source, List<String> replay) {
    return Alignment.of(source, replay, String::equals).stream()
        .map(pair -> text(pair.source()) + text(pair.replay()))
        .collect(Collectors.joining(" "));
  }

  private static String text(String letter) {
    return letter == null ? "-" : letter;
  }

  private static List<String> letters(String text) {
    return text.isEmpty() ? List.of() : Arrays.asList(text.split(""));
  }
}
