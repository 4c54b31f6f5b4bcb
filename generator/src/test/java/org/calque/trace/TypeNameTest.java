package org.calque.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Types as traces spell them. */
class TypeNameTest {
  private static final TypeName INT = new TypeName("Int", "", List.of());
  private static final TypeName NONE = new TypeName("None", "", List.of());

  private static TypeName tensor(String element) {
    return new TypeName("Tensor", element, List.of());
  }

  @ParameterizedTest
  @CsvSource({"Int", "Double", "Bool", "String", "Device", "None", "Generator"})
  void aPlainTypeIsItsName(String name) {
    assertThat(TypeName.parse(name)).isEqualTo(new TypeName(name, "", List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "float",
    "long int",
    "c10::BFloat16",
    "c10::complex<float>",
    "nullptr (uninitialized)",
    "unsigned char"
  })
  void aTensorHasAnElementType(String element) {
    assertThat(TypeName.parse("Tensor(" + element + ")")).isEqualTo(tensor(element));
  }

  @Test
  void aListHasTheTypesOfItsElements() {
    assertThat(TypeName.parse("GenericList[Tensor(float),None,Tensor(c10::complex<float>)]"))
        .isEqualTo(
            new TypeName(
                "GenericList", "", List.of(tensor("float"), NONE, tensor("c10::complex<float>"))));
  }

  @Test
  void listsNest() {
    TypeName inner = new TypeName("GenericList", "", List.of(tensor("float"), INT));
    TypeName tuple = new TypeName("Tuple", "", List.of(INT, INT));

    assertThat(TypeName.parse("GenericList[GenericList[Tensor(float),Int],Tuple[Int,Int]]"))
        .isEqualTo(new TypeName("GenericList", "", List.of(inner, tuple)));
  }

  @Test
  void anEmptyListHasNoElements() {
    assertThat(TypeName.parse("GenericList[]"))
        .isEqualTo(new TypeName("GenericList", "", List.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"GenericList[Int", "Tensor(float", "]", ")", "[[[", "(((", "GenericList[,,]", "''"})
  void damagedTextIsReadWithoutAnError(String text) {
    assertThat(TypeName.parse(text)).isNotNull();
  }

  @Test
  void aTypeThatIsNestedTooDeepIsRefusedBeforeTheStackEnds() {
    assertThatThrownBy(() -> TypeName.parse("Tuple[".repeat(100_000)))
        .isInstanceOf(UnreadableNodeException.class)
        .hasMessage("a type is nested more than 32 levels deep");
  }
}
