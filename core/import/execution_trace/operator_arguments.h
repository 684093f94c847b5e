// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/execution_trace/execution_nodes.h"
#include "core/model/trace/event_details.h"

#include <array>
#include <string_view>
#include <vector>

namespace kernline::execution {

/// Keys of an operator's inputs in Kineto traces (record_shapes=True).
inline constexpr std::array<std::string_view, 4> inputKeys{"Input Dims", "Input type", "Input Strides",
                                                           "Concrete Inputs"};
inline constexpr std::string_view recordFunctionKey = "Record function id";
inline constexpr std::string_view sequenceKey = "Sequence number";

/// The inputs of a node as a Kineto trace would have them under `inputKeys`, in that order: dimensions of tensors
/// alone, "c10::BFloat16", "Scalar", "ScalarList", "TensorList" or empty as types, values of scalars and of lists of
/// them as text.
[[nodiscard]] std::vector<ArgNode> kinetoInputs(const ExecutionNode& node);

}  // namespace kernline::execution
