// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndex>
#include <QString>

#include <functional>
#include <string>

class QTableView;

namespace kernline::ui {

/// Tab-separated lines, the first of them titles, as a CSV or Markdown table.
[[nodiscard]] std::string tableText(const QString& tabSeparated, bool asMarkdown);

/// The columns of a table that are not hidden, tab-separated, with a line of titles; empty if it has none. `textOf` a
/// cell; without it as it is shown.
[[nodiscard]] QString tabSeparated(const QTableView& table,
                                   const std::function<QString(const QModelIndex&)>& textOf = {});

}  // namespace kernline::ui
