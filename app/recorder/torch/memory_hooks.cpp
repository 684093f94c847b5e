// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/torch/memory_hooks.h"

#include <fmt/format.h>

#include <string>

namespace kernline::recorder {

namespace {

constexpr const char* addHook = R"py(
import ctypes
import sys

torch = sys.modules['torch']
if not torch.cuda.is_initialized():
    raise RuntimeError
failed = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_uint64, ctypes.c_uint64)({})


def observe(device, wanted, total, free):
    failed(device, wanted, free)


torch._C._cuda_attach_out_of_memory_observer(observe)
)py";

}  // namespace

bool hookOutOfMemory(const Python& python, OutOfMemory failed) {
  const std::string code = fmt::format(fmt::runtime(addHook), reinterpret_cast<std::uintptr_t>(failed));
  return PythonScript(python).run(code.c_str());
}

}  // namespace kernline::recorder
