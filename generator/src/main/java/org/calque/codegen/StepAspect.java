package org.calque.codegen;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import java.util.List;
import javax.lang.model.element.Modifier;
import org.calque.replay.Phase;

/** The benchmark of the whole step, and the methods that run its parts in order. */
final class StepAspect implements Aspect {
  /** Calls of one method at most, so that HotSpot compiles it. */
  private static final int MAX_CALLS = 200;

  @Override
  public void addTo(BenchmarkContext context) {
    MethodSpec.Builder step = LifecycleAspect.method("step").addAnnotation(Override.class);
    List<Phase> phases = context.program().phases();
    step.addStatement("replay.started()");
    if (phases.isEmpty()) {
      step.addStatement("$L()", parts(context, "Step", 0));
    }
    for (int i = 0; i < phases.size(); i++) {
      step.addStatement("$L()", parts(context, Identifiers.pascal(phases.get(i).name()), i));
    }
    step.addStatement("replay.finished()");
    context
        .type()
        .addMethod(step.build())
        .addMethod(
            LifecycleAspect.method("step")
                .addAnnotation(RuntimeTypes.BENCHMARK)
                .addJavadoc("The whole recorded step.\n")
                .addParameter(ClassName.get("", LifecycleAspect.STATE_NAME), "opened")
                .addStatement("opened.workload.step()")
                .build());
  }

  /** Adds {@code runForward} and the like, in several methods where there are many modules. */
  private static String parts(BenchmarkContext context, String suffix, int phase) {
    List<ModuleGroup> groups =
        context.groups().stream().filter(group -> group.phase() == phase).toList();
    String name = "run" + suffix;
    MethodSpec.Builder whole = MethodSpec.methodBuilder(name).addModifiers(Modifier.PRIVATE);
    if (groups.size() <= MAX_CALLS) {
      groups.forEach(group -> whole.addStatement("$L.run()", group.fieldName()));
    } else {
      for (int from = 0; from < groups.size(); from += MAX_CALLS) {
        String part = name + "From" + from;
        MethodSpec.Builder some = MethodSpec.methodBuilder(part).addModifiers(Modifier.PRIVATE);
        groups.stream()
            .skip(from)
            .limit(MAX_CALLS)
            .forEach(group -> some.addStatement("$L.run()", group.fieldName()));
        context.type().addMethod(some.build());
        whole.addStatement("$L()", part);
      }
    }
    context.type().addMethod(whole.build());
    return name;
  }
}
