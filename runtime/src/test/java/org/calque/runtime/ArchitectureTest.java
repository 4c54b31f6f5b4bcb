package org.calque.runtime;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "org.calque.runtime",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule CONTRACT_NAMES_NO_ENGINE =
      noClasses()
          .that()
          .resideInAPackage("org.calque.runtime")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.calque.runtime.*..", "org.bytedeco..", "com.sun.jna..", "jcuda..");

  @ArchTest
  static final ArchRule ONLY_LINUX_AND_LIBRARIES_OF_VENDORS_TOUCH_JNA =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "org.calque.runtime.linux..",
              "org.calque.runtime.power.nvml..",
              "org.calque.runtime.power.rocm..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.sun.jna..");

  @ArchTest
  static final ArchRule ONLY_THE_TORCH_ENGINE_TOUCHES_JAVACPP =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.calque.runtime.torch..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.bytedeco..");

  @ArchTest
  static final ArchRule ONLY_ONE_PACKAGE_TOUCHES_JCUDA =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.calque.runtime.cuda..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("jcuda..");

  @ArchTest
  static final ArchRule ENGINES_SHOW_NOTHING_BUT_THE_ENGINE =
      classes()
          .that()
          .resideInAPackage("org.calque.runtime.torch..")
          .and()
          .arePublic()
          .should()
          .implement(Engine.class);
}
