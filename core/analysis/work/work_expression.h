// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/work/call_arguments.h"
#include "core/model/base/message.h"

#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Values of the names in an expression for one call.
struct WorkScope {
  std::map<std::string, double, std::less<>> numbers;                 ///< dimensions
  std::map<std::string, const CallArgument*, std::less<>> arguments;  ///< keyed by the names that the rule gives them
  std::map<std::string, double, std::less<>> defaults;                ///< defaults of values that were not recorded
  std::unique_ptr<CallArgument> rest;                                 ///< value of "all..."
  std::size_t argumentCount = 0;                                      ///< number of arguments of the call
};

/// Functions of arguments and numbers in an expression.
enum class WorkFunction : std::uint8_t {
  Numel,
  Bytes,
  Dense,
  Width,
  Packed,
  Integral,
  Promoted,
  Floating,
  Typed,
  Given,
  Tensors,
  Rank,
  Dim,
  Broadcast,
  Reduced,
  Product,
  Windows,
  Spread,
  Item,
  Pairs,
  Min,
  Max,
  Log2
};

/// Arithmetic over dimensions and arguments, as resources/work.txt explains it.
class WorkExpression {
 public:
  /// Parses an expression over `names`; the error is a sentence.
  [[nodiscard]] static std::expected<WorkExpression, Message> parse(std::string_view text,
                                                                    const std::vector<std::string>& names);

  /// "unknown" and its like: they have a meaning themselves, so they cannot be used as names.
  [[nodiscard]] static bool isReserved(std::string_view word);

  /// Not negative and below 2^63. Errors: why it is unknown for this call.
  [[nodiscard]] std::expected<double, Message> value(const WorkScope& scope) const;

 private:
  enum class Op : std::uint8_t {
    Number,
    Name,
    Arguments,
    Unknown,
    Unrecorded,
    Call,
    Add,
    Subtract,
    Multiply,
    Divide,
    Quotient,
    Negate,
    Choose,
    Less,
    Equal
  };
  struct Node {
    Op op = Op::Number;
    double number = 0;
    WorkFunction function = WorkFunction::Numel;
    std::string name = {};
    std::vector<std::uint32_t> children = {};
  };
  class Parser;
  class Evaluation;

  std::vector<Node> m_nodes;  // the last one is the root
};

}  // namespace kernline
