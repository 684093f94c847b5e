// SPDX-License-Identifier: GPL-3.0-or-later
// This folder holds the viewer's program: main and its options.
#pragma once

#include "core/analysis/steps/step_range.h"
#include "core/compare/ranks/heat_map.h"
#include "ui/kit/language/language.h"
#include "ui/kit/style/theme.h"
#include "ui/views/compare/runs/runs_window.h"
#include "ui/views/work/roofline_picture.h"
#include "ui/window/screenshot.h"

#include <QSize>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kernline::viewer {

/// Options of the command line.
struct ViewerOptions {
  std::vector<std::string> files;
  std::optional<ui::ThemeChoice> theme;        ///< theme; nullopt for that of the settings
  std::optional<ui::LanguageChoice> language;  ///< language; nullopt for that of the settings, or English in pictures
  std::string screenshot;                      ///< write a picture of the window here, then leave
  QSize size;                                  ///< size of the window; invalid for its own choice
  RangeChoice range;
  std::string select;
  ui::PictureOf subject = ui::PictureOf::Window;   ///< subject of the picture
  std::optional<ui::RunsWindow::Mode> comparison;  ///< draw this of the files instead of a window
  bool drawsHeatMap = false;                       ///< draw the heat map of the ranks in the files instead of a window
  std::string metric;                              ///< metric of that picture; empty for the usual one
  bool drawsMemory = false;                        ///< draw the memory of the one file instead of a window
  bool drawsRoofline = false;                      ///< draw the roofline of the one file instead of a window
  ui::WorkBy workBy = ui::WorkBy::Shape;           ///< grouping of its points
  std::string device;           ///< device whose ceilings it has; empty for those of the trace's device
  bool stacksBlocks = false;    ///< whether each block is a band in that picture
  bool showsOverview = false;   ///< the window in the picture shows the overview
  std::uint64_t maxMemory = 0;  ///< bytes to read with; 0 for the value in the settings
  bool notes = false;           ///< the picture shows idle causes and queue depth
};

/// The options, or the exit code after help, version or an error has been printed.
[[nodiscard]] std::variant<ViewerOptions, int> parseViewerOptions(int argc, char** argv);

}  // namespace kernline::viewer
