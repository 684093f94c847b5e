// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>

class QTreeView;

namespace kernline::ui {

/// Makes a tree of a TreeRowsModel one as all of ours are: whole rows are selected, no cell is edited, rows have one
/// height, and a double click is Enter. The name takes what the other columns leave; `widths` are theirs, in average
/// characters, or more where a title needs it. The bar of a share is in `shareColumn`.
void makePlain(QTreeView& view, int shareColumn, std::initializer_list<int> widths);

}  // namespace kernline::ui
