// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/model_comparison.h"

#include <span>
#include <string>
#include <vector>

namespace kernline {

/// A table of texts with the results of a comparison of models, for printing.
struct ModelTable {
  std::string title;
  std::vector<std::string> head;  ///< the first columns are texts, `textColumns` of them
  std::size_t textColumns = 1;
  std::vector<std::vector<std::string>> rows;
};

/// "8.21×", for people; or all digits.
enum class Digits : unsigned char { Few, All };

/// Two tables of each: how much better than the baseline, and who is the best where.
[[nodiscard]] std::vector<ModelTable> modelTables(const Measurements& measurements,
                                                  std::span<const ModelComparison> models, Digits digits);

[[nodiscard]] std::string modelsCsv(const Measurements& measurements, std::span<const ModelComparison> models);
[[nodiscard]] std::string modelsMarkdown(const Measurements& measurements, std::span<const ModelComparison> models);
[[nodiscard]] std::string modelsHtml(const Measurements& measurements, std::span<const ModelComparison> models);

}  // namespace kernline
