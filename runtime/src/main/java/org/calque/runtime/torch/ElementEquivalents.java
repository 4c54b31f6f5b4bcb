package org.calque.runtime.torch;

import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.flags;
import static org.calque.runtime.Operand.number;

import java.util.List;
import org.calque.runtime.Operand;
import org.calque.runtime.Slot;

/** Dropout, sampling by a grid, losses and products of the CUDA libraries. */
final class ElementEquivalents {
  private static final String DROPOUT = "aten::native_dropout";
  private static final String TO_TYPE = "aten::to.dtype";

  private ElementEquivalents() {}

  static void addTo(EquivalentTable table) {
    table.approximate(
        "aten::_fused_dropout",
        DROPOUT,
        "with a mask of truth values",
        2,
        given -> given.pick(List.of(0), number(1 - given.real(1)), flag(true)));
    table.exact(
        "aten::_masked_scale",
        List.of("aten::mul.Tensor", "aten::mul_.Scalar"),
        to ->
            to.returns(
                to.call(
                    "aten::mul_.Scalar",
                    to.call("aten::mul.Tensor", to.at(0), to.at(1)),
                    to.at(2))));
    table.exact(
        "aten::cudnn_grid_sampler",
        "aten::grid_sampler_2d",
        1,
        given -> given.pick(List.of(0, 1), number(0), number(0), flag(true)));
    table.exact(
        "aten::cudnn_grid_sampler_backward",
        "aten::grid_sampler_2d_backward",
        2,
        given -> given.pick(List.of(2, 0, 1), number(0), number(0), flag(true), flags(true, true)));
    table.exact(
        "aten::cudnn_affine_grid_generator",
        "aten::affine_grid_generator",
        1,
        ElementEquivalents::grid);
    table.exact(
        "aten::cudnn_affine_grid_generator_backward",
        "aten::affine_grid_generator_backward",
        1,
        ElementEquivalents::grid);
    loss(table, "");
    loss(table, ".Tensor");
    product(table, "aten::mm");
    product(table, "aten::bmm");
  }

  private static List<Operand> grid(Given given) {
    return given.pick(
        List.of(0),
        Operand.ints(
            given.integer(1, 0), given.integer(2, 0), given.integer(3, 0), given.integer(4, 0)),
        flag(true));
  }

  /** That of cuDNN computes the gradient with the loss. */
  private static void loss(EquivalentTable table, String overload) {
    String forward = "aten::_ctc_loss" + overload;
    String backward = "aten::_ctc_loss_backward" + overload;
    table.approximate(
        "aten::_cudnn_ctc_loss" + overload,
        List.of(forward, backward),
        "with the gradient of logarithms of probabilities",
        to -> {
          List<Slot> made =
              to.calls(2, forward, to.at(0), to.at(1), to.at(2), to.at(3), to.at(4), to.at(6));
          Slot ones = to.call("aten::ones_like", made.get(0));
          Slot slope =
              to.call(
                  backward,
                  ones,
                  to.at(0),
                  to.at(1),
                  to.at(2),
                  to.at(3),
                  made.get(0),
                  made.get(1),
                  to.at(4),
                  to.at(6));
          to.returns(made.get(0), slope);
        });
  }

  private static void product(EquivalentTable table, String name) {
    table.approximate(
        name + ".dtype",
        List.of(name, TO_TYPE),
        "rounded to the type of the factors",
        to -> to.returns(to.call(TO_TYPE, to.call(name, to.at(0), to.at(1)), to.at(2))));
  }
}
