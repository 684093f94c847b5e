// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline {

/// Returns whether the name is one that Inductor, torch.compile's backend, gives: "triton_poi_fused_add_relu_3".
[[nodiscard]] bool namesInductorKernel(std::string_view kernel);

/// The operators that a kernel of torch.compile fuses, by its name: add, relu. Inductor joins their names by "_",
/// sorted, and after them a number; names with "_" in them are recognized by the known operators: those of ATen that
/// Inductor fuses, and those of `isOperator`. nullopt for other kernels, for a name that lists none, and if a part is
/// no known operator. If there are several readings, the one of the fewest operators counts.
[[nodiscard]] std::optional<std::vector<std::string>> fusedOperators(
    std::string_view kernel, const std::function<bool(std::string_view)>& isOperator = {});

}  // namespace kernline
