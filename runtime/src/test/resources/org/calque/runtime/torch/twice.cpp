// An operator in C++, registered through the C functions that LibTorch exports since 2.9.
// It needs none of LibTorch's headers.

#include <cstdint>

using Value = uint64_t;
struct Library;

extern "C" {
int32_t aoti_torch_library_init_fragment(const char*, const char*, uint32_t, Library**);
int32_t aoti_torch_library_init_impl(const char*, const char*, const char*, uint32_t, Library**);
int32_t aoti_torch_library_def(Library*, const char*);
int32_t aoti_torch_library_impl(Library*, const char*, void (*)(Value*, uint64_t, uint64_t));
int32_t aoti_torch_get_data_ptr(void*, void**);
int32_t aoti_torch_get_numel(void*, int64_t*);
}

namespace {

// Takes the arguments from the stack and leaves the result there: the tensor itself, doubled.
void twice(Value* stack, uint64_t, uint64_t) {
  void* tensor = reinterpret_cast<void*>(stack[0]);
  void* data = nullptr;
  int64_t elements = 0;
  aoti_torch_get_data_ptr(tensor, &data);
  aoti_torch_get_numel(tensor, &elements);
  for (int64_t i = 0; i < elements; i++) {
    static_cast<float*>(data)[i] *= 2;
  }
}

struct Registration {
  Registration() {
    Library* definitions = nullptr;
    aoti_torch_library_init_fragment("calque_test", __FILE__, __LINE__, &definitions);
    aoti_torch_library_def(definitions, "twice_(Tensor(a!) self) -> Tensor(a!)");
    Library* kernels = nullptr;
    aoti_torch_library_init_impl("calque_test", "CPU", __FILE__, __LINE__, &kernels);
    aoti_torch_library_impl(kernels, "twice_", &twice);
  }
} registration;

}  // namespace
