package org.calque.codegen;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import javax.lang.model.element.Modifier;

/** Fields, and what opens, resets and closes the workload. */
final class LifecycleAspect implements Aspect {

  @Override
  public void addTo(BenchmarkContext context) {
    context
        .type()
        .addField(
            FieldSpec.builder(
                    String.class, "NAME", Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer("$S", context.program().workload())
                .build())
        .addField(
            FieldSpec.builder(int.class, "SLOTS", Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer("$L", context.program().slots().size())
                .build())
        .addField(
            FieldSpec.builder(int.class, "threads", Modifier.PUBLIC)
                .addJavadoc("Threads of every native thread pool.\n")
                .addAnnotation(
                    AnnotationSpec.builder(RuntimeTypes.PARAM)
                        .addMember("value", "$S", context.manifest().parameters().get("threads"))
                        .build())
                .build())
        .addField(RuntimeTypes.REPLAY, "replay", Modifier.PRIVATE);
    for (ModuleGroup group : context.groups()) {
      context
          .type()
          .addField(ClassName.get("", group.className()), group.fieldName(), Modifier.PRIVATE);
    }
    context
        .type()
        .addMethod(setUp())
        .addMethod(open(context))
        .addMethod(reset())
        .addMethod(replay())
        .addMethod(close());
  }

  private static MethodSpec setUp() {
    return method("setUp")
        .addAnnotation(level(RuntimeTypes.SETUP, "Trial"))
        .addJavadoc("Opens the workload in the thread that measures it.\n")
        .addStatement("open(threads)")
        .build();
  }

  private static MethodSpec open(BenchmarkContext context) {
    MethodSpec.Builder open =
        method("open")
            .addAnnotation(Override.class)
            .addParameter(int.class, "intraOperatorThreads")
            .addStatement(
                "replay = $T.open(NAME, SLOTS, intraOperatorThreads)", RuntimeTypes.REPLAY);
    if (!context.lists().isEmpty()) {
      open.addStatement("replay.readLists($L.class)", context.className());
    }
    open.addStatement("$L.materialize(replay)", TensorsAspect.CLASS_NAME);
    for (ModuleGroup group : context.groups()) {
      open.addStatement("$L = new $L(replay)", group.fieldName(), group.className());
    }
    return open.addStatement("replay.ready()").build();
  }

  private static MethodSpec reset() {
    return method("reset")
        .addAnnotation(level(RuntimeTypes.SETUP, "Iteration"))
        .addJavadoc("Gives parameters and state the values they started with.\n")
        .addStatement("replay.reset()")
        .build();
  }

  private static MethodSpec replay() {
    return method("replay")
        .addAnnotation(Override.class)
        .returns(RuntimeTypes.REPLAY)
        .addStatement("return replay")
        .build();
  }

  private static MethodSpec close() {
    return method("close")
        .addAnnotation(Override.class)
        .addAnnotation(level(RuntimeTypes.TEAR_DOWN, "Trial"))
        .beginControlFlow("if (replay != null)")
        .addStatement("replay.close()")
        .endControlFlow()
        .build();
  }

  static MethodSpec.Builder method(String name) {
    return MethodSpec.methodBuilder(name).addModifiers(Modifier.PUBLIC);
  }

  static AnnotationSpec level(ClassName annotation, String level) {
    return AnnotationSpec.builder(annotation)
        .addMember("value", "$T.$L", RuntimeTypes.LEVEL, level)
        .build();
  }
}
