// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace kernline::ui {

/// Version, what it is built with, licence.
void showAbout(QWidget* parent);

}  // namespace kernline::ui
