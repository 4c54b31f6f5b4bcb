package org.calque.runtime.power.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.Findings.Unavailable;
import org.calque.runtime.power.PowerGauge;
import org.calque.runtime.power.PowerSearch;
import org.calque.runtime.power.Scope;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.SensorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that print watts. */
@Timeout(60)
class CommandSourceTest {
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Duration SETTLE = Duration.ofMillis(700);

  /** A meter that goes on until its file is away. */
  private static final String GOES_ON = "while true; do cat watts || exit 3; sleep 0.1; done";

  /** Seconds for which only the processes of this test sleep. */
  private static final String LONG = "4711." + ProcessHandle.current().pid();

  private static final String SLOW_LATER = "cat watts && test ! -e slow || sleep " + LONG;

  @TempDir private Path folder;

  private Findings find(String command) {
    return find(command, LIMIT);
  }

  private Findings find(String command, Duration limit) {
    String within = command.isEmpty() ? "" : "cd '" + folder + "' && { " + command + "; }";
    return new CommandSource(limit, SETTLE).find(new PowerSearch(folder, System.getenv(), within));
  }

  private Sensor sensor(String command) {
    Findings findings = find(command);
    assertThat(findings.unavailable()).isEmpty();
    return findings.sensors().get(0);
  }

  private String refusal(String command) {
    return refusal(command, LIMIT);
  }

  private String refusal(String command, Duration limit) {
    Findings findings = find(command, limit);
    assertThat(findings.sensors()).isEmpty();
    assertThat(findings.unavailable())
        .singleElement()
        .extracting(Unavailable::source, Unavailable::device)
        .containsExactly("command", "meter");
    return findings.unavailable().get(0).reason();
  }

  private void meter(String text) throws IOException {
    Files.writeString(folder.resolve("next"), text);
    Files.move(folder.resolve("next"), folder.resolve("watts"), StandardCopyOption.ATOMIC_MOVE);
  }

  @Test
  void withoutACommandThereIsNoSensor() {
    assertThat(find("")).isEqualTo(Findings.NONE);
  }

  @Test
  void aCommandThatEndsIsRunAnewForEachValue() throws Exception {
    meter("Instantaneous power reading: 212 Watts\nSampling period: 1 Seconds.\n");
    try (Sensor sensor = sensor("cat watts")) {
      assertThat(sensor.facts().scope()).isEqualTo(Scope.MACHINE);
      assertThat(sensor.facts().device()).isEqualTo("meter");
      assertThat(sensor.gauge().reading().read()).isEqualTo(212);

      meter("Instantaneous power reading: 0.3 kW\n");

      assertThat(sensor.gauge().reading().read()).isEqualTo(300);
    }
  }

  @Test
  void aCommandThatEndsIsRunHalfOfTheTimeAtMost() {
    assertThat(sensor("echo 212").gauge().period()).isEqualTo(Duration.ofSeconds(1));
    assertThat(sensor("sleep 0.8; echo 212").gauge().period())
        .isBetween(Duration.ofMillis(1600), Duration.ofSeconds(8));
  }

  @Test
  void aCommandThatGoesOnIsStartedOnceAndItsLastLineIsTheValue() throws Exception {
    meter("212\n");
    try (Sensor sensor = sensor("echo started >> starts; " + GOES_ON)) {
      PowerGauge gauge = sensor.gauge();

      assertThat(gauge.reading().read()).isEqualTo(212);
      assertThat(gauge.period()).isBetween(Duration.ofMillis(100), Duration.ofSeconds(2));

      meter("300 W\n");
      waitFor(300, sensor);
      assertThat(folder.resolve("starts")).hasContent("started");
    }
  }

  @Test
  void whatItPrintsBeforeItsFirstValueIsAHeading() throws Exception {
    meter("212\n");
    try (Sensor sensor = sensor("echo time watts; " + GOES_ON)) {
      assertThat(sensor.gauge().reading().read()).isEqualTo(212);
    }
  }

  @Test
  void aLineThatTellsNoWattsIsNamedUntilTheNextThatDoes() throws Exception {
    meter("212\n");
    try (Sensor sensor = sensor(GOES_ON)) {
      meter("meter lost\n");
      assertThat(waitForProblem(sensor))
          .isEqualTo("the power command: 'meter lost' tells no watts");

      meter("213\n");
      waitFor(213, sensor);
    }
  }

  @Test
  void aCommandThatStopsPrintingHasNoValueThatStays() {
    String command = "for i in 1 2 3 4 5 6 7 8 9; do echo 212; sleep 0.1; done; sleep " + LONG;
    try (Sensor sensor = sensor(command)) {
      assertThat(waitForProblem(sensor))
          .matches("the power command has printed nothing for [\\d.]+ s");
    }
  }

  @Test
  void aCommandThatWentOnAndEndsIsToldWithItsStatusAndError() throws Exception {
    meter("212\n");
    try (Sensor sensor = sensor(GOES_ON)) {
      Files.delete(folder.resolve("watts"));

      assertThat(waitForProblem(sensor)).startsWith("the power command ended with status 3: cat: ");
    }
  }

  @Test
  void aFailureIsToldWithItsStatusAndTheFirstLineOfItsError() {
    assertThat(refusal("echo no such meter >&2; echo second >&2; exit 4"))
        .isEqualTo("the power command ended with status 4: no such meter");
    assertThat(refusal("echo 212; exit 1")).isEqualTo("the power command ended with status 1");
  }

  @Test
  void outputWithoutWattsIsNamed() {
    assertThat(refusal("echo N/A")).isEqualTo("the power command: 'N/A' tells no watts");
    assertThat(refusal("true")).isEqualTo("the power command printed nothing");
  }

  @Test
  void aCommandThatHangsIsEndedWithAllThatItStarted() {
    long begin = System.nanoTime();

    assertThat(refusal("sleep " + LONG + " | cat", Duration.ofMillis(500)))
        .isEqualTo("the power command printed nothing within 0.5 s");

    assertThat(System.nanoTime() - begin).isLessThan(10_000_000_000L);
    waitUntil(() -> !sleepers());
  }

  @Test
  void aCommandThatHangsLaterIsEndedToo() throws Exception {
    meter("212\n");
    Findings findings = find(SLOW_LATER, Duration.ofSeconds(3));
    try (Sensor sensor = findings.sensors().get(0)) {
      Files.createFile(folder.resolve("slow"));

      assertThatThrownBy(() -> sensor.gauge().reading().read())
          .isInstanceOf(SensorException.class)
          .hasMessage("the power command did not end within 3.0 s");
      waitUntil(() -> !sleepers());
    }
  }

  @Test
  void closingTheSensorEndsTheCommand() {
    Sensor sensor = sensor("for i in 1 2 3 4 5; do echo 212; sleep 0.1; done; sleep " + LONG);
    waitUntil(CommandSourceTest::sleepers);

    sensor.close();

    waitUntil(() -> !sleepers());
  }

  @Test
  void closingTheSensorEndsACommandThatIsBeingRun() throws Exception {
    meter("212\n");
    Sensor sensor = sensor(SLOW_LATER);
    Files.createFile(folder.resolve("slow"));
    Throwable[] thrown = {null};
    Thread reader =
        new Thread(
            () -> {
              try {
                sensor.gauge().reading().read();
              } catch (SensorException e) {
                thrown[0] = e;
              }
            });
    reader.start();
    waitUntil(CommandSourceTest::sleepers);

    sensor.close();

    reader.join(10_000);
    assertThat(thrown[0]).hasMessageStartingWith("the power command ended with status ");
    waitUntil(() -> !sleepers());
    assertThatThrownBy(() -> sensor.gauge().reading().read())
        .hasMessage("the power command is closed");
  }

  /** Whether anything sleeps that a command of this test has started. */
  private static boolean sleepers() {
    return ProcessHandle.allProcesses()
        .filter(ProcessHandle::isAlive)
        .anyMatch(process -> process.info().commandLine().orElse("").contains(LONG));
  }

  private static void waitUntil(BooleanSupplier what) {
    long begin = System.nanoTime();
    while (!what.getAsBoolean()) {
      assertThat(System.nanoTime() - begin).isLessThan(20_000_000_000L);
      LockSupport.parkNanos(20_000_000);
    }
  }

  /** Waits until a sensor tells a value. */
  private static void waitFor(double watts, Sensor sensor) {
    waitUntil(
        () -> {
          try {
            return sensor.gauge().reading().read() == watts;
          } catch (SensorException e) {
            return false;
          }
        });
  }

  /** Waits until a sensor has no value, and returns why. */
  private static String waitForProblem(Sensor sensor) {
    String[] problem = {null};
    waitUntil(
        () -> {
          try {
            sensor.gauge().reading().read();
          } catch (SensorException e) {
            problem[0] = e.getMessage();
          }
          return problem[0] != null;
        });
    return problem[0];
  }
}
