package org.calque.launcher.jpwr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SuffixTest {
  private static final Rank ALONE = new Rank("jrc0001", "");
  private static final Rank THIRD = new Rank("jrc0001", "3");
  private static final Map<String, String> SLURM =
      Map.of("SLURM_JOB_ID", "77", "SLURM_PROCID", "3");

  private static String suffix(String asked, Rank rank) {
    return Suffix.of(asked, rank, 4711, SLURM);
  }

  @Test
  void processesAreToldByNodeAndNumberAndRanksByTheirNumber() {
    assertThat(suffix("", ALONE)).isEqualTo("jrc0001.4711");
    assertThat(suffix("", THIRD)).isEqualTo("3");
  }

  @Test
  void aTextOfTheUserGoesBefore() {
    assertThat(suffix("GH200", ALONE)).isEqualTo("GH200.jrc0001.4711");
    assertThat(suffix("GH200", THIRD)).isEqualTo("GH200.3");
  }

  @Test
  void variablesMakeTheWholeSuffixAndStandAnywhereInIt() {
    assertThat(suffix("%q{SLURM_PROCID}", ALONE)).isEqualTo("3");
    assertThat(suffix("j%q{SLURM_JOB_ID}-r%q{SLURM_PROCID}", ALONE)).isEqualTo("j77-r3");
  }

  @Test
  void aVariableThatIsNotSetIsNamedAndDoesNotBecomeAWord() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> suffix("%q{PMI_RANK}", ALONE))
        .withMessageContaining("PMI_RANK");
  }

  @Test
  void aSuffixStaysInTheFolder() {
    assertThatIllegalArgumentException().isThrownBy(() -> suffix("../x", ALONE));
  }

  @Test
  void aRankIsFoundWithEachStarterOrSaidToBeMissing() {
    assertThat(Rank.of(SLURM).number()).isEqualTo("3");
    assertThat(Rank.of(Map.of("OMPI_COMM_WORLD_RANK", "5", "SLURM_PROCID", "0")).number())
        .isEqualTo("5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rank.of(Map.of()))
        .withMessageContaining("SLURM_PROCID");
  }
}
