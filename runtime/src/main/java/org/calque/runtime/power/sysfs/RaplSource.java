package org.calque.runtime.power.sysfs;

import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.Findings.Unavailable;
import org.calque.runtime.power.PowerCap;
import org.calque.runtime.power.PowerSearch;
import org.calque.runtime.power.PowerSource;
import org.calque.runtime.power.SensorException;

/**
 * Energy counters of processors of Intel and AMD ("running average power limit"), which the kernel
 * shows under {@code /sys/class/powercap}. A package contains its cores and the rest of its logic,
 * not its memory; the platform contains all of them. Each is a sensor of its own scope.
 */
public final class RaplSource implements PowerSource {
  static final String NAME = "rapl";

  private static final Duration WAIT = Duration.ofMillis(50);

  private final FileOpener opener;
  private final Runnable wait;

  /** The counters of this machine. */
  public RaplSource() {
    this(FileOpener.SYSTEM, () -> LockSupport.parkNanos(WAIT.toNanos()));
  }

  RaplSource(FileOpener opener, Runnable wait) {
    this.opener = opener;
    this.wait = wait;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "energy counters of processor packages and their memory, from /sys/class/powercap";
  }

  @Override
  public Findings find(PowerSearch search) {
    return new Search(new SystemFiles(search.root(), opener)).find();
  }

  /** One search, with what it has found so far. */
  private final class Search {
    private final SystemFiles files;
    private final Map<String, RaplCounter> counters = new LinkedHashMap<>();
    private final List<Unavailable> unavailable = new ArrayList<>();
    private final List<PowerCap> caps = new ArrayList<>();

    Search(SystemFiles files) {
      this.files = files;
    }

    Findings find() {
      boolean amd = isAmd();
      for (RaplZone zone : RaplZone.all(files)) {
        caps.addAll(RaplCaps.of(zone, files));
        if (zone.scope() == null) {
          refuse(zone.device(), zone.folder() + " is of a kind that is not known");
        } else if (amd && zone.kind().equals("core")) {
          refuse(zone.device(), zone.folder() + " counts one core only, as AMD's register does");
        } else {
          open(zone);
        }
      }
      dropCountersThatStandAtZero();
      dropMirroredDies();
      return new Findings(
          counters.values().stream().map(RaplCounter::sensor).toList(), unavailable, caps);
    }

    private void open(RaplZone zone) {
      RaplCounter known = counters.get(zone.device());
      if (known != null && !known.zone().interfaceName().equals(zone.interfaceName())) {
        refuse(
            zone.device() + "." + zone.interfaceName(),
            zone.folder() + " shows the counter of " + known.zone().folder() + ", which is read");
        return;
      }
      String device =
          known == null ? zone.device() : zone.device() + "." + zone.folder().getFileName();
      try {
        counters.put(device, new RaplCounter(zone, device, files));
      } catch (SensorException e) {
        refuse(device, reason(e, zone.energy()));
      }
    }

    private String reason(SensorException e, Path energy) {
      return e.getCause() instanceof AccessDeniedException
          ? e.getMessage()
              + "; since Linux 5.10 only root may, unless /etc/tmpfiles.d/ has a line"
              + " 'z "
              + energy
              + " 0444'"
          : e.getMessage();
    }

    /** A virtual machine, or a part that is switched off, may have a counter that never counts. */
    private void dropCountersThatStandAtZero() {
      List<RaplCounter> zero = counters.values().stream().filter(c -> c.first() == 0).toList();
      if (zero.isEmpty()) {
        return;
      }
      wait.run();
      for (RaplCounter counter : zero) {
        try {
          if (counter.read() == 0) {
            drop(counter, counter.zone().energy() + " stays 0, so it does not measure");
          }
        } catch (SensorException e) {
          drop(counter, e.getMessage());
        }
      }
    }

    private void dropMirroredDies() {
      List<RaplCounter> kept = new ArrayList<>();
      for (RaplCounter counter : List.copyOf(counters.values())) {
        RaplCounter mirrored = null;
        for (RaplCounter other : kept) {
          if (other.zone().sharesPackage(counter.zone()) && same(other, counter)) {
            mirrored = other;
          }
        }
        if (mirrored == null) {
          kept.add(counter);
        } else {
          drop(
              counter,
              counter.zone().folder()
                  + " shows the counter of "
                  + mirrored.zone().folder()
                  + ", which is read");
        }
      }
    }

    private boolean same(RaplCounter one, RaplCounter other) {
      try {
        return SameCounter.shownBy(one, other, wait);
      } catch (SensorException e) {
        return false; // both answered once; whoever reads on will see
      }
    }

    private void drop(RaplCounter counter, String reason) {
      counter.close();
      counters.remove(counter.device());
      refuse(counter.device(), reason);
    }

    private void refuse(String device, String reason) {
      unavailable.add(new Unavailable(NAME, device, reason));
    }

    /** The maker stands in the second line. */
    private boolean isAmd() {
      String processor = files.text(files.root().resolve("proc/cpuinfo"));
      return processor.contains("AuthenticAMD") || processor.contains("HygonGenuine");
    }
  }
}
