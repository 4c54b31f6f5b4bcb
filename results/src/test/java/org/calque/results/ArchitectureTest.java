package org.calque.results;

import static com.tngtech.archunit.core.domain.JavaModifier.NATIVE;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "org.calque.results",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
  /** So neither another module, nor JMH, nor anything native. */
  @ArchTest
  static final ArchRule resultsStandAlone =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "org.calque.results..",
              "java..",
              "com.sun.management",
              "tools.jackson..",
              "com.fasterxml.jackson.annotation..",
              "org.apache.commons.statistics..",
              "picocli..");

  @ArchTest static final ArchRule nothingIsNative = methods().should().notHaveModifier(NATIVE);

  @ArchTest
  static final ArchRule nothingNativeIsLoaded =
      noClasses()
          .should()
          .callMethod(System.class, "load", String.class)
          .orShould()
          .callMethod(System.class, "loadLibrary", String.class);

  @ArchTest
  static final ArchRule theModelKnowsNothingOfItsReaders =
      noClasses()
          .that()
          .resideInAPackage("org.calque.results")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.calque.results.diff..",
              "org.calque.results.history..",
              "org.calque.results.report..",
              "org.calque.results.cli..",
              "picocli..");

  @ArchTest
  static final ArchRule statisticsKnowNumbersAlone =
      noClasses()
          .that()
          .resideInAPackage("org.calque.results.stats")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.calque.results.diff..",
              "org.calque.results.history..",
              "org.calque.results.report..",
              "org.calque.results.cli..",
              "picocli..");

  @ArchTest
  static final ArchRule historyKnowsNoPageAndTheComparisonNoHistory =
      noClasses()
          .that()
          .resideInAnyPackage("org.calque.results.diff", "org.calque.results.history")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.calque.results.report..", "org.calque.results.cli..");

  @ArchTest
  static final ArchRule pagesKnowNoCommandLine =
      noClasses()
          .that()
          .resideInAPackage("org.calque.results.report")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.calque.results.cli..", "picocli..");

  @ArchTest
  static final ArchRule theComparisonDoesNotPrint =
      noClasses()
          .that()
          .resideInAPackage("org.calque.results.diff")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.calque.results.cli..", "picocli..");

  @ArchTest
  static final ArchRule tablesOfCaramlKnowNoCommandLineAndNobodyBelowKnowsThem =
      noClasses()
          .that()
          .resideInAPackage("org.calque.results.caraml")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.calque.results.cli..", "picocli..");

  @ArchTest
  static final ArchRule formatsAndExperimentsKnowNoCommandLine =
      noClasses()
          .that()
          .resideInAnyPackage("org.calque.results.format", "org.calque.results.ab")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.calque.results.cli..", "picocli..");
}
