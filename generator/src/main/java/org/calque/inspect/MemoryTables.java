package org.calque.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.calque.report.Cell;
import org.calque.report.Column;
import org.calque.report.Section;
import org.calque.report.Section.Table;
import org.calque.trace.TensorLayout;
import org.calque.trace.TraceNode;

/** How much memory tensors take, where, and which ones. */
final class MemoryTables {
  private final StorageLives lives;

  MemoryTables(StorageLives lives) {
    this.lives = lives;
  }

  Section devices() {
    List<List<Cell>> rows = new ArrayList<>();
    lives
        .byDevice()
        .forEach(
            (device, sum) ->
                rows.add(
                    List.of(
                        new Cell.Bytes(sum.bytesBefore()),
                        new Cell.Bytes(sum.bytesMade()),
                        new Cell.Bytes(sum.peak()),
                        new Cell.Bytes(sum.distinctBytes()),
                        new Cell.Count(sum.storages()),
                        device.isEmpty() ? Cell.UNKNOWN : new Cell.Name(device))));
    return new Table(
        "devices",
        "Memory of tensors, estimated",
        List.of(
            Column.amount("bytes_before", "before"),
            Column.amount("bytes_made", "made"),
            Column.amount("bytes_peak", "peak"),
            Column.amount("bytes_distinct", "distinct storages"),
            Column.amount("storages", "number"),
            Column.text("device", "device")),
        rows,
        Table.Extent.FIRST_ROWS);
  }

  Section largest() {
    List<StorageLives.Life> sorted = new ArrayList<>(lives.all());
    sorted.sort(Comparator.comparingLong(StorageLives.Life::bytes).reversed());
    Iterable<List<Cell>> rows = () -> sorted.stream().map(this::row).iterator();
    return new Table(
        "storages",
        "Largest storages",
        List.of(
            Column.amount("bytes", "bytes"),
            Column.amount("uses", "uses"),
            Column.number("first_node", "first node"),
            Column.number("last_node", "last node"),
            Column.text("device", "device"),
            Column.text("tensor", "tensor"),
            Column.text("origin", "made by")),
        rows,
        Table.Extent.FIRST_ROWS);
  }

  private List<Cell> row(StorageLives.Life life) {
    return List.of(
        new Cell.Bytes(life.bytes()),
        new Cell.Count(life.uses().count()),
        new Cell.Id(lives.operator(life.uses().first()).id()),
        new Cell.Id(lives.operator(life.uses().last()).id()),
        new Cell.Name(life.largest().device()),
        new Cell.Name(ValueText.of(life.largest().layout())),
        origin(life));
  }

  private Cell origin(StorageLives.Life life) {
    return life.isFromBefore()
        ? new Cell.Words("(there before)")
        : new Cell.Name(lives.operator(life.maker()).operator());
  }

  /** Every tensor that outermost operators show, by first use. */
  Section tensors() {
    List<List<Cell>> rows = new ArrayList<>();
    for (StorageLives.Life life : lives.all()) {
      life.tensors().forEach((key, uses) -> rows.add(row(life, key, uses)));
    }
    return new Table(
        "tensors",
        "Tensors",
        List.of(
            Column.number("tensor", "tensor"),
            Column.number("storage", "storage"),
            Column.amount("bytes", "bytes"),
            Column.number("first_node", "first"),
            Column.number("last_node", "last"),
            Column.amount("uses", "uses"),
            Column.text("device", "device"),
            Column.text("type", "").forData(),
            Column.text("shape", "type and shape"),
            Column.text("origin", "storage made by")),
        rows,
        Table.Extent.ALL_ROWS);
  }

  private List<Cell> row(
      StorageLives.Life life, StorageLives.TensorKey key, StorageLives.Uses uses) {
    TensorLayout layout = key.layout();
    TraceNode first = lives.operator(uses.first());
    return List.of(
        new Cell.Id(key.tensor()),
        new Cell.Id(life.storage()),
        new Cell.Bytes(layout.elements() * layout.type().bytes()),
        new Cell.Id(first.id()),
        new Cell.Id(lives.operator(uses.last()).id()),
        new Cell.Count(uses.count()),
        new Cell.Name(layout.device()),
        new Cell.Name(layout.type().shortName()),
        new Cell.Name(ValueText.of(layout)),
        origin(life));
  }
}
