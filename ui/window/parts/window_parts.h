// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace kernline::ui {

class Commands;
class CurrentTrace;
class Docks;
class FileTabs;
class StatusLine;

/// Parts of a window that its controllers work on. Each has one concern, and connects its own commands.
struct WindowParts {
  QMainWindow& window;
  const Commands& commands;
  FileTabs& tabs;
  CurrentTrace& current;
  Docks& docks;
  StatusLine& status;
};

}  // namespace kernline::ui
