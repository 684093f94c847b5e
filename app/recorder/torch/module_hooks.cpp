// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/torch/module_hooks.h"

#include "app/recorder/torch/operator_observer.h"

#include <fmt/format.h>

#include <cstdint>

namespace kernline::recorder {

namespace {

/// A module is named by its path in the outermost one that was called first. An address may be that of another module
/// later, so that each is held weakly.
constexpr const char* addHooks = R"py(
import ctypes
import weakref
import torch

begin = ctypes.PYFUNCTYPE(None, ctypes.c_char_p, ctypes.c_uint64)({})
end = ctypes.PYFUNCTYPE(None, ctypes.c_uint64)({})
is_compiling = getattr(getattr(torch, 'compiler', None), 'is_compiling', lambda: False)
names = {{}}


def name_of(module):
    known = names.get(id(module))
    if known is None or known[0]() is not module:
        for path, part in module.named_modules():
            names[id(part)] = (weakref.ref(part), b'nn.Module: ' + (path or type(part).__name__).encode())
        known = names[id(module)]
    return known[1]


def before(module, inputs):
    if not is_compiling():
        begin(name_of(module), id(module))


def after(module, inputs, result):
    if not is_compiling():
        end(id(module))


torch.nn.modules.module.register_module_forward_pre_hook(before)
torch.nn.modules.module.register_module_forward_hook(after, always_call=True)
)py";

template <typename Function>
std::uintptr_t addressOf(Function* function) {
  return reinterpret_cast<std::uintptr_t>(function);
}

}  // namespace

bool hookModules(const Python& python) {
  static bool isHooked = false;
  if (!isHooked) {
    const std::string code =
        fmt::format(fmt::runtime(addHooks), addressOf(&observer::beginModule), addressOf(&observer::endModule));
    isHooked = PythonScript(python).run(code.c_str());
  }
  return isHooked;
}

}  // namespace kernline::recorder
