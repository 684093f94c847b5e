// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/memory/device_records.h"
#include "core/model/memory/call_meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace kernline::memory {

namespace {

struct Frame {
  std::string_view function;
  std::string_view file;  ///< "/home/me/model.py:54"; may be empty
};

/// Reads a frame as `SnapshotRecords` writes it: "forward (/home/me/model.py:54)".
Frame frameOf(std::string_view text) {
  const std::size_t open = text.rfind(" (");
  if (open == std::string_view::npos || !text.ends_with(')')) {
    return {text, {}};
  }
  return {text.substr(0, open), text.substr(open + 2, text.size() - open - 3)};
}

/// "aten::mm" of "at::_ops::mm::call(at::Tensor const&, …)".
std::string_view operatorOf(std::string_view function) {
  constexpr std::string_view ops = "at::_ops::";
  if (!function.starts_with(ops)) {
    return {};
  }
  const std::string_view rest = function.substr(ops.size());
  return rest.substr(0, rest.find("::"));
}

bool isPython(std::string_view file) {
  return file.contains(".py:") || file.ends_with(".py");
}

/// Code that the user did not write.
bool isLibrary(std::string_view file) {
  constexpr std::array<std::string_view, 6> signs{"site-packages", "dist-packages", "<frozen",
                                                  "/lib/python",   "/torch/nn/",    "/torch/_"};
  return std::ranges::any_of(signs, [&](std::string_view sign) { return file.contains(sign); });
}

/// "model.py:54 forward".
std::string placeText(const Frame& frame) {
  const std::size_t slash = frame.file.find_last_of("/\\");
  return fmt::format("{} {}", slash == std::string_view::npos ? frame.file : frame.file.substr(slash + 1),
                     frame.function);
}

MemoryPhase framePhase(const Frame& frame) {
  const bool isOptimizer = frame.file.contains("torch/optim/") || frame.file.contains("torch\\optim\\");
  return isOptimizer ? MemoryPhase::Optimizer : phaseOf(frame.function);
}

}  // namespace

const StackReading::Meaning& StackReading::of(StackId stack) {
  if (stack == StackId::none) {
    return m_nothing;
  }
  if (m_known.size() < m_stacks.size()) {
    m_known.resize(m_stacks.size());
    m_isKnown.resize(m_stacks.size());
  }
  Meaning& meaning = m_known[index(stack)];
  if (m_isKnown[index(stack)]) {
    return meaning;
  }
  m_isKnown[index(stack)] = true;
  bool isUsers = false;
  bool isRelevant = false;
  for (const StringId call : m_stacks.calls(stack)) {
    const std::string text(m_strings[call]);  // interning may not move it, but is clearer so
    const Frame frame = frameOf(text);
    const std::string_view op = operatorOf(frame.function);
    if (!op.empty() && !isRelevant && (meaning.op == StringId::empty || !isAllocator(op))) {
      meaning.op = m_strings.intern(fmt::format("aten::{}", op));
      isRelevant = !isAllocator(op);
    }
    const bool isBetter =
        !isUsers && isPython(frame.file) && (meaning.place == StringId::empty || !isLibrary(frame.file));
    if (isBetter) {
      meaning.place = m_strings.intern(placeText(frame));
      isUsers = !isLibrary(frame.file);
    }
    meaning.phase = std::max(meaning.phase, framePhase(frame));
  }
  return meaning;
}

}  // namespace kernline::memory
