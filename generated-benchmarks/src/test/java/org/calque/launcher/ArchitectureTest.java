package org.calque.launcher;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may know whom in the jar. */
@AnalyzeClasses(packages = "org.calque", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule GENERATED_CODE_SEES_THE_CONTRACT_ONLY =
      noClasses()
          .that()
          .resideInAPackage("org.calque.generated..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.calque.runtime.*..",
              "org.calque.launcher..",
              "org.calque.results..",
              "org.calque.trace..",
              "org.calque.verify..",
              "org.bytedeco..");

  @ArchTest
  static final ArchRule THE_LAUNCHER_TOUCHES_NO_NATIVE_LIBRARY =
      noClasses()
          .that()
          .resideInAPackage("org.calque.launcher..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.bytedeco..", "org.calque.runtime.torch..", "org.calque.generated..");

  /** The jar carries no other part of the generator. */
  @ArchTest
  static final ArchRule THE_LAUNCHER_READS_AND_COMPARES_TRACES_AND_GENERATES_NOTHING =
      noClasses()
          .that()
          .resideInAPackage("org.calque.launcher..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.calque.codegen..",
              "org.calque.cli..",
              "org.calque.inspect..",
              "org.calque.report..",
              "org.calque.replay..",
              "com.palantir..");

  @ArchTest
  static final ArchRule COMPARING_TAKES_NO_ENGINE =
      noClasses()
          .that()
          .resideInAPackage("org.calque.verify..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.calque.runtime..", "org.calque.launcher..", "org.bytedeco..");

  @ArchTest
  static final ArchRule NOTHING_POINTS_BACK_TO_THE_LAUNCHER =
      noClasses()
          .that()
          .resideInAnyPackage("org.calque.runtime..", "org.calque.results..", "org.calque.verify..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.calque.launcher..", "org.calque.generated..");
}
