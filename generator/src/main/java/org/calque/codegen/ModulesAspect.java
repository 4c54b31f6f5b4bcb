package org.calque.codegen;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;
import org.calque.replay.ModuleLabel;
import org.calque.replay.OperatorSchema;
import org.calque.replay.ReplayProgram;
import org.calque.replay.Result;
import org.calque.replay.Step;

/**
 * A nested class for each block of the model, shaped like a PyTorch module: the constructor says
 * what there is, one statement for each operator, and {@code run} runs it.
 */
final class ModulesAspect implements Aspect {

  @Override
  public void addTo(BenchmarkContext context) {
    context.groups().forEach(group -> context.type().addType(module(group, context)));
  }

  private static TypeSpec module(ModuleGroup group, BenchmarkContext context) {
    TypeSpec.Builder module =
        TypeSpec.classBuilder(group.className())
            .addModifiers(Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
            .addJavadoc("$L.\n", CommentText.of(group.title()));
    MethodSpec.Builder bind =
        MethodSpec.constructorBuilder().addParameter(RuntimeTypes.REPLAY, "replay");
    MethodSpec.Builder run = MethodSpec.methodBuilder("run");
    for (int i = group.from(); i < group.to(); i++) {
      Step step = context.program().steps().get(i);
      String field = fieldName(step, i);
      module.addField(RuntimeTypes.CALL, field, Modifier.PRIVATE, Modifier.FINAL);
      bind.addCode("// $L\n", comment(step, context.program()));
      bind.addStatement("$L = $L", field, binding(step, i, context));
      run.addStatement("$L.run()", field);
    }
    return module.addMethod(bind.build()).addMethod(run.build()).build();
  }

  private static String fieldName(Step step, int number) {
    if (step instanceof Step.OperatorCall call) {
      return Identifiers.field(OperatorSchema.parse(call.schema()).baseName(), number);
    }
    return (step instanceof Step.Alias ? "alias" : "release") + number;
  }

  private static String comment(Step step, ReplayProgram program) {
    if (step instanceof Step.Release) {
      return "gradients, which live until they are cleared";
    }
    ModuleLabel module = step.provenance().module();
    List<String> shapes = new ArrayList<>();
    if (step instanceof Step.OperatorCall call) {
      call.results().forEach(result -> addShapes(result, program, shapes));
    } else if (step instanceof Step.Alias alias) {
      shapes.add(program.slots().get(alias.slot()).shape());
    }
    return CommentText.of(
        (module.path().isEmpty() ? "" : module + ": ")
            + (shapes.isEmpty() ? "" : String.join(", ", shapes) + " ")
            + "from node "
            + step.provenance().node());
  }

  private static void addShapes(Result result, ReplayProgram program, List<String> shapes) {
    if (result instanceof Result.Slot slot) {
      shapes.add(program.slots().get(slot.slot()).shape());
    } else if (result instanceof Result.Elements list) {
      list.elements().forEach(element -> addShapes(element, program, shapes));
    }
  }

  private static CodeBlock binding(Step step, int number, BenchmarkContext context) {
    if (step instanceof Step.Alias alias) {
      return CodeBlock.of(
          "replay.alias($L, $L, $L)",
          alias.slot(),
          OperandCode.of(alias.base()),
          TensorsAspect.layout(context.program().slots().get(alias.slot())));
    }
    if (step instanceof Step.Release release) {
      return CodeBlock.of("replay.release($L)", context.lists().code(release.tensors(), number, 0));
    }
    Step.OperatorCall call = (Step.OperatorCall) step;
    List<CodeBlock> arguments = new ArrayList<>();
    arguments.add(StringCode.of(call.operator()));
    for (int i = 0; i < call.operands().size(); i++) {
      arguments.add(context.lists().code(call.operands().get(i), number, i));
    }
    CodeBlock operator = OperandCode.call("replay.operator", arguments.stream());
    boolean dropsAll = call.results().stream().allMatch(Result.Dropped.class::isInstance);
    return CodeBlock.of(
        "$L$Z.$L",
        operator,
        dropsAll
            ? CodeBlock.of("to()")
            : OperandCode.call("to", call.results().stream().map(OperandCode::of)));
  }
}
