// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <span>

namespace kernline::ui {

struct NamedTab {
  QString path;
  QString title;
};

/// Returns names of neighboring tabs: without the endings of traces, and long ones with "…" for the parts they share
/// with another. Files of one name have their folder in front. One a tab, and no two alike unless paths are.
[[nodiscard]] QStringList tabNames(std::span<const NamedTab> tabs);

}  // namespace kernline::ui
