package org.calque;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rooms of the generator. */
@AnalyzeClasses(
    packages = {
      "org.calque.json",
      "org.calque.trace",
      "org.calque.replay",
      "org.calque.report",
      "org.calque.inspect",
      "org.calque.codegen",
      "org.calque.cli"
    },
    importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule NOTHING_POINTS_BACK =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("json")
          .definedBy("org.calque.json")
          .layer("trace")
          .definedBy("org.calque.trace")
          .layer("replay")
          .definedBy("org.calque.replay")
          .layer("report")
          .definedBy("org.calque.report")
          .layer("inspect")
          .definedBy("org.calque.inspect")
          .layer("codegen")
          .definedBy("org.calque.codegen")
          .layer("cli")
          .definedBy("org.calque.cli")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("json")
          .mayOnlyBeAccessedByLayers("trace")
          .whereLayer("codegen")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("inspect")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("inspect", "cli")
          .whereLayer("report")
          .mayNotAccessAnyLayer()
          .whereLayer("replay")
          .mayOnlyBeAccessedByLayers("inspect", "codegen", "cli");

  @ArchTest
  static final ArchRule THE_GENERATOR_KNOWS_NO_RUNTIME =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.calque.runtime..", "org.bytedeco..", "org.openjdk.jmh..");
}
