package org.calque.runtime.power.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.calque.runtime.power.SensorException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Watts in lines that tools print. */
class WattsLineTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "    Instantaneous power reading:                   212 Watts; 212",
        "Pwr Consumption  | 98.000 | Watts | ok; 98",
        "212; 212",
        "212.5W; 212.5",
        "PSU 2 in: 1.25 kW; 1250",
        "power=850mW,; 0.85",
        "P:3e2; 300",
        "0063.5 w.; 63.5",
        ".5 kilowatts; 500",
        "1700 milliwatts; 1.7"
      })
  void theLastWordWithADigitIsTheNumberAndAUnitMayFollow(String line, double watts)
      throws SensorException {
    assertThat(WattsLine.parse(line)).isEqualTo(watts);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "N/A",
        "",
        "no such device",
        "35 C",
        "12V",
        "Sampling period: 00000001 Seconds.",
        "212 W at 10:33:01",
        "212,5 W",
        "3 MW",
        "power 2x"
      })
  void whatTellsNoWattsIsQuoted(String line) {
    assertThatThrownBy(() -> WattsLine.parse(line))
        .isInstanceOf(SensorException.class)
        .hasMessage("'" + line + "' tells no watts");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 Watts", "-5 W", "2000 kW"})
  void whatNothingDrawsIsRefused(String line) {
    assertThatThrownBy(() -> WattsLine.parse(line))
        .isInstanceOf(SensorException.class)
        .hasMessageStartingWith("'" + line + "' tells ");
  }
}
