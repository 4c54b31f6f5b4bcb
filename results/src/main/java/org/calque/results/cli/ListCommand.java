package org.calque.results.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.calque.results.Run;
import org.calque.results.RunFormatException;
import org.calque.results.RunStore;
import org.calque.results.Status;
import org.calque.results.WorkloadFacts;
import org.calque.results.cli.Table.Align;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code list}: the runs of the store, oldest first. */
@Command(name = "list", description = "Lists the runs of the store, oldest first.")
final class ListCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunSource source;
  @Mixin private TextOptions text;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    RunStore store = source.store();
    List<String> ids = store.list();
    if (ids.isEmpty()) {
      out.println("no runs in " + store.folder());
    } else {
      Table table =
          new Table(text.glyphs(), Align.LEFT, Align.RIGHT, Align.RIGHT, Align.LEFT, Align.LEFT);
      table.row("run", "ok", "not ok", "workloads", "CPU");
      for (String id : ids) {
        table.row(cells(store, id));
      }
      table.lines().forEach(out::println);
    }
    out.flush();
    return 0;
  }

  /** One damaged file does not hide the others. */
  private static String[] cells(RunStore store, String id) {
    Run run;
    try {
      run = store.find(id);
    } catch (RunFormatException | IOException e) {
      return new String[] {id, "-", "-", "unreadable: " + e.getMessage()};
    }
    long ok = run.entries().stream().filter(entry -> entry.status() == Status.OK).count();
    String cpu = run.machine().cpuModel();
    return new String[] {
      id,
      Long.toString(ok),
      Long.toString(run.entries().size() - ok) + state(store, run),
      run.workloads().stream().map(ListCommand::name).collect(Collectors.joining(", ")),
      cpu == null ? "unknown" : cpu
    };
  }

  /** What else there is to say of a run that has not finished. */
  private static String state(RunStore store, Run run) {
    if (run.started() == null || run.finished() != null) {
      return "";
    }
    return store.running(run.id()) ? " (running)" : " (killed)";
  }

  private static String name(WorkloadFacts workload) {
    return workload.name() + (workload.partial() ? " (partial)" : "");
  }
}
