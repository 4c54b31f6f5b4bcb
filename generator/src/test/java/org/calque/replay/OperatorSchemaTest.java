package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.calque.replay.OperatorSchema.Argument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Schema strings as PyTorch writes them. */
class OperatorSchemaTest {

  @Test
  void argumentsHaveTypesNamesAndAliases() {
    OperatorSchema schema =
        OperatorSchema.parse(
            "aten::add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)");

    assertThat(schema.operator()).isEqualTo("aten::add_.Tensor");
    assertThat(schema.baseName()).isEqualTo("add_");
    assertThat(schema.arguments())
        .containsExactly(
            new Argument("Tensor", "self", true),
            new Argument("Tensor", "other", false),
            new Argument("Scalar", "alpha", false));
  }

  @Test
  void defaultsMayHoldCommasAndBrackets() {
    OperatorSchema schema =
        OperatorSchema.parse(
            "aten::conv2d(Tensor input, SymInt[2] stride=[1, 1], str padding=\"valid\","
                + " bool[3] mask=[True, True, True], int groups=1) -> Tensor");

    assertThat(schema.arguments())
        .extracting(Argument::name)
        .containsExactly("input", "stride", "padding", "mask", "groups");
    assertThat(schema.arguments())
        .extracting(Argument::type)
        .containsExactly("Tensor", "SymInt[2]", "str", "bool[3]", "int");
  }

  @Test
  void aListMayBeWritten() {
    OperatorSchema schema =
        OperatorSchema.parse("aten::_foreach_add_.Scalar(Tensor(a!)[] self, Scalar scalar) -> ()");

    assertThat(schema.arguments())
        .containsExactly(
            new Argument("Tensor[]", "self", true), new Argument("Scalar", "scalar", false));
    assertThat(schema.writes(0)).isTrue();
    assertThat(schema.writes(1)).isFalse();
  }

  @Test
  void aliasSetsOfViewsWriteNothing() {
    OperatorSchema schema =
        OperatorSchema.parse(
            "aten::split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[]");

    assertThat(schema.arguments().get(0)).isEqualTo(new Argument("Tensor", "self", false));
    assertThat(schema.arguments()).hasSize(3);
  }

  @Test
  void aBatchNormalisationWritesItsStatisticsWithoutSayingSo() {
    OperatorSchema schema =
        OperatorSchema.parse(
            "aten::native_batch_norm(Tensor input, Tensor? running_mean, Tensor? running_var)");

    assertThat(schema.writes(0)).isFalse();
    assertThat(schema.writes(1)).isTrue();
    assertThat(schema.writes(2)).isTrue();
    assertThat(
            OperatorSchema.parse("aten::native_batch_norm_backward(Tensor? running_mean)")
                .writes(0))
        .isFalse();
  }

  @Test
  void beyondTheDeclaredArgumentsThereIsNothing() {
    OperatorSchema schema = OperatorSchema.parse("aten::relu(Tensor self) -> Tensor");

    assertThat(schema.argumentName(1)).isEmpty();
    assertThat(schema.writes(1)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "aten::mm(Tensor self), mm",
    "aten::sum.dim_IntList(Tensor self), sum",
    "fbgemm::split_embedding.a.b(Tensor self), split_embedding",
    "relu, relu",
    "a::b::c(Tensor self), c",
  })
  void theBaseNameHasNeitherNamespaceNorOverload(String schema, String name) {
    assertThat(OperatorSchema.parse(schema).baseName()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "aten::x", "aten::x()", "aten::x() -> ()", "aten::x(*)", "aten::x("})
  void textWithoutArgumentsIsAnOperatorWithoutArguments(String text) {
    assertThat(OperatorSchema.parse(text).arguments()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a)b(", "((((", "a(b[c", "a(=)", "a(,,)", "a( )", "a(b=(c,d), e)"})
  void damagedTextIsReadWithoutAnError(String text) {
    assertThat(OperatorSchema.parse(text).operator()).isEqualTo(text.split("\\(", -1)[0]);
  }
}
