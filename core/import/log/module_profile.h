// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/scope.h"
#include "core/model/log/log.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace kernline::logs {

/// Figures of a module in DeepSpeed's FLOPs profiler.
enum class ModuleFigure : std::uint8_t {
  Params,
  ParamShare,
  Flops,
  FlopShare,
  Macs,
  MacShare,
  Latency,
  LatencyShare,
  FlopRate,
  Count_
};
inline constexpr std::size_t moduleFigureCount = static_cast<std::size_t>(ModuleFigure::Count_);

struct ModuleFigureText {
  std::string_view name;  ///< name of its column, in the profiler's words
  Quantity quantity;
};
[[nodiscard]] const ModuleFigureText& moduleFigureText(ModuleFigure figure);

/// A number as the profiler prints it, in the base unit of the figure: "336.23 M" parameters, "44.7 GMACs", "393.22 k",
/// "833.75 us", "82.21 TFLOPS", "6279.86 G", "99.68%". nullopt if it is anything else.
[[nodiscard]] std::optional<double> moduleFigure(ModuleFigure figure, std::string_view text);

/// The entries of "{'BertModel': '335.15 M', …}", all of them texts in quotes; empty if it has none. A value with a
/// quote too many keeps it.
[[nodiscard]] std::vector<Labeled> quotedEntries(std::string_view dict);

/// A figure as printed; empty if it is not there.
struct ModuleProfile {
  std::array<std::string_view, moduleFigureCount> printed;
  std::string_view rest;  ///< the module's own description: "in_features=512, out_features=512"

  [[nodiscard]] std::string_view& operator[](ModuleFigure figure) { return printed[static_cast<std::size_t>(figure)]; }
};

/// The figures of one module:
///
/// | printed | since |
/// |---|---|
/// | `4.2 M, 1.25% Params, 42.97 GMACs, 1.37% MACs, 833.75 us, 1.09% latency, 103.08 TFLOPS, …` | 2020 |
/// | `2.39 B = 100% Params, 55.48 TMACs = 100% MACs, 1.17 s = 100% latency, 95.06 TFLOPS, …` | 2023 |
/// | `module = {'param': '4.2 M', 'flops': …, 'duration%': '1.09%'}, functionals = …` | flops-profiler |
///
/// nullopt if it does not look like any of these; some figures may be missing from a damaged one.
[[nodiscard]] std::optional<ModuleProfile> moduleProfile(std::string_view text);

}  // namespace kernline::logs
