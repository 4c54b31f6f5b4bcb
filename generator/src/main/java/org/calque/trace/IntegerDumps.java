package org.calque.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the files of integers that belong to a trace, and those of them that can be trusted. */
final class IntegerDumps {
  private static final Pattern DUMP = Pattern.compile("nid_(\\d{1,18})_tid_(\\d{1,9})\\.dat");

  private static final Set<ElementType> INTEGERS =
      Set.of(
          ElementType.UINT8,
          ElementType.INT8,
          ElementType.INT16,
          ElementType.UINT16,
          ElementType.INT32,
          ElementType.UINT32,
          ElementType.INT64,
          ElementType.UINT64);

  private final ExecutionTrace trace;
  private final List<IntegerDump> dumps = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private IntegerDumps(ExecutionTrace trace) {
    this.trace = trace;
  }

  /** The trace with the dumps that lie beside its file, in its resource folder or next to it. */
  static ExecutionTrace addTo(ExecutionTrace trace, Path file) {
    IntegerDumps found = new IntegerDumps(trace);
    for (Path folder : folders(file)) {
      found.search(folder);
    }
    return found.dumps.isEmpty() && found.warnings.isEmpty()
        ? trace
        : trace.withDumps(found.dumps, found.warnings);
  }

  /** The writer replaces the last ".json" of the trace's path; readers have used other names. */
  private static Set<Path> folders(Path file) {
    String name = file.getFileName().toString();
    Set<Path> folders = new TreeSet<>();
    for (String base :
        List.of(name, name.replaceFirst("\\.gz$", ""), name.replaceFirst("\\.json(\\.gz)?$", ""))) {
      folders.add(file.resolveSibling(base + "_resources"));
    }
    folders.add(file.toAbsolutePath().getParent());
    folders.removeIf(folder -> !Files.isDirectory(folder));
    return folders;
  }

  private void search(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        Matcher name = DUMP.matcher(file.getFileName().toString());
        if (name.matches()) {
          add(file, Long.parseLong(name.group(1)), Integer.parseInt(name.group(2)));
        }
      }
    } catch (IOException e) {
      warnings.add(folder + " cannot be listed: " + e.getMessage());
    }
  }

  private void add(Path file, long node, int position) throws IOException {
    Optional<TraceNode> taker = trace.find(node);
    List<TensorReference> tensors = taker.map(TraceNode::inputTensors).orElse(List.of());
    TensorReference tensor = position < tensors.size() ? tensors.get(position) : null;
    if (tensor == null) {
      warnings.add(file.getFileName() + " is not used: the trace has no such tensor");
    } else if (!INTEGERS.contains(tensor.type())
        || Files.size(file) != tensor.elements() * tensor.type().bytes()) {
      warnings.add(file.getFileName() + " is not used: it has not the size of its tensor");
    } else if (tensor.offset() != 0 || !tensor.layout().isContiguous()) {
      // The writer takes the offset for bytes, and writes memory, not elements, in order.
      warnings.add(file.getFileName() + " is not used: it is of a view, which is written wrongly");
    } else {
      int ordinal = (int) tensors.subList(0, position).stream().filter(t -> t != null).count();
      dumps.add(new IntegerDump(file, node, ordinal, tensor));
    }
  }
}
