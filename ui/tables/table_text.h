// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

namespace kernline::ui {

/// Tab-separated lines, the first of them titles, as a CSV or Markdown table.
[[nodiscard]] std::string tableText(const QString& tabSeparated, bool asMarkdown);

}  // namespace kernline::ui
