// SPDX-License-Identifier: Apache-2.0
//
// The steps of traces/record/operator_overhead.py in C++: native_loops WORKLOAD boxed|unboxed
//
// "unboxed" calls the functions of ATen as a C++ program does. "boxed" does what a replay does, in its order: what is
// the same at each call comes from a template of the stack; other operands are copied from the slots of a frame, also
// into lists, or moved at their last use; the dispatcher is called; the result moves to its slot.
//
// Prints "ready", then answers each line "step" with the nanoseconds of one step.

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/grad_mode.h>
#include <ATen/core/stack.h>

#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

using c10::IValue;
using torch::jit::Stack;

constexpr int kAdditions = 1'000;
constexpr int kForeachCalls = 20;
constexpr int kParameters = 50;
constexpr int kConcatenations = 100;
constexpr int kParts = 10;
constexpr int kConvolutions = 50;

c10::OperatorHandle find(const char* name, const char* overload) {
  return c10::Dispatcher::singleton().findSchemaOrThrow(name, overload);
}

std::vector<at::Tensor> elements(int count, float value) {
  std::vector<at::Tensor> tensors;
  for (int i = 0; i < count; i++) {
    tensors.push_back(at::full({1}, value));
  }
  return tensors;
}

std::vector<at::Tensor> negated(const std::vector<at::Tensor>& tensors) {
  std::vector<at::Tensor> results;
  for (const at::Tensor& tensor : tensors) {
    results.push_back(at::neg(tensor));
  }
  return results;
}

/// A stack with room for more than any operator takes or returns, so that its storage does not move.
Stack reserved() {
  Stack stack;
  stack.reserve(128);
  return stack;
}

/// Negates tensors into slots.
struct BoxedNegations {
  c10::OperatorHandle neg = find("aten::neg", "");

  std::vector<IValue> operator()(const std::vector<at::Tensor>& tensors, Stack& stack) const {
    std::vector<IValue> slots;
    for (const at::Tensor& tensor : tensors) {
      stack.clear();
      stack.emplace_back(tensor);
      neg.callBoxed(&stack);
      slots.push_back(std::move(stack[0]));
    }
    return slots;
  }
};

/// A list that the template of a call holds: filled before the call and emptied after it.
class RefilledList {
 public:
  explicit RefilledList(size_t size) : list_(c10::TensorType::get()), size_(size) { list_.resize(size); }

  IValue value() const { return IValue(list_); }

  void fill(const std::vector<IValue>& slots) {
    for (size_t i = 0; i < size_; i++) {
      list_.set(i, slots[i]);
    }
  }

  void empty() {
    list_.clear();
    list_.resize(size_);
  }

 private:
  c10::impl::GenericList list_;
  size_t size_;
};

struct BoxedAdditions {
  Stack stack = reserved();
  c10::OperatorHandle add = find("aten::add", "Tensor");
  Stack constants{IValue(), IValue(), IValue(1)};
  std::vector<IValue> frame = std::vector<IValue>(kAdditions + 2);

  BoxedAdditions() {
    frame[0] = at::ones({1});
    frame[1] = at::ones({1});
  }

  void operator()() {
    stack = constants;
    stack[0] = frame[0];
    stack[1] = frame[1];
    add.callBoxed(&stack);
    frame[2] = std::move(stack[0]);
    for (int i = 2; i <= kAdditions; i++) {
      stack = constants;
      stack[1] = frame[1];
      stack[0] = std::move(frame[i]);
      add.callBoxed(&stack);
      frame[i + 1] = std::move(stack[0]);
    }
    frame[kAdditions + 1] = IValue();
  }
};

struct UnboxedAdditions {
  at::Tensor first = at::ones({1});
  at::Tensor y = at::ones({1});

  void operator()() {
    at::Tensor x = first;
    for (int i = 0; i < kAdditions; i++) {
      x = at::add(x, y);
    }
  }
};

struct BoxedForeachAdditions {
  Stack stack = reserved();
  c10::OperatorHandle add = find("aten::_foreach_add_", "List");
  BoxedNegations negations;
  std::vector<at::Tensor> parameters = elements(kParameters, 0);
  RefilledList passed{kParameters};
  Stack constants{IValue(c10::List<at::Tensor>(parameters)), passed.value(), IValue(0.001)};

  void operator()() {
    std::vector<IValue> gradients = negations(parameters, stack);
    for (int i = 0; i < kForeachCalls; i++) {
      stack = constants;
      passed.fill(gradients);
      add.callBoxed(&stack);
      passed.empty();
    }
  }
};

struct UnboxedForeachAdditions {
  std::vector<at::Tensor> parameters = elements(kParameters, 0);

  void operator()() {
    std::vector<at::Tensor> gradients = negated(parameters);
    for (int i = 0; i < kForeachCalls; i++) {
      at::_foreach_add_(parameters, gradients, 0.001);
    }
  }
};

struct BoxedConcatenations {
  Stack stack = reserved();
  c10::OperatorHandle cat = find("aten::cat", "");
  BoxedNegations negations;
  std::vector<at::Tensor> left = elements(kParts, 1);
  std::vector<at::Tensor> right = elements(kParts, 1);
  RefilledList passed{kParts};
  Stack constants{passed.value(), IValue(0)};

  void operator()() {
    std::vector<IValue> parts[] = {negations(left, stack), negations(right, stack)};
    for (int i = 0; i < kConcatenations; i++) {
      stack = constants;
      passed.fill(parts[i % 2]);
      cat.callBoxed(&stack);
      passed.empty();
      stack.clear();
    }
  }
};

struct UnboxedConcatenations {
  std::vector<at::Tensor> left = elements(kParts, 1);
  std::vector<at::Tensor> right = elements(kParts, 1);

  void operator()() {
    std::vector<at::Tensor> parts[] = {negated(left), negated(right)};
    for (int i = 0; i < kConcatenations; i++) {
      at::cat(parts[i % 2]);
    }
  }
};

struct BoxedConvolutions {
  Stack stack = reserved();
  c10::OperatorHandle convolution = find("aten::convolution", "");
  Stack constants{
      IValue(),
      IValue(at::ones({1, 1, 1, 1})),
      IValue(at::zeros({1})),
      IValue(c10::List<int64_t>({1, 1})),
      IValue(c10::List<int64_t>({0, 0})),
      IValue(c10::List<int64_t>({2, 2})),
      IValue(false),
      IValue(c10::List<int64_t>({0, 0})),
      IValue(1)};
  std::vector<IValue> frame = std::vector<IValue>(kConvolutions + 1);

  BoxedConvolutions() {
    frame[0] = at::ones({1, 1, 1, 1});
  }

  void operator()() {
    stack = constants;
    stack[0] = frame[0];
    convolution.callBoxed(&stack);
    frame[1] = std::move(stack[0]);
    for (int i = 1; i < kConvolutions; i++) {
      stack = constants;
      stack[0] = std::move(frame[i]);
      convolution.callBoxed(&stack);
      frame[i + 1] = std::move(stack[0]);
    }
    frame[kConvolutions] = IValue();
  }
};

struct UnboxedConvolutions {
  at::Tensor image = at::ones({1, 1, 1, 1});
  at::Tensor weight = at::ones({1, 1, 1, 1});
  at::Tensor bias = at::zeros({1});

  void operator()() {
    at::Tensor x = image;
    for (int i = 0; i < kConvolutions; i++) {
      x = at::convolution(x, weight, bias, {1, 1}, {0, 0}, {2, 2}, false, {0, 0}, 1);
    }
  }
};

using Maker = std::function<std::function<void()>()>;

template <typename Step>
Maker maker() {
  return [] { return [step = std::make_shared<Step>()] { (*step)(); }; };
}

const std::map<std::string, Maker> kSteps{
    {"operator_overhead boxed", maker<BoxedAdditions>()},
    {"operator_overhead unboxed", maker<UnboxedAdditions>()},
    {"foreach_overhead boxed", maker<BoxedForeachAdditions>()},
    {"foreach_overhead unboxed", maker<UnboxedForeachAdditions>()},
    {"cat_overhead boxed", maker<BoxedConcatenations>()},
    {"cat_overhead unboxed", maker<UnboxedConcatenations>()},
    {"convolution_overhead boxed", maker<BoxedConvolutions>()},
    {"convolution_overhead unboxed", maker<UnboxedConvolutions>()},
};

}  // namespace

int main(int argc, char** argv) {
  std::string name = argc == 3 ? std::string(argv[1]) + " " + argv[2] : "";
  auto found = kSteps.find(name);
  if (found == kSteps.end()) {
    std::cerr << "native_loops: unknown step '" << name << "'" << std::endl;
    return 2;
  }
  at::set_num_threads(1);
  c10::AutoGradMode gradients(false);
  std::function<void()> step = found->second();
  std::cout << "ready" << std::endl;
  for (std::string line; std::getline(std::cin, line) && line == "step";) {
    auto started = std::chrono::steady_clock::now();
    step();
    auto taken = std::chrono::steady_clock::now() - started;
    std::cout << std::chrono::duration_cast<std::chrono::nanoseconds>(taken).count() << std::endl;
  }
  return 0;
}
