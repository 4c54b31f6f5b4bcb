package org.calque;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.calque.replay.Communication;
import org.calque.replay.OperatorSchema;
import org.calque.replay.Signature;
import org.calque.replay.TensorValues;

/** The rooms of the generator. */
@AnalyzeClasses(
    packages = {
      "org.calque.json",
      "org.calque.trace",
      "org.calque.values",
      "org.calque.replay",
      "org.calque.report",
      "org.calque.inspect",
      "org.calque.verify",
      "org.calque.codegen",
      "org.calque.cli"
    },
    importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  /** What of the replay package says what a trace means, and nothing of how it is replayed. */
  private static final Class<?>[] READERS_OF_TRACES = {
    Communication.class, OperatorSchema.class, Signature.class, TensorValues.class
  };

  @ArchTest
  static final ArchRule NOTHING_POINTS_BACK =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("json")
          .definedBy("org.calque.json")
          .layer("trace")
          .definedBy("org.calque.trace")
          .layer("values")
          .definedBy("org.calque.values")
          .layer("replay")
          .definedBy("org.calque.replay")
          .layer("report")
          .definedBy("org.calque.report")
          .layer("inspect")
          .definedBy("org.calque.inspect")
          .layer("verify")
          .definedBy("org.calque.verify")
          .layer("codegen")
          .definedBy("org.calque.codegen")
          .layer("cli")
          .definedBy("org.calque.cli")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("json")
          .mayOnlyBeAccessedByLayers("trace")
          .whereLayer("verify")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("codegen")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("inspect")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("inspect", "cli")
          .whereLayer("report")
          .mayNotAccessAnyLayer()
          .whereLayer("values")
          .mayOnlyBeAccessedByLayers("replay", "codegen")
          .whereLayer("replay")
          .mayOnlyBeAccessedByLayers("inspect", "verify", "codegen", "cli");

  /** What is to be proven is of no use in its proof: slots, versions of storages, passes. */
  @ArchTest
  static final ArchRule VERIFYING_TAKES_NOTHING_FROM_BUILDING =
      noClasses()
          .that()
          .resideInAPackage("org.calque.verify")
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.calque.replay").and(not(belongToAnyOf(READERS_OF_TRACES))));

  @ArchTest
  static final ArchRule THE_GENERATOR_KNOWS_NO_RUNTIME =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.calque.runtime..", "org.bytedeco..", "org.openjdk.jmh..");
}
