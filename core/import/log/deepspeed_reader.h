// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/log/module_profile.h"
#include "core/import/log/open_table.h"
#include "core/import/log/scope.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::logs {

/// Reads what DeepSpeed's FLOPs profiler prints, from its title to the ruler behind it:
///
/// | part | becomes |
/// |---|---|
/// | `batch size per GPU: 80`, and the sizes of the world | parameters of all that follows |
/// | `fwd MACs per GPU: 3139.93 G`, `fwd latency: 76.67 ms`, … | measurements |
/// | `depth 1:` and `MACs - {'BertModel': '3092.96 GMACs', …}` | a table of kinds of modules by depth |
/// | `(bert): BertModel(` and figures below or behind it | a table with a row a module, named as named_modules() does |
///
/// Modules that it shortened to "(...)" have no row. A module with figures of which some are missing is counted as a
/// torn row.
class DeepSpeedReader {
 public:
  explicit DeepSpeedReader(LogBuilder& log) : m_log(log) {}

  /// Whether the line is one of its own.
  bool take(const SourceLine& line, Scope& scope);
  void finish();
  [[nodiscard]] bool isOpen() const { return m_part != Part::None; }

 private:
  enum class Part : std::uint8_t { None, Summary, ByDepth, Modules };

  bool takeHeading(const SourceLine& line, Scope& scope);
  bool takeSummary(const SourceLine& line, Scope& scope);
  bool takeDepth(const SourceLine& line);
  bool takeModule(const SourceLine& line);
  void addModule(const ModuleProfile& profile, const SourceLine& line);
  void beginTable(const SourceLine& line, std::string_view title, Scope& scope);
  void closeTable();
  LogCell figureCell(ModuleFigure figure, std::string_view text);

  LogBuilder& m_log;
  Part m_part = Part::None;
  std::uint32_t m_level = 0;  // level of the title's section
  std::size_t m_others = 0;   // lines of something else, since the last one of its own

  std::optional<LogTable> m_table;
  std::string m_depth;
  std::map<std::pair<std::string, std::string>, std::size_t> m_rowOf;  // keyed by depth and kind

  struct Module {
    std::size_t indent = 0;
    std::string name;
    std::string kind;
  };
  std::vector<Module> m_path;
};

}  // namespace kernline::logs
