package org.calque.cli;

import java.io.BufferedWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.calque.inspect.Inspection;
import org.calque.inspect.Order;
import org.calque.report.JsonReport;
import org.calque.report.MarkdownReport;
import org.calque.report.Report;
import org.calque.report.ReportWriter;
import org.calque.report.Section;
import org.calque.report.TextReport;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceFormatException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code generator inspect}: what is in a trace, without generating anything. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    description = "Says what is in execution traces, or shows one of its parts in full.",
    footer = {"", "Exit status: 0 done, 2 a trace or an argument cannot be used."})
final class InspectCommand implements Callable<Integer> {

  /** How reports are written. */
  enum Format {
    TEXT,
    JSON,
    MARKDOWN
  }

  /** When text is coloured. */
  enum Colour {
    AUTO,
    ALWAYS,
    NEVER
  }

  @Parameters(
      arity = "1..*",
      paramLabel = "TRACE",
      description = {
        "Trace files (.json, .json.gz, or any number in a .zip, .tar, .tar.gz or .tgz), folders of",
        "such files, or - for standard input."
      })
  private List<Path> files;

  @Option(
      names = "--format",
      defaultValue = "text",
      paramLabel = "FORMAT",
      description = "text, json or markdown; json has every row. Default: ${DEFAULT-VALUE}.")
  private Format format;

  @Option(
      names = "--top",
      defaultValue = "20",
      paramLabel = "N",
      converter = Amount.class,
      description = "Rows of a table; one line sums up the others. Default: ${DEFAULT-VALUE}.")
  private Long top;

  @Option(
      names = "--sort",
      defaultValue = "auto",
      paramLabel = "ORDER",
      description =
          "calls, time, device, bytes or flops; auto is device time if known, else CPU time, else"
              + " calls.")
  private Order order;

  @Option(names = "--tree", description = "Show the call tree in place of the report.")
  private boolean tree;

  @Option(
      names = "--depth",
      paramLabel = "N",
      converter = Amount.class,
      description = "Levels of the tree below the root. Default: all.")
  private Long depth;

  @Option(names = "--operators", description = "Show every outermost operator call, in order.")
  private boolean operators;

  @Option(names = "--tensors", description = "Show every tensor, with its first and last use.")
  private boolean tensors;

  @Option(
      names = "--node",
      paramLabel = "ID",
      description = "Show one node in full, and where its tensors come from and go to.")
  private Long node;

  @Option(
      names = "--color",
      defaultValue = "auto",
      paramLabel = "WHEN",
      description = "auto (on a terminal), always or never. Default: ${DEFAULT-VALUE}.")
  private Colour colour;

  @Option(
      names = "--kineto",
      paramLabel = "FILE",
      description = {
        "Kineto trace of the same run, for times; for several traces an archive of as many,",
        "which go together by their ranks."
      })
  private Path kineto;

  @Mixin private ReadingOptions reading;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter errors = spec.commandLine().getErr();
    try {
      inspect(errors);
      return 0;
    } catch (TraceFormatException e) {
      errors.println(GeneratorCommand.oneLine("generator: " + e.getMessage()));
    } catch (OutOfMemoryError e) {
      errors.println(GeneratorCommand.outOfMemory());
    }
    return GeneratorCommand.BAD_INPUT;
  }

  private void inspect(PrintWriter errors) {
    Inspection inspection = new Inspection(order);
    TraceReading traceReading = new TraceReading(reading, Optional.ofNullable(kineto), errors);
    int[] found = {0};
    try (LazyWriter writer = new LazyWriter()) {
      traceReading.forEach(
          files, trace -> found[0] += show(trace, inspection, writer.get()) ? 1 : 0);
      if (found[0] == 0) {
        throw new TraceFormatException(
            files.size() == 1 ? files.get(0).toString() : "the traces",
            "no node has the id " + node);
      }
      if (inspection.hasOverview() && format != Format.JSON) {
        writer.get().write(inspection.overview());
      }
    }
  }

  /** A document that begins with its first report, so that an error before leaves no output. */
  private final class LazyWriter implements AutoCloseable {
    private ReportWriter writer;

    ReportWriter get() {
      if (writer == null) {
        writer = writer();
      }
      return writer;
    }

    @Override
    public void close() {
      if (writer != null) {
        writer.close();
      }
    }
  }

  /** Shows what is asked for; whether there is anything to show. */
  private boolean show(ExecutionTrace trace, Inspection inspection, ReportWriter writer) {
    if (node != null) {
      var details = inspection.node(trace, node);
      details.ifPresent(writer::write);
      return details.isPresent();
    }
    List<Section> parts = new ArrayList<>();
    if (tree) {
      parts.add(inspection.tree(trace, depth == null ? Integer.MAX_VALUE : clamp(depth)));
    }
    if (operators) {
      parts.add(inspection.calls(trace));
    }
    if (tensors) {
      parts.add(inspection.tensors(trace));
    }
    writer.write(
        parts.isEmpty() ? inspection.report(trace) : new Report(trace.source().file(), parts));
    return true;
  }

  private ReportWriter writer() {
    // The writer of the command line flushes after each line.
    PrintWriter out = new PrintWriter(new BufferedWriter(spec.commandLine().getOut()));
    return switch (format) {
      case JSON -> new JsonReport(out, "traces");
      case MARKDOWN -> new MarkdownReport(out, clamp(top));
      case TEXT -> new TextReport(out, clamp(top), isColoured());
    };
  }

  private boolean isColoured() {
    return switch (colour) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO -> Ansi.AUTO.enabled();
    };
  }

  private static int clamp(long number) {
    return (int) Math.min(number, Integer.MAX_VALUE);
  }
}
