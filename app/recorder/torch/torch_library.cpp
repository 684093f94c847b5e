// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/torch/torch_library.h"

#include <dlfcn.h>

namespace kernline::recorder {

namespace {

template <typename Function>
void find(void* library, Function*& function, const char* name) {
  function = reinterpret_cast<Function*>(::dlsym(library, name));
}

}  // namespace

std::optional<TorchLibrary> TorchLibrary::find() {
  void* const operators = ::dlopen("libtorch_cpu.so", RTLD_LAZY | RTLD_NOLOAD);
  if (operators == nullptr) {
    return std::nullopt;
  }
  TorchLibrary torch;
  recorder::find(operators, torch.addCallback, "_ZN2at17addGlobalCallbackENS_22RecordFunctionCallbackE");
  recorder::find(operators, torch.removeCallback, "_ZN2at14removeCallbackEm");
  recorder::find(operators, torch.name, "_ZNK2at14RecordFunction4nameEv");
  torch.undefinedTensor = static_cast<Object>(::dlsym(operators, "_ZN3c1019UndefinedTensorImpl10_singletonE"));
  ::dlclose(operators);  // the program still holds it
  return torch.addCallback == nullptr || torch.removeCallback == nullptr || torch.name == nullptr
             ? std::nullopt
             : std::optional(torch);
}

}  // namespace kernline::recorder
