// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/work/call_arguments.h"
#include "core/analysis/work/work_rules.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::test {

// Calls of operators, argument by argument. {} is what a call leaves out.

inline CallArgument tensor(std::vector<std::int64_t> dims, std::string type = "float",
                           std::vector<std::int64_t> strides = {}) {
  CallArgument argument;
  argument.kind = CallArgument::Kind::Tensor;
  argument.tensors.push_back({.dims = std::move(dims), .strides = std::move(strides), .type = std::move(type)});
  return argument;
}

inline CallArgument half(std::vector<std::int64_t> dims) {
  return tensor(std::move(dims), "c10::BFloat16");
}

/// Empty if not recorded.
inline CallArgument value(std::string text) {
  CallArgument argument;
  argument.kind = CallArgument::Kind::Value;
  argument.value = std::move(text);
  return argument;
}

inline CallArguments call(std::vector<CallArgument> arguments) {
  return {.arguments = std::move(arguments), .areRecorded = true};
}

inline CallWork builtinWork(std::string_view op, std::vector<CallArgument> arguments) {
  return WorkRules::builtin().workOf(op, call(std::move(arguments)));
}

/// Returns the reason why there is no model; "modeled" if there is one.
inline std::string reasonOf(std::string_view op, std::vector<CallArgument> arguments) {
  const CallWork work = builtinWork(op, std::move(arguments));
  return work.rule == nullptr ? work.reason.english() : "modeled";
}

}  // namespace kernline::test
