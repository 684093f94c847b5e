// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// A column of measurements, whose name may have more than the metric.
struct MeasuredColumn {
  std::string name;
  Quantity quantity = Quantity::Number;
  std::string unit;
};

/// The parts of a column's name: "triton_fwd_ms" is "fwd_ms" of "triton"; next to "triton_bwd_ms", it is "time" of
/// "triton" in the "forward" pass.
struct SplitName {
  std::string metric;
  std::string implementation;  ///< empty if not in the name
  std::string pass;            ///< "forward", "backward", "forward_backward"; empty for the same
  std::string withPass;        ///< the name without the implementation alone

  [[nodiscard]] bool isSplit() const { return !implementation.empty() || !pass.empty(); }
};

/// Columns of one quantity and unit whose names differ in an implementation, or in a pass, alone. name_words.cpp
/// separates implementations from other differences: one of them at least must be known ("triton"), and none may be an
/// aspect ("mean", "reads"). A name that known_words.cpp knows as a whole stays as it is.
[[nodiscard]] std::vector<SplitName> splitNames(const std::vector<MeasuredColumn>& columns);

/// A name in one spelling, to find it by: small letters, no separators, "forward" for "fwd".
[[nodiscard]] std::string plainName(std::string_view name);

}  // namespace kernline
