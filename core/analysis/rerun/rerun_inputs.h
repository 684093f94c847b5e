// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/work/call_arguments.h"
#include "core/model/base/message.h"

#include <string>
#include <string_view>

namespace kernline {

/// The inputs of an operator as the script takes them, or why it cannot run again.
struct RerunInputs {
  std::string json;  ///< a list: tensors, lists of tensors, values, null for what the call left out
  Message reason;    ///< empty if they are complete
};

/// Copies between host and device: which input is on the host, and how.
struct HostInput {
  std::size_t position = 0;
  std::string_view memory;  ///< "pinned" or "pageable"; empty if none is on the host
};

/// `call` has the shapes and types of its lists where these are known.
[[nodiscard]] RerunInputs rerunInputs(const CallArguments& call, const HostInput& host = {});

/// Returns torch's name of a type as profiles have it: "bfloat16" for "c10::BFloat16"; empty if it is unknown.
[[nodiscard]] std::string torchTypeName(std::string_view type);

/// Returns the type of list elements that the name of a kernel tells, as `elementTypeIn`, with floating-point types for
/// those of which only the size is known.
[[nodiscard]] std::string listTypeOfKernel(std::string_view kernel);

}  // namespace kernline
