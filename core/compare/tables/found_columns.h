// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/tables/measurements.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kernline {

/// A column of tables with a row a run, and what it was taken for.
struct FoundColumn {
  static constexpr std::size_t maxValues = 1000;

  std::string name;                           ///< name in the file; columns of one name are one
  ColumnUse found = ColumnUse::Undetermined;  ///< use by the rules
  ColumnUse use = ColumnUse::Undetermined;    ///< use after the user's choice
  bool isText = false;                        ///< it can be no measurement
  std::size_t values = 0;                ///< different ones, in all tables that have it; not counted beyond `maxValues`
  std::vector<std::string> firstValues;  ///< a few of them
  std::optional<std::size_t> dimension;  ///< index in the measurements' dimensions, if it is one there
  std::optional<std::size_t> metric;     ///< index in the measurements' metrics, where it was measured
  const SplitColumn* split = nullptr;    ///< parts of its name in the measurements; nullptr if not split

  [[nodiscard]] bool isChanged() const { return use != found; }
};

/// The columns of all such tables of two rows or more, in the order of the files. `measurements` are those of the same
/// logs with the same wishes, and outlive the columns.
[[nodiscard]] std::vector<FoundColumn> foundColumns(std::span<const std::shared_ptr<const Log>> logs,
                                                    const ColumnWishes& wishes, const Measurements& measurements);

}  // namespace kernline
