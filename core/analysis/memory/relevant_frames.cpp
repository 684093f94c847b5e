// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/relevant_frames.h"

#include <algorithm>
#include <array>
#include <functional>

namespace kernline {

namespace {

/// Frames that unwind stacks, allocate memory, wrap calls or interpret Python.
constexpr auto plumbing = std::to_array<std::string_view>({
    "torch::unwind::",
    "torch::CapturedTraceback::",
    "torch::cuda::(anonymous namespace)::gather",
    "c10::",
    "_Py",
    "Py_",
    "PyCMethod_",
    "PyEval_",
    "PyMethod_",
    "PyObject_",
    "PyRun_",
    "PyVectorcall_",
    "cfunction_",
    "method_vectorcall",
    "object_vacall",
    "slot_tp_",
    "__libc_",
    "_start",
});

bool startsWithAny(std::string_view call, const auto& starts) {
  return std::ranges::any_of(starts, [&](std::string_view start) { return call.starts_with(start); });
}

/// "at::_ops::empty_strided::call" of "at::_ops::empty_strided::call(c10::ArrayRef<c10::SymInt>, …)".
std::string_view functionOf(std::string_view call) {
  constexpr std::string_view unnamed = "(anonymous namespace)";
  std::size_t end = call.find('(');
  while (end != std::string_view::npos && call.substr(end).starts_with(unnamed)) {
    end = call.find('(', end + unnamed.size());
  }
  return call.substr(0, end);
}

/// Makes a tensor without anything in it.
bool makesEmpty(std::string_view call) {
  return call.starts_with("at::") && functionOf(call).contains("empty");
}

bool isRelevant(std::string_view call) {
  return isPythonLine(call) || (!startsWithAny(call, plumbing) && !makesEmpty(call));
}

}  // namespace

bool isPythonLine(std::string_view call) {
  return call.contains(".py:") || call.contains(".py(");
}

StringId relevantFrame(const MemoryHistory& history, StackId stack) {
  for (StackId at = stack; at != StackId::none; at = history.stacks.outer(at)) {
    if (isRelevant(history.text(history.stacks.call(at)))) {
      return history.stacks.call(at);
    }
  }
  return history.stacks.call(stack);
}

std::vector<StringId> relevantFrames(const MemoryHistory& history, StackId stack, std::size_t most) {
  std::vector<StringId> calls = history.stacks.calls(stack);
  const auto relevant = [&](StringId call) { return isRelevant(history.text(call)); };
  if (std::ranges::any_of(calls, relevant)) {
    std::erase_if(calls, std::not_fn(relevant));
  }
  if (calls.size() > most) {
    const auto line = std::ranges::find_if(calls, [&](StringId call) { return isPythonLine(history.text(call)); });
    if (line != calls.end() && line - calls.begin() >= static_cast<std::ptrdiff_t>(most)) {
      calls[most - 1] = *line;
    }
    calls.resize(most);
  }
  return calls;
}

}  // namespace kernline
