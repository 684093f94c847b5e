// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/tables/table_rows.h"
#include "ui/views/memory/block_colors.h"
#include "ui/views/memory/block_query.h"

#include <QCoreApplication>

#include <memory>

namespace kernline::ui {

/// Blocks alive (or never freed, …), one row per group.
struct GroupsTable {
  Q_DECLARE_TR_FUNCTIONS(kernline::ui::GroupsTable)

 public:
  enum Column { Name, Bytes, Share, Blocks };

  /// The groups of an answer; nullptr if none. Names have the colors of their blocks, if these are colored by what
  /// groups are made by.
  [[nodiscard]] static TableRows rows(const std::shared_ptr<const BlockAnswer>& answer,
                                      const std::shared_ptr<const BlockColors>& colors);
};

}  // namespace kernline::ui
