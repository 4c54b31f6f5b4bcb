package org.calque.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.calque.report.Cell;
import org.calque.report.Column;
import org.calque.report.Section;
import org.calque.report.Section.Table;

/** Where the work is: by operator and by signature. */
final class OperatorTables {
  private OperatorTables() {}

  /** Operators with all their signatures. */
  private static final class Operator {
    private final String name;
    private long signatures;
    private Amounts amounts = Amounts.ZERO;

    Operator(String name) {
      this.name = name;
    }

    Amounts amounts() {
      return amounts;
    }
  }

  static Section byOperator(Inspected inspected) {
    Map<String, Operator> operators = new HashMap<>();
    for (SignatureGroups.Group group : inspected.signatures().all()) {
      Operator operator = operators.computeIfAbsent(group.signature().operator(), Operator::new);
      operator.signatures++;
      operator.amounts = operator.amounts.plus(group.amounts());
    }
    List<Column> columns = Amounts.columns(inspected);
    columns.add(Column.amount("signatures", "signatures"));
    columns.add(Column.text("operator", "operator"));
    List<List<Cell>> rows = new ArrayList<>();
    operators.values().stream()
        .sorted(
            Comparator.comparing(Operator::amounts, inspected.largestFirst())
                .thenComparing(operator -> operator.name))
        .forEach(
            operator -> {
              List<Cell> row = operator.amounts.cells(inspected);
              row.add(new Cell.Count(operator.signatures));
              row.add(new Cell.Name(operator.name));
              rows.add(row);
            });
    String title = "Outermost operators " + inspected.order().words();
    return new Table("operators", title, columns, rows, Table.Extent.FIRST_ROWS);
  }

  static Section bySignature(Inspected inspected) {
    List<Column> columns = Amounts.columns(inspected);
    columns.add(Column.text("operator", "").forData());
    columns.add(Column.text("operands", "").forData());
    columns.add(Column.text("signature", "signature").forPages());
    Order order = inspected.signatureOrder();
    List<List<Cell>> rows = new ArrayList<>();
    inspected.signatures().all().stream()
        .sorted(Comparator.comparing(SignatureGroups.Group::amounts, order.largestFirst()))
        .forEach(
            group -> {
              String operands = String.join(", ", group.signature().operands());
              List<Cell> row = group.amounts().cells(inspected);
              row.add(new Cell.Name(group.signature().operator()));
              row.add(new Cell.Name(operands));
              row.add(
                  new Cell.Name(
                      group.signature().operator()
                          + "("
                          + ValueText.of(group.first().inputs())
                          + ")"));
              rows.add(row);
            });
    String title = "Signatures (operator with types, shapes, constants) " + order.words();
    return new Table("signatures", title, columns, rows, Table.Extent.FIRST_ROWS);
  }
}
