// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds shared parts of docks: kinds, frames, and what a panel needs.
#pragma once

#include "ui/views/dock/needs.h"

#include <cstdint>

class QWidget;

namespace kernline::ui {

class DockPanel;

/// Description of a panel for its dock and command. Texts are marked with QT_TRANSLATE_NOOP("Words", …).
struct DockKind {
  enum class Menu : std::uint8_t { View, Edit };
  enum class Area : std::uint8_t { Left, Right, Bottom };

  const char* name;  ///< "notes": its dock is called "notesDock"
  const char* title;

  // The command that shows and hides it
  const char* text;
  const char* shortcut;
  const char* icon;  ///< empty if none
  const char* tip;
  Needs needs = Needs::TimelineFile;
  Menu menu = Menu::View;

  Area area = Area::Bottom;
  bool isOpenAtFirst = false;
  int firstExtent = 0;      ///< characters wide at a side, or lines high at the bottom; 0 for the rest of the space
  int openedLines = 0;      ///< minimum height once the command has opened it
  bool takesFocus = false;  ///< whether the dock takes the focus when the command opens it
  bool turnsToTimeline = false;   ///< the command does, from any other page
  bool opensWithContent = false;  ///< it is open while there is something in it, unless the user closed it

  DockPanel* (*make)(QWidget* parent);
};

}  // namespace kernline::ui
