// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/work/list_type.h"
#include "core/model/trace/event_details.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// An argument of an operator as the profiler recorded it (record_shapes=True).
struct TensorArgument {
  std::vector<std::int64_t> dims;
  std::vector<std::int64_t> strides;  ///< strides in elements; empty if unknown, taken as dense
  std::string type;                   ///< "c10::BFloat16"; empty if unknown

  /// Elements that differ in memory: what a stride of 0 repeats counts once. nullopt if the product overflows, or a
  /// dimension is negative.
  [[nodiscard]] std::optional<std::int64_t> elements() const;
  /// Product of the dimensions; nullopt as for `elements`.
  [[nodiscard]] std::optional<std::int64_t> size() const;
};

struct CallArgument {
  enum class Kind : std::uint8_t {
    Missing,  ///< the call left it out, or it is a list of another kind
    Tensor,
    Tensors,  ///< a list of them
    Value     ///< a number, a truth value, a list of numbers
  };
  Kind kind = Kind::Missing;
  std::vector<TensorArgument> tensors;
  std::string value;  ///< text of a Value: "0.5", "True", "[2, 2]"; empty if not recorded
};

/// A call as recorded in the trace.
struct CallArguments {
  std::vector<CallArgument> arguments;
  bool areRecorded = false;  ///< false if the event has no shapes
};

/// torch does not record the types of lists: gives them this one.
void setListTypes(CallArguments& call, const std::string& type);
/// Older versions of torch do not record the shapes of lists: gives each list without shapes these tensors.
void setListShapes(CallArguments& call, std::span<const TensorArgument> tensors);
/// Whether it was given a list whose shapes are not recorded.
[[nodiscard]] bool hasListWithoutShapes(const CallArguments& call);

/// Returns the elements of each tensor (`TensorArgument::size`), 0 where there is no such number.
[[nodiscard]] std::vector<std::int64_t> tensorSizes(const CallArguments& call);

/// Reads "Input Dims", "Input type", "Input Strides" and "Concrete Inputs".
[[nodiscard]] CallArguments callArguments(const ArgNode& args);
/// Returns the keys that `callArguments` and `inputShape` read.
[[nodiscard]] std::span<const std::string_view> argumentKeys();

}  // namespace kernline
