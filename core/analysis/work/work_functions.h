// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/work/call_arguments.h"
#include "core/model/base/message.h"

#include <cstddef>
#include <expected>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace kernline {

/// A number, or why it is unknown.
using WorkValue = std::expected<double, Message>;

/// An argument of a call, as a rule calls it.
struct NamedArgument {
  std::string_view name;
  const CallArgument* argument = nullptr;  ///< nullptr if the call has no argument there

  [[nodiscard]] bool holdsTensors() const;
  /// The first of them; nullptr if none.
  [[nodiscard]] const TensorArgument* tensor() const;
};

// The functions of expressions, see resources/work.txt.

/// "True", "0.5", "2".
[[nodiscard]] std::optional<double> scalarIn(std::string_view text);
/// "[2, 2]", or one number as a list of one.
[[nodiscard]] std::optional<std::vector<double>> scalarsIn(std::string_view text);
/// Returns item `i` of a list of numbers, or the number given for the whole list; `usual`, if any, if it is missing.
[[nodiscard]] std::optional<double> itemOf(const NamedArgument& of, std::size_t i, std::optional<double> usual);

[[nodiscard]] WorkValue elementsOf(const NamedArgument& of);
/// Each element in memory once; 0 of what is no tensor.
[[nodiscard]] WorkValue bytesOf(const NamedArgument& of);
/// Returns the bytes without repeated elements; fails for what is no tensor.
[[nodiscard]] WorkValue denseBytesOf(const NamedArgument& of);
[[nodiscard]] WorkValue widthOf(const NamedArgument& of);
[[nodiscard]] WorkValue packedIn(const NamedArgument& of);
[[nodiscard]] WorkValue isIntegral(const NamedArgument& of);
/// Bytes of an element of what torch makes of several; `isFloating`: and turns integers into float.
[[nodiscard]] WorkValue promotedWidth(std::span<const NamedArgument> all, bool isFloating);
/// Bytes of the type that an argument names; std::nullopt if the call left it out.
[[nodiscard]] std::optional<WorkValue> typedWidth(const NamedArgument& type);
[[nodiscard]] WorkValue dimensionOf(const NamedArgument& of, double at);
[[nodiscard]] WorkValue broadcastSize(std::span<const NamedArgument> all);
[[nodiscard]] WorkValue reducedSize(const NamedArgument& of, const NamedArgument& dims);
[[nodiscard]] WorkValue productOf(const NamedArgument& list);
/// Places where a kernel is laid on an input; `kernel`: a weight, or a list of sizes.
[[nodiscard]] WorkValue windowsOf(const NamedArgument& input, const NamedArgument& kernel, const NamedArgument& stride,
                                  const NamedArgument& padding, const NamedArgument& dilation);
/// Places in the output of a transposed convolution.
[[nodiscard]] WorkValue spreadOf(const NamedArgument& input, const NamedArgument& weight, const NamedArgument& stride,
                                 const NamedArgument& padding, const NamedArgument& dilation,
                                 const NamedArgument& outputPadding);
/// Pairs of a query and a key that it sees, of `queries` times `keys`: keys from `left` before to `right` after its own
/// place, which is moved by `shift`; a negative `left` or `right` is no limit. Pairs on an edge count half.
[[nodiscard]] double seenPairs(double queries, double keys, double left, double right, double shift);

}  // namespace kernline
