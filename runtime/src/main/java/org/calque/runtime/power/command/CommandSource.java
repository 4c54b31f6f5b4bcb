package org.calque.runtime.power.command;

import java.time.Duration;
import java.util.List;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.Findings.Unavailable;
import org.calque.runtime.power.PowerGauge;
import org.calque.runtime.power.PowerSearch;
import org.calque.runtime.power.PowerSource;
import org.calque.runtime.power.Scope;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.SensorException;
import org.calque.runtime.power.SensorFacts;

/**
 * Watts that a command of the user's prints, such as {@code ipmitool dcmi power reading} or the
 * reader of a meter at the wall. One that goes on is started once and prints a value in each line;
 * one that ends is run anew for each value and may print more beside it. {@link WattsLine} tells
 * what a line may look like.
 */
public final class CommandSource implements PowerSource {
  private static final String NAME = "command";
  private static final String DEVICE = "meter";

  /** In messages; the command itself may be long. */
  private static final String CALLED = "the power command";

  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** A command that ends does so soon after what it prints. */
  private static final Duration SETTLE = Duration.ofSeconds(1);

  private final Duration limit;
  private final Duration settle;

  /** The command of the search. */
  public CommandSource() {
    this(LIMIT, SETTLE);
  }

  /**
   * One with other times.
   *
   * @param limit within which there is a value
   * @param settle within which a command ends after its value, or does not
   */
  CommandSource(Duration limit, Duration settle) {
    this.limit = limit;
    this.settle = settle;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "watts that a command of yours prints, such as a wall meter's or IPMI's";
  }

  @Override
  public Findings find(PowerSearch search) {
    if (search.command().isBlank()) {
      return Findings.NONE;
    }
    try {
      return new Findings(List.of(sensor(search)), List.of());
    } catch (SensorException e) {
      return new Findings(List.of(), List.of(new Unavailable(NAME, DEVICE, e.getMessage())));
    }
  }

  private Sensor sensor(PowerSearch search) throws SensorException {
    SensorFacts facts =
        new SensorFacts(
            NAME,
            DEVICE,
            search.command(),
            Scope.MACHINE,
            "whatever the command measures, all processes");
    return new Sensor(facts, null, gauge(search));
  }

  private PowerGauge gauge(PowerSearch search) throws SensorException {
    List<String> words = List.of("/bin/sh", "-c", search.command());
    PrintedWatts watts = new PrintedWatts(CALLED);
    CommandProcess process =
        CommandProcess.start(CALLED, words, search.environment(), watts::accept);
    try {
      if (goesOn(process, watts)) {
        PowerGauge gauge = PrintingCommand.gauge(process, watts, limit);
        process = null; // it is the gauge's now
        return gauge;
      }
    } finally {
      if (process != null) {
        process.close();
      }
    }
    return RepeatedCommand.gauge(
        new Invocation(CALLED, words, search.environment(), limit), CALLED);
  }

  /** Waits until the command has ended, or has printed a value and not ended soon after. */
  private boolean goesOn(CommandProcess process, PrintedWatts watts) throws SensorException {
    long end = System.nanoTime() + limit.toNanos();
    while (watts.await(1, Duration.ofMillis(10)) == 0) {
      if (process.ended(Duration.ZERO)) {
        return false;
      }
      if (System.nanoTime() - end > 0) {
        throw new SensorException(watts.problem() + " within " + Invocation.seconds(limit) + " s");
      }
    }
    return !process.ended(settle);
  }
}
