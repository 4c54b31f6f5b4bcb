package org.calque.runtime.power;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Judges what one sensor told of one window. A counter goes before an integral. */
final class WindowMeasurement {
  /** So many equal samples in a row are told. */
  private static final int STEADY_SAMPLES = 20;

  private static final long SHORTEST_GAP_LIMIT = 1_000_000_000L;
  private static final int PERIODS_IN_A_GAP = 10;

  private final SensorMeter meter;
  private final MeterSettings settings;
  private final long from;
  private final long to;

  WindowMeasurement(SensorMeter meter, MeterSettings settings, long from, long to) {
    this.meter = meter;
    this.settings = settings;
    this.from = from;
    this.to = to;
  }

  /** A way to the energy: a number or NaN, and what speaks against it. */
  private record Answer(Method method, double joules, Validity validity, String reason) {
    static Answer none(Validity validity, String reason) {
      return new Answer(null, Double.NaN, validity, reason);
    }

    boolean measured() {
      return !Double.isNaN(joules);
    }
  }

  WindowEnergy energy(CountedEnergy.Mark opened, CountedEnergy.Mark closed) {
    Integral integral = Integral.of(meter.series().around(from, to), from, to);
    Answer counted = meter.counted() == null ? null : counted(opened, closed);
    Answer integrated = meter.sensor().gauge() == null ? null : integrated(integral);
    Answer chosen = choose(counted, integrated);
    return new WindowEnergy(
        meter.sensor().facts(),
        chosen.method(),
        chosen.joules(),
        counted == null ? Double.NaN : counted.joules(),
        integrated == null ? Double.NaN : integrated.joules(),
        seconds(to - from),
        integral.least(),
        integral.most(),
        integral.samples(),
        seconds(integral.gap()),
        chosen.validity(),
        chosen.reason());
  }

  private Answer choose(Answer counted, Answer integrated) {
    if (counted == null || integrated == null) {
      return counted == null ? integrated : counted;
    }
    if (counted.validity() == Validity.VALID) {
      return integrated.validity() == Validity.VALID ? agreeing(counted, integrated) : counted;
    }
    if (integrated.validity() == Validity.VALID) {
      return counted.validity() == Validity.BELOW_RESOLUTION
          ? integrated
          : new Answer(
              integrated.method(),
              integrated.joules(),
              Validity.VALID,
              "integrated, since " + counted.reason());
    }
    return counted.measured() || !integrated.measured() ? counted : integrated;
  }

  private Answer agreeing(Answer counted, Answer integrated) {
    double larger = Math.max(counted.joules(), integrated.joules());
    double share = Math.abs(counted.joules() - integrated.joules()) / larger;
    if (!(share > settings.disagreement())) {
      return counted;
    }
    String reason =
        text(
            "the counter says %.4g J, the integral of power %.4g J",
            counted.joules(), integrated.joules());
    return new Answer(Method.COUNTER, counted.joules(), Validity.DISAGREES, reason);
  }

  private Answer counted(CountedEnergy.Mark opened, CountedEnergy.Mark closed) {
    EnergyCounter counter = meter.sensor().counter();
    if (opened == null || closed == null) {
      return Answer.none(Validity.LOST, "the counter did not answer: " + meter.failure());
    }
    List<CountedEnergy.Fault> faults = meter.counted().faults(opened.nanos(), closed.nanos());
    if (!faults.isEmpty()) {
      return Answer.none(faults.get(0).kind(), faults.get(0).reason());
    }
    long length = to - from;
    if (length < counter.least().toNanos()) {
      return Answer.none(Validity.BELOW_RESOLUTION, tooShort("the counter", counter.sound()));
    }
    double joules = closed.joules() - opened.joules();
    if (joules == 0 && length >= counter.sound().toNanos()) {
      return Answer.none(Validity.FROZEN, "the counter stood still");
    }
    // The readings take their time, so what they span is a little longer than the work.
    joules *= (double) length / (closed.nanos() - opened.nanos());
    boolean sound = length >= counter.sound().toNanos();
    return new Answer(
        Method.COUNTER,
        joules,
        sound ? Validity.VALID : Validity.BELOW_RESOLUTION,
        sound ? "" : tooShort("the counter", counter.sound()));
  }

  private Answer integrated(Integral integral) {
    PowerGauge gauge = meter.sensor().gauge();
    Duration sound = gauge.sound();
    long length = to - from;
    if (length < gauge.least().toNanos()) {
      return Answer.none(Validity.BELOW_RESOLUTION, tooShort("the power sensor", sound));
    }
    long missing = length - integral.covered();
    if (integral.samples() == 0 || missing > meter.period()) {
      String why = meter.failure().isEmpty() ? "" : ": " + meter.failure();
      return Answer.none(
          Validity.LOST, text("no power for %.3g s of the window", seconds(missing)) + why);
    }
    if (integral.gap() > gapLimit()) {
      return Answer.none(
          Validity.GAP, text("no sample of power for %.3g s", seconds(integral.gap())));
    }
    if (length < sound.toNanos()) {
      return new Answer(
          Method.of(gauge),
          integral.joules(),
          Validity.BELOW_RESOLUTION,
          tooShort("the power sensor", sound));
    }
    return new Answer(Method.of(gauge), integral.joules(), Validity.VALID, steady(integral));
  }

  /** A sensor that is stuck and a load that is steady look alike: both are told. */
  private static String steady(Integral integral) {
    return integral.samples() > STEADY_SAMPLES && integral.least() == integral.most()
        ? text("all %d samples are %.4g W", integral.samples(), integral.least())
        : "";
  }

  private long gapLimit() {
    return settings.gap().isZero()
        ? Math.max(SHORTEST_GAP_LIMIT, PERIODS_IN_A_GAP * meter.period())
        : settings.gap().toNanos();
  }

  private String tooShort(String what, Duration sound) {
    return text(
        "a window of %.3g s is too short for %s, which needs %.3g s",
        seconds(to - from), what, seconds(sound.toNanos()));
  }

  private static double seconds(long nanos) {
    return nanos / 1e9;
  }

  private static String text(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
