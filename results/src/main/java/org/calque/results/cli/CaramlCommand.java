package org.calque.results.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.calque.results.Run;
import org.calque.results.RunFormatException;
import org.calque.results.caraml.CaramlBenchmark;
import org.calque.results.caraml.CaramlTable;
import org.calque.results.caraml.OldCaramlFile;
import org.calque.results.caraml.PeakRate;
import org.calque.results.cli.Table.Align;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code caraml}: runs as tables of CARAML. */
@Command(
    name = "caraml",
    description = {
      "Prints runs in the columns and order of CARAML's tables, and after them what those lack:",
      "intervals, forks, energy by sensor, status and cause. Rows without a result stay."
    })
final class CaramlCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunSource source;
  @Mixin private TextOptions text;

  @Parameters(paramLabel = "RUN", arity = "1..*", description = "Files or ids of runs.")
  private List<String> names;

  @Option(
      names = "--style",
      paramLabel = "STYLE",
      defaultValue = "pretty",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Style style;

  @Option(
      names = "--with",
      paramLabel = "OLD.csv",
      description = "Set a csv file of CARAML's beside; may be given again.")
  private List<Path> old = List.of();

  @Option(
      names = "--peak",
      paramLabel = "TFLOPS",
      converter = PeakConverter.class,
      description = {
        "Peak rate of one device in TFLOP/s, for a column MFU(%%) of model FLOP utilisation:",
        "items/s x FLOPs of an item / peak."
      })
  private PeakRate peak;

  /** Reads {@code 989.5}. */
  static final class PeakConverter implements ITypeConverter<PeakRate> {
    @Override
    public PeakRate convert(String text) {
      try {
        return PeakRate.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** How tables are written; CARAML's words. */
  private enum Style {
    csv,
    pretty,
    markdown
  }

  @Override
  public Integer call() throws IOException {
    List<Run> runs = new ArrayList<>();
    for (String name : names) {
      runs.add(source.read(name));
    }
    PrintWriter out = spec.commandLine().getOut();
    int shown = 0;
    for (CaramlBenchmark benchmark : CaramlBenchmark.values()) {
      CaramlTable table = CaramlTable.of(benchmark, runs, peak);
      if (!table.isEmpty()) {
        addOldFiles(table);
        out.print(shown++ == 0 ? "" : System.lineSeparator());
        print(table, out);
      }
    }
    out.flush();
    if (shown == 0) {
      throw new RunFormatException(
          "no whole step of a workload of CARAML's is in "
              + String.join(", ", names)
              + "; run some with benchmarks.jar --sweep batch caraml");
    }
    return 0;
  }

  /** Each file goes to the table that it is of; one that is of neither is an error. */
  private void addOldFiles(CaramlTable table) throws IOException {
    CaramlBenchmark other =
        table.benchmark() == CaramlBenchmark.LLM ? CaramlBenchmark.RESNET50 : CaramlBenchmark.LLM;
    for (Path file : old) {
      if (!OldCaramlFile.isOf(file, other)) {
        table.add(OldCaramlFile.read(file, table.benchmark()));
      }
    }
  }

  private void print(CaramlTable table, PrintWriter out) {
    List<String> columns = table.columns();
    switch (style) {
      case csv -> {
        out.println(csv(columns));
        table.cells().forEach(cells -> out.println(csv(cells)));
      }
      case markdown -> {
        out.println(markdown(columns));
        out.println("|" + " --- |".repeat(columns.size()));
        table.cells().forEach(cells -> out.println(markdown(cells)));
      }
      default -> pretty(table).forEach(out::println);
    }
  }

  /** Columns that are empty in all rows take room and say nothing. */
  private List<String> pretty(CaramlTable table) {
    List<String> columns = table.columns();
    List<Integer> used = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int column = i;
      if (table.cells().stream().anyMatch(cells -> !cells.get(column).isEmpty())) {
        used.add(i);
      }
    }
    Align[] sides = new Align[used.size()];
    Arrays.fill(sides, Align.LEFT);
    Table aligned = new Table(text.glyphs(), sides);
    aligned.row(used.stream().map(columns::get).toArray(String[]::new));
    table
        .cells()
        .forEach(cells -> aligned.row(used.stream().map(cells::get).toArray(String[]::new)));
    return aligned.lines();
  }

  private static String csv(List<String> cells) {
    return cells.stream().map(CaramlCommand::quoted).collect(Collectors.joining(","));
  }

  private static String quoted(String cell) {
    return cell.matches("[^,\"\\r\\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }

  private static String markdown(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }
}
