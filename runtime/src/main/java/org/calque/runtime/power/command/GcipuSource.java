package org.calque.runtime.power.command;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
 * IPUs of Graphcore. Their library gcipuinfo is for C++, Python and Go; the tool {@code gc-info}
 * prints the same attributes and may be used while an IPU works. An IPU that does not tell its own
 * power, as that of a C600, is measured with its board, once for each board.
 */
public final class GcipuSource implements PowerSource {
  private static final String NAME = "gcipuinfo";
  private static final String TOOL = "gc-info";
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** The IPUs of this machine. */
  public GcipuSource() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Graphcore IPUs, from gc-info";
  }

  @Override
  public Findings find(PowerSearch search) {
    Path tool = tool(search);
    return tool == null ? Findings.NONE : new Search(search, tool).find();
  }

  private static Path tool(PowerSearch search) {
    for (String folder :
        search.environment().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      Path tool = Path.of(folder, TOOL);
      if (!folder.isEmpty() && Files.isExecutable(tool)) {
        return tool;
      }
    }
    return null;
  }

  /** One search, with what it has found so far. */
  private static final class Search {
    private final PowerSearch search;
    private final Path tool;
    private final List<Sensor> sensors = new ArrayList<>();
    private final List<Unavailable> unavailable = new ArrayList<>();
    private final Set<String> boards = new HashSet<>();

    Search(PowerSearch search, Path tool) {
      this.search = search;
      this.tool = tool;
    }

    Findings find() {
      try {
        Invocation list = invocation("--list-devices");
        DeviceInfo.single(list.run().lines()).forEach(this::add);
      } catch (SensorException e) {
        refuse("ipu", e.getMessage());
      }
      return new Findings(sensors, unavailable);
    }

    private Invocation invocation(String... arguments) {
      List<String> words = new ArrayList<>(List.of(tool.toString()));
      words.addAll(List.of(arguments));
      return new Invocation(TOOL, words, search.environment(), LIMIT);
    }

    private void add(String device) {
      Invocation info = invocation("--device-info", "--device-id", device);
      IpuPower ofIpu = new IpuPower(info, device, IpuPower.OF_IPU);
      IpuPower.Answer answer;
      try {
        answer = ofIpu.ask();
      } catch (SensorException e) {
        refuse("ipu" + device, e.getMessage());
        return;
      }
      DeviceInfo told = answer.info();
      String board = told.get("board serial number");
      try {
        ofIpu.watts(told);
        String identity = "board " + board + ", IPU " + told.get("board ipu index");
        add(ofIpu, answer, "ipu" + device, identity, "whole IPU, all processes");
      } catch (SensorException e) {
        refuse(
            "ipu" + device,
            e.getMessage() + ": power is sampled while a program runs with GCDA_MONITOR=1");
        IpuPower ofBoard = new IpuPower(info, device, IpuPower.OF_BOARD);
        if (tells(ofBoard, told) && boards.add(board.isEmpty() ? device : board)) {
          add(
              ofBoard,
              answer,
              "ipu" + device + ".board",
              "board " + board,
              "board with all its IPUs, all processes");
        }
      }
    }

    private static boolean tells(IpuPower power, DeviceInfo told) {
      try {
        power.watts(told);
        return true;
      } catch (SensorException e) {
        return false;
      }
    }

    private void add(
        IpuPower power,
        IpuPower.Answer answer,
        String device,
        String identity,
        String attribution) {
      sensors.add(
          new Sensor(
              new SensorFacts(NAME, device, identity, Scope.ACCELERATOR, attribution),
              null,
              new PowerGauge(power, Duration.ZERO, Invocation.period(answer.time()))));
    }

    private void refuse(String device, String reason) {
      unavailable.add(new Unavailable(NAME, device, reason));
    }
  }
}
