// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/torch/layout_search.h"

#include <array>
#include <string_view>

namespace kernline::recorder {

namespace {

constexpr const char* makeTensors = R"py(
import sys
torch = sys.modules.get('torch')
ready = torch is not None and not getattr(torch.__spec__, '_initializing', False)
if ready:
    with torch.no_grad():
        x = torch.zeros((3, 5, 7), dtype=torch.float32, device='cpu')
        y = torch.zeros((7, 10, 6), dtype=torch.bfloat16, device='cpu').as_strided((3, 5, 7), (2, 12, 60))
        z = torch.zeros((2, 9), dtype=torch.int64, device='cpu')
    first, second, third = x._cdata, y._cdata, z._cdata
)py";

constexpr const char* callOperators = R"py(
with torch.no_grad():
    torch.add(x, y, alpha=3)
    torch.sum(x, dim=(0, 1), keepdim=True)
)py";

constexpr const char* timeOperators = R"py(
from time import perf_counter_ns
least = 1 << 40
with torch.no_grad():
    for _ in range(8):
        began = perf_counter_ns()
        for _ in range(32):
            torch.add(x, x, alpha=3)
        least = min(least, (perf_counter_ns() - began) // 32)
)py";

constexpr std::array<std::int64_t, 3> sizesOfBoth{3, 5, 7};
constexpr std::array<std::int64_t, 3> stridesOfFirst{35, 7, 1};
constexpr std::array<std::int64_t, 3> stridesOfSecond{2, 12, 60};
constexpr std::array<std::int64_t, 2> sizesOfThird{2, 9};
constexpr std::array<std::int64_t, 2> stridesOfThird{9, 1};
constexpr std::int64_t alpha = 3;

// PyTorch's callbacks know no context of ours.
struct Search {
  const TorchLibrary& torch;
  std::array<KnownTensor, 3> tensors;
  TorchLayout found;
};
thread_local Search* running = nullptr;

}  // namespace

bool LayoutSearch::begin() {
  return m_script.run(makeTensors) && m_script.number("first") != 0;
}

std::unique_ptr<ObserverContext> LayoutSearch::see(Object function) {
  if (running == nullptr) {
    return nullptr;
  }
  const std::string_view name(running->torch.name(function));
  TorchLayout& found = running->found;
  if (name == "aten::add" && found.inputs == 0) {
    findInputs(function, running->tensors[0], running->tensors[1], alpha, found);
  } else if (name == "aten::sum" && found.inputs != 0 && found.elements == 0) {
    findLists(function, found);
  }
  return nullptr;
}

TorchLayout LayoutSearch::find() {
  constexpr std::uint8_t floatType = 6;
  constexpr std::uint8_t bfloat16Type = 15;
  constexpr std::uint8_t longType = 4;
  const auto object = [&](const char* variable) { return reinterpret_cast<Object>(m_script.number(variable)); };
  Search search{.torch = m_torch,
                .tensors = {{{object("first"), floatType, sizesOfBoth, stridesOfFirst},
                             {object("second"), bfloat16Type, sizesOfBoth, stridesOfSecond},
                             {object("third"), longType, sizesOfThird, stridesOfThird}}},
                .found = {}};
  search.found.undefinedTensor = m_torch.undefinedTensor;
  RecordFunctionCallback callback{.start = &see, .needsInputs = true};
  callback.scopes[RecordFunctionCallback::Function] = true;
  running = &search;
  const std::uint64_t handle = m_torch.addCallback(callback);
  m_script.run(callOperators);
  m_torch.removeCallback(handle);
  running = nullptr;
  if (!findTensorParts(search.tensors, search.found)) {
    search.found.sizes = 0;
  }
  return search.found;
}

std::uint64_t LayoutSearch::timeOfOperator() {
  return m_script.run(timeOperators) ? m_script.number("least") : 0;
}

}  // namespace kernline::recorder
