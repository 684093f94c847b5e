// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/format/quantity.h"
#include "ui/kit/charts/axis_extent.h"
#include "ui/views/inference/inference_table.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace kernline::ui {

enum class InferenceX : std::uint8_t { Requests, Tokens, Length, Start };
enum class InferenceY : std::uint8_t { Iteration, Token };

/// The place of an iteration, in counts or ns; nullopt if unknown.
[[nodiscard]] std::optional<double> valueOf(const InferenceTable& table, std::size_t step, InferenceX x);
[[nodiscard]] std::optional<double> valueOf(const InferenceTable& table, std::size_t step, InferenceY y);

[[nodiscard]] QString titleOf(InferenceX x);
[[nodiscard]] QString titleOf(InferenceY y);

/// The unit in which `ns` is at least 1, and what it is worth in ns.
struct AxisUnit {
  TimeUnit unit = TimeUnit::Nanoseconds;
  double ns = 1;
};
[[nodiscard]] AxisUnit fittingAxisUnit(double ns);

}  // namespace kernline::ui
