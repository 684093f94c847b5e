// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as rules of operators' work and as a table of devices: no crash, no hang, and whatever a rule says of a
// call is a number or a reason.
#include "core/analysis/work/ceilings.h"
#include "core/analysis/work/work_rules.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

namespace {

kernline::CallArgument tensor(std::vector<std::int64_t> dims) {
  kernline::CallArgument argument;
  argument.kind = kernline::CallArgument::Kind::Tensor;
  argument.tensors.push_back({.dims = std::move(dims), .strides = {}, .type = "float"});
  return argument;
}

kernline::CallArguments someCall(std::uint8_t kind) {
  kernline::CallArguments call;
  call.areRecorded = true;
  if (kind % 2 == 0) {
    call.arguments = {tensor({16, 32}), tensor({32, 8})};
  } else {
    constexpr std::int64_t huge = std::int64_t{1} << 40;
    call.arguments = {tensor({huge, huge}), tensor({-1, 0}), tensor({2, 3, 8, 8})};
  }
  kernline::CallArgument value;
  value.kind = kernline::CallArgument::Kind::Value;
  value.value = kind % 3 == 0 ? "[2, 0]" : "True";
  call.arguments.push_back(std::move(value));
  return call;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(kernline::parseDevices(text));
  const kernline::WorkRules rules(kernline::parseWorkRules(text));
  static_cast<void>(rules.isHelper(text.substr(0, text.find('\n'))));
  const kernline::CallArguments call = someCall(size == 0 ? 0 : data[size - 1]);
  for (const kernline::WorkRule& rule : rules.rules()) {
    const std::string_view names = rule.operators;
    const kernline::CallWork work = rules.workOf(names.substr(0, names.find(',')), call);
    const bool isNumber = work.rule != nullptr && std::isfinite(work.flops) && work.flops >= 0 &&
                          std::isfinite(work.bytes) && work.bytes >= 0;
    if (!isNumber && work.reason.isEmpty()) {
      std::abort();
    }
  }
  return 0;
}
