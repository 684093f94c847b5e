// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/log/log.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace kernline::ui {

using OutlineId = std::size_t;
inline constexpr OutlineId outlineRoot = 0;
inline constexpr OutlineId noOutline = std::numeric_limits<OutlineId>::max();

/// One entry of a log's outline.
struct OutlineNode {
  enum class Kind : std::uint8_t {
    Root,           ///< the log itself: what is in it
    Section,        ///< a part under a heading
    Parameters,     ///< "seq_len = 256"
    Subject,        ///< a model, a run or a rank
    Table,          ///< `item` is the table
    Measurements,   ///< all numbers of a section
    Settings,       ///< settings of a machine or a run
    Failure,        ///< `item` is the failure
    File,           ///< `item` is the file that the log names
    Memory,         ///< memory figures of the whole log
    MemoryFigures,  ///< all numbers in bytes: peaks, forward, backward
    MemoryRows,     ///< memory allocated by table rows
    Text,           ///< all of the log as it is
  };
  Kind kind = Kind::Root;
  QString title;
  std::size_t count = 0;                ///< rows, numbers or settings; 0 if there is nothing to count
  std::size_t item = 0;                 ///< index in the log's tables, failures or files
  std::vector<std::size_t> items = {};  ///< indices in the log's metrics or settings
  std::uint32_t line = 0;               ///< first line
  bool hasFailure = false;              ///< whether it or a descendant has a failure
  OutlineId parent = noOutline;
  std::vector<OutlineId> children = {};  ///< log order
};

/// Contents of a log as a tree: section → parameters → subject or rank → tables, failures, files; the measurements and
/// settings of a section are in it once. Those about memory are listed together once more, at the end. Pure; node 0 is
/// the root.
struct LogOutline {
  std::vector<OutlineNode> nodes;

  [[nodiscard]] const OutlineNode& operator[](OutlineId id) const { return nodes[id]; }
  /// Titles from the outermost section on, joined with " › "; empty for the root.
  [[nodiscard]] QString path(OutlineId id) const;
  /// The path as a headline: a table that is called as the section it is in is named once.
  [[nodiscard]] QString heading(OutlineId id) const;
  /// Returns the node to show first: the first profiler's table, else the first of what else there is.
  [[nodiscard]] OutlineId first(const Log& log) const;
  /// The first node, in the order of the tree, whose path contains `text` whatever its case.
  [[nodiscard]] OutlineId find(const QString& text) const;
  /// The table, measurements, failure, file or settings that `line` belongs to; `noOutline` if there is none.
  [[nodiscard]] OutlineId nodeAt(const Log& log, std::uint32_t line) const;
  /// `id` and all below it, parents before their children.
  [[nodiscard]] std::vector<OutlineId> below(OutlineId id) const;
};

[[nodiscard]] std::shared_ptr<const LogOutline> makeOutline(const Log& log);

/// "seq_len = 256, batch = 8"; empty without parameters.
[[nodiscard]] std::string parameterText(const Log& log, const LogContext& context);
/// "Softmax", "rank 0", "Softmax · rank 0"; empty if there is no name.
[[nodiscard]] std::string subjectText(const Log& log, const LogContext& context);

}  // namespace kernline::ui
