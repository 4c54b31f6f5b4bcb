package org.calque.codegen;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import org.calque.replay.Storage;
import org.calque.replay.TensorSlot;
import org.calque.trace.ElementType;
import org.calque.values.ValueRule;

/** The tensors that exist before the step, in a nested class of their own. */
final class TensorsAspect implements Aspect {
  /** Name of the nested class. */
  static final String CLASS_NAME = "Tensors";

  /** Few enough for one method, even where tensors have many dimensions. */
  private static final int STATEMENTS_PER_METHOD = 48;

  @Override
  public void addTo(BenchmarkContext context) {
    List<Storage> storages = context.program().storages();
    TypeSpec.Builder tensors =
        TypeSpec.classBuilder(CLASS_NAME)
            .addModifiers(Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
            .addJavadoc("Parameters, optimizer state and inputs: what exists before the step.\n");
    MethodSpec.Builder all =
        MethodSpec.methodBuilder("materialize")
            .addModifiers(Modifier.STATIC)
            .addParameter(RuntimeTypes.REPLAY, "replay");
    List<CodeBlock> statements =
        storages.stream()
            .flatMap(storage -> statements(storage, context.program().slots(), context.className()))
            .toList();
    for (int from = 0; from < statements.size(); from += STATEMENTS_PER_METHOD) {
      String name = "materializeFrom" + from;
      MethodSpec.Builder part =
          MethodSpec.methodBuilder(name)
              .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
              .addParameter(RuntimeTypes.REPLAY, "replay");
      statements.stream().skip(from).limit(STATEMENTS_PER_METHOD).forEach(part::addCode);
      all.addStatement("$L(replay)", name);
      tensors.addMethod(part.build());
    }
    context.type().addType(tensors.addMethod(all.build()).build());
  }

  /** The statement that allocates a storage, and one for each further tensor on it. */
  private static Stream<CodeBlock> statements(
      Storage storage, List<TensorSlot> slots, String className) {
    int owner = storage.slots().get(0);
    return Stream.concat(
        Stream.of(allocation(storage, slots, className)),
        storage.slots().stream()
            .skip(1)
            .map(slot -> view(slot, slots.get(slot), owner, storage.type())));
  }

  private static CodeBlock view(int slot, TensorSlot tensor, int owner, ElementType type) {
    return tensor.type() == type
        ? statement("replay.view($L, $L, $L)", slot, owner, layout(tensor))
        : statement(
            "replay.view($L, $L, $T.$L, $L)",
            slot,
            owner,
            RuntimeTypes.DATA_TYPE,
            tensor.type().name(),
            layout(tensor));
  }

  private static CodeBlock statement(String format, Object... arguments) {
    return CodeBlock.builder().addStatement(format, arguments).build();
  }

  private static CodeBlock allocation(Storage storage, List<TensorSlot> slots, String className) {
    CodeBlock.Builder code = CodeBlock.builder();
    int owner = storage.slots().get(0);
    TensorSlot tensor = slots.get(owner);
    boolean fillsStorage = tensor.fills(storage.elements());
    code.add("// $L\n", CommentText.of(storage.role()));
    if (storage.number()) {
      code.addStatement(
          "replay.number($L, $T.$L, $L)",
          owner,
          RuntimeTypes.DATA_TYPE,
          storage.type().name(),
          OperandCode.real(((ValueRule.Fill) storage.values()).value()));
    } else if (fillsStorage) {
      code.addStatement(
          "replay.$L($L, $T.$L, $L, $L, $L)",
          storage.written() ? "state" : "tensor",
          owner,
          RuntimeTypes.DATA_TYPE,
          storage.type().name(),
          sizes(tensor),
          strides(tensor),
          ValueCode.of(storage.values(), className));
    } else {
      code.addStatement(
          "replay.$L($L, $T.$L, $LL, $L, $L)",
          storage.written() ? "stateStorage" : "storage",
          owner,
          RuntimeTypes.DATA_TYPE,
          storage.type().name(),
          storage.elements(),
          layout(tensor),
          ValueCode.of(storage.values(), className));
    }
    return code.build();
  }

  /** The layout of a slot as a Java expression. */
  static CodeBlock layout(TensorSlot tensor) {
    return CodeBlock.of(
        "new $T($L, $L, $L)",
        RuntimeTypes.LAYOUT,
        sizes(tensor),
        strides(tensor),
        OperandCode.integer(tensor.offset()));
  }

  private static CodeBlock sizes(TensorSlot tensor) {
    return longs("sizes", tensor.sizes());
  }

  private static CodeBlock strides(TensorSlot tensor) {
    return longs("strides", tensor.strides());
  }

  private static CodeBlock longs(String factory, long[] values) {
    return CodeBlock.of(
        "$L($L)",
        factory,
        Arrays.stream(values).mapToObj(OperandCode::integer).collect(Collectors.joining(", ")));
  }
}
