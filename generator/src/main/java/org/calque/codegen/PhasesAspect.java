package org.calque.codegen;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import java.util.List;
import javax.lang.model.element.Modifier;
import org.calque.replay.Phase;

/**
 * A benchmark for each phase. Its state runs the phases before once, remembers the tensors that
 * cross over, and puts them back before each invocation, outside the measured time.
 */
final class PhasesAspect implements Aspect {

  @Override
  public void addTo(BenchmarkContext context) {
    List<Phase> phases = context.program().phases();
    for (int i = 0; i < phases.size(); i++) {
      String name = phases.get(i).name();
      String state = stateName(name);
      context
          .type()
          .addType(state(context, phases.subList(0, i), phases.get(i)))
          .addMethod(
              LifecycleAspect.method(name)
                  .addAnnotation(RuntimeTypes.BENCHMARK)
                  .addJavadoc("The $L phase alone.\n", name)
                  .addParameter(ClassName.get("", state), "entry")
                  .addStatement("entry.workload.replay.started()")
                  .addStatement("entry.workload.run$L()", Identifiers.pascal(name))
                  .addStatement("entry.workload.replay.finished()")
                  .build());
    }
  }

  /** Names that the phases' states take. */
  static String stateName(String phase) {
    return Identifiers.pascal(phase) + "Entry";
  }

  private static TypeSpec state(BenchmarkContext context, List<Phase> before, Phase phase) {
    MethodSpec.Builder enter =
        LifecycleAspect.method("enter")
            .addAnnotation(LifecycleAspect.level(RuntimeTypes.SETUP, "Trial"))
            .addJavadoc("Runs what comes before, and remembers what crosses over.\n")
            .addParameter(ClassName.get("", LifecycleAspect.STATE_NAME), "opened")
            .addStatement("workload = opened.workload");
    before.forEach(p -> enter.addStatement("workload.run$L()", Identifiers.pascal(p.name())));
    CodeBlock written =
        CodeBlock.join(
            phase.written().stream().map(slot -> CodeBlock.of("$L", slot)).toList(), ",$W");
    enter.addStatement("checkpoint = workload.replay.checkpoint($L)", written);
    return TypeSpec.classBuilder(stateName(phase.name()))
        .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
        .addJavadoc("What the $L phase finds when it begins.\n", phase.name())
        .addAnnotation(LifecycleAspect.threadState())
        .addField(ClassName.get("", context.className()), "workload", Modifier.PRIVATE)
        .addField(RuntimeTypes.CHECKPOINT, "checkpoint", Modifier.PRIVATE)
        .addMethod(enter.build())
        .addMethod(
            LifecycleAspect.method("restore")
                .addAnnotation(LifecycleAspect.level(RuntimeTypes.SETUP, "Invocation"))
                .addJavadoc("Puts back what the phase emptied or wrote.\n")
                .addStatement("checkpoint.restore()")
                .build())
        .build();
  }
}
