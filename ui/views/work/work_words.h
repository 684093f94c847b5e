// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/work/work_figures.h"
#include "core/analysis/work/work_rules.h"
#include "ui/kit/charts/hover_card.h"
#include "ui/views/work/work_table.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <vector>

namespace kernline::ui {

[[nodiscard]] QString titleOf(WorkBy by);

/// "137.4 GFLOP"; "–" without any.
[[nodiscard]] QString flopsText(std::optional<double> flops);
[[nodiscard]] QString workBytesText(std::optional<double> bytes);
[[nodiscard]] QString flopRateText(std::optional<double> flopsPerSecond);
[[nodiscard]] QString byteRateText(std::optional<double> bytesPerSecond);
/// FLOPs of a byte: "0.25", "682.7".
[[nodiscard]] QString intensityText(std::optional<double> intensity);
[[nodiscard]] QString workShareText(std::optional<double> share);
/// "–" if there is no roofline.
[[nodiscard]] QString recoverableText(const WorkFigures& figures);
[[nodiscard]] QString boundText(const WorkFigures& figures);

/// nullopt if there are no FLOPs at all.
[[nodiscard]] std::optional<double> flopsPerCall(const WorkFigures& figures);
[[nodiscard]] std::optional<double> flopRate(const WorkFigures& figures);

/// The line of work.txt and what it catches.
[[nodiscard]] QString ruleTip(const WorkRule& rule);
/// Returns the operators of a row's rule, or why it has none.
[[nodiscard]] QString modelText(const WorkRow& row);
[[nodiscard]] QString modelTip(const WorkRow& row);

/// Returns the facts on work that all views share: FLOPs and bytes with their rates, share of roofline and its bound,
/// potential saving.
[[nodiscard]] std::vector<HoverCard::Fact> workFacts(const WorkFigures& figures);
[[nodiscard]] HoverCard workCard(const WorkTable& table, std::size_t row);

/// "ceilings of H200 (NVIDIA H200 datasheet)", or that there are none.
[[nodiscard]] QString ceilingsText(const ReferenceDevice& device);

/// "94.1 % modeled · H200 (NVIDIA H200 datasheet) · MFU 41.2 % · bandwidth 23.0 %".
[[nodiscard]] QString workHeadline(const WorkTable& table);
/// Explains how the figures of the headline are counted.
[[nodiscard]] QString workHeadlineTip(const WorkTable& table);

}  // namespace kernline::ui
