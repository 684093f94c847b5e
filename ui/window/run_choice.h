// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace kernline::ui {

class MainWindow;

/// Opens the ranks in a folder. If it holds those of several runs, asks which of them.
void openRanksIn(MainWindow& window, const QString& folder);

}  // namespace kernline::ui
