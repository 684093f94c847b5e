// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/memory/call_meaning.h"

#include "core/model/base/message.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace kernline {

namespace {

constexpr std::array<std::pair<std::string_view, MemoryPhase>, 8> callWords{{
    {"optimizer", MemoryPhase::Optimizer},
    {"torch/optim/", MemoryPhase::Optimizer},
    {"torch\\optim\\", MemoryPhase::Optimizer},
    {"zero_grad", MemoryPhase::Optimizer},
    {"backward", MemoryPhase::Backward},
    {"autograd::engine", MemoryPhase::Backward},
    {"torch::autograd::node", MemoryPhase::Backward},
    {"forward", MemoryPhase::Forward},
}};

bool isSame(char a, char lower) {
  return std::tolower(static_cast<unsigned char>(a)) == lower;
}

/// "feedforward" is no forward.
bool holdsWord(std::string_view name, std::string_view word) {
  for (std::string_view rest = name; !rest.empty();) {
    const auto found = std::ranges::search(rest, word, isSame);
    if (found.empty()) {
      return false;
    }
    const bool isStart = found.begin() == name.begin() ||
                         std::isalpha(static_cast<unsigned char>(*std::prev(found.begin()))) == 0 ||
                         std::isupper(static_cast<unsigned char>(*found.begin())) != 0;
    if (isStart) {
      return true;
    }
    rest = std::string_view(found.end(), rest.end());
  }
  return false;
}

}  // namespace

std::string_view toText(MemoryPhase phase) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(MemoryPhase::Count_)> texts{
      Phrase::tr("unknown"), Phrase::tr("forward"), Phrase::tr("backward"), Phrase::tr("optimizer")};
  return texts[static_cast<std::size_t>(phase)];
}

std::string_view toText(BlockState state) {
  constexpr std::array<std::string_view, 3> texts{"free", "allocated", "awaiting free"};
  return texts[static_cast<std::size_t>(state)];
}

MemoryPhase phaseOf(std::string_view name) {
  const auto found = std::ranges::find_if(callWords, [&](const auto& entry) { return holdsWord(name, entry.first); });
  return found == callWords.end() ? MemoryPhase::Unknown : found->second;
}

bool isAllocator(std::string_view op) {
  constexpr std::string_view space = "aten::";
  if (op.starts_with(space)) {
    op.remove_prefix(space.size());
  }
  return op.starts_with("empty") || op.starts_with("new_empty") || op.starts_with("resize_");
}

}  // namespace kernline
