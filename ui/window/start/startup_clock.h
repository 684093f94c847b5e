// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace kernline::ui {

/// Prints milestones of the start to stderr if KERNLINE_STARTUP_TRACE is set: milliseconds since the process began, and
/// of processor time that this thread has used. Else free.
void markStartup(const char* milestone);

/// Marks `milestone` when `widget` or one of its children has painted the next time.
void markNextPaint(QWidget* widget, const char* milestone);

}  // namespace kernline::ui
