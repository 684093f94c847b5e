// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/logs/log_outline.h"

#include "core/analysis/memory/log_memory.h"
#include "core/model/format/printable_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/logs/table_grid.h"

#include <QFileInfo>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace kernline::ui {
namespace {

QString shown(std::string_view text) {
  return qt(printable(text));
}

class OutlineMaker {
 public:
  explicit OutlineMaker(const Log& log) : m_log(log) {
    m_outline.nodes.push_back({.kind = OutlineNode::Kind::Root, .title = Words::tr("Contents"), .line = 1});
  }

  std::shared_ptr<const LogOutline> make() {
    addTables();
    addNumbers();
    addFailures();
    addFiles();
    sortByLine(outlineRoot);
    addMemory();
    OutlineNode text{.kind = OutlineNode::Kind::Text, .title = Words::tr("Text"), .count = m_log.lineCount()};
    text.line = 1;
    append(outlineRoot, std::move(text));
    return std::make_shared<const LogOutline>(std::move(m_outline));
  }

 private:
  OutlineId append(OutlineId parent, OutlineNode node) {
    const OutlineId id = m_outline.nodes.size();
    node.parent = parent;
    m_outline.nodes.push_back(std::move(node));
    m_outline.nodes[parent].children.push_back(id);
    return id;
  }

  /// Returns the group of that name, made on first use.
  OutlineId group(OutlineId parent, OutlineNode::Kind kind, std::string_view title, std::uint32_t line) {
    const auto [known, isNew] = m_groups.try_emplace({parent, kind, std::string{title}}, 0);
    if (isNew) {
      known->second = append(parent, {.kind = kind, .title = shown(title), .line = line});
    }
    OutlineNode& node = m_outline.nodes[known->second];
    node.line = std::min(node.line, line);
    return known->second;
  }

  OutlineId sectionNode(SectionId id) {
    if (id == SectionId::none) {
      return outlineRoot;
    }
    const auto known = m_sections.find(id);
    if (known != m_sections.end()) {
      return known->second;
    }
    const LogSection& section = m_log.section(id);
    const OutlineId parent = sectionNode(section.parent);
    const OutlineId node = append(
        parent, {.kind = OutlineNode::Kind::Section, .title = shown(m_log.text(section.title)), .line = section.line});
    m_sections.emplace(id, node);
    return node;
  }

  OutlineId placeOf(ContextId id, std::uint32_t line) {
    if (id == ContextId::none) {
      return outlineRoot;
    }
    const LogContext& context = m_log.context(id);
    OutlineId place = sectionNode(context.section);
    const std::string subject = subjectText(m_log, context);
    if (const std::string parameters = parameterText(m_log, context); !parameters.empty()) {
      place = group(place, OutlineNode::Kind::Parameters, parameters, line);
    }
    const bool isNamedAlready = m_outline.nodes[place].title == shown(subject);
    return subject.empty() || isNamedAlready ? place : group(place, OutlineNode::Kind::Subject, subject, line);
  }

  OutlineId sectionOf(ContextId id) {
    return id == ContextId::none ? outlineRoot : sectionNode(m_log.context(id).section);
  }

  /// A title that says only whose table it is would say so twice.
  QString titleOf(const LogTable& table) const {
    const QString title = tableTitle(m_log, table);
    const QString subject =
        table.context == ContextId::none ? QString() : shown(m_log.text(m_log.context(table.context).subject));
    return !subject.isEmpty() && title.contains(subject) ? tableKindName(table) : title;
  }

  void addTables() {
    for (std::size_t i = 0; i < m_log.tables().size(); ++i) {
      const LogTable& table = m_log.tables()[i];
      append(placeOf(table.context, table.firstLine), {.kind = OutlineNode::Kind::Table,
                                                       .title = titleOf(table),
                                                       .count = table.rows.size(),
                                                       .item = i,
                                                       .line = table.firstLine});
    }
  }

  void addTo(OutlineNode::Kind kind, const QString& title, ContextId context, std::size_t item, std::uint32_t line) {
    OutlineNode& node = m_outline.nodes[group(sectionOf(context), kind, title.toStdString(), line)];
    node.items.push_back(item);
    ++node.count;
  }

  void addNumbers() {
    for (std::size_t i = 0; i < m_log.metrics().size(); ++i) {
      const LogMetric& metric = m_log.metrics()[i];
      addTo(OutlineNode::Kind::Measurements, Words::tr("Measurements"), metric.context, i, metric.line);
    }
    for (std::size_t i = 0; i < m_log.settings().size(); ++i) {
      const LogSetting& setting = m_log.settings()[i];
      addTo(OutlineNode::Kind::Settings, setting.isMachine ? Words::tr("Machine") : Words::tr("Settings"),
            setting.context, i, setting.line);
    }
  }

  void addFailures() {
    for (std::size_t i = 0; i < m_log.failures().size(); ++i) {
      const LogFailure& failure = m_log.failures()[i];
      OutlineId node = append(placeOf(failure.context, failure.line),
                              {.kind = OutlineNode::Kind::Failure,
                               .title = Words::tr("Failed: %1").arg(shown(m_log.text(failure.text))),
                               .item = i,
                               .line = failure.line});
      for (; node != outlineRoot; node = m_outline.nodes[node].parent) {
        m_outline.nodes[node].hasFailure = true;
      }
    }
  }

  void addFiles() {
    for (std::size_t i = 0; i < m_log.files().size(); ++i) {
      const LoggedFile& file = m_log.files()[i];
      append(placeOf(file.context, file.line), {.kind = OutlineNode::Kind::File,
                                                .title = QFileInfo(shown(m_log.text(file.path))).fileName(),
                                                .item = i,
                                                .line = file.line});
    }
  }

  void addMemory() {
    const LogMemory memory = logMemory(m_log);
    std::size_t rows = 0;
    for (const TableMemory& table : memory.tables) {
      rows += table.rows.size();
    }
    if (memory.figures.empty() && rows == 0) {
      return;
    }
    const OutlineId group =
        append(outlineRoot, {.kind = OutlineNode::Kind::Memory, .title = Words::tr("Memory"), .line = 1});
    if (!memory.figures.empty()) {
      append(group, {.kind = OutlineNode::Kind::MemoryFigures,
                     .title = Words::tr("Printed figures"),
                     .count = memory.figures.size(),
                     .items = {memory.figures.begin(), memory.figures.end()},
                     .line = m_log.metrics()[memory.figures.front()].line});
    }
    if (rows > 0) {
      append(group, {.kind = OutlineNode::Kind::MemoryRows,
                     .title = Words::tr("By operator"),
                     .count = rows,
                     .line = m_log.tables()[memory.tables.front().table].firstLine});
    }
  }

  void sortByLine(OutlineId id) {
    std::ranges::stable_sort(m_outline.nodes[id].children, {},
                             [this](OutlineId child) { return std::pair(m_outline.nodes[child].line, child); });
    for (const OutlineId child : m_outline.nodes[id].children) {
      sortByLine(child);
    }
  }

  const Log& m_log;
  LogOutline m_outline;
  std::map<SectionId, OutlineId> m_sections;
  std::map<std::tuple<OutlineId, OutlineNode::Kind, std::string>, OutlineId> m_groups;
};

bool isProfile(const Log& log, const OutlineNode& node) {
  return node.kind == OutlineNode::Kind::Table && log.tables()[node.item].kind != TableKind::Generic;
}

/// Whether one of `items` is in `line`; they are in the order of the log.
template <typename Things>
bool holdsLine(const Things& things, const std::vector<std::size_t>& items, std::uint32_t line) {
  const auto found = std::ranges::lower_bound(items, line, {}, [&](std::size_t item) { return things[item].line; });
  return found != items.end() && things[*found].line == line;
}

bool holdsLine(const Log& log, const OutlineNode& node, std::uint32_t line) {
  switch (node.kind) {
    case OutlineNode::Kind::Table:
      return line >= log.tables()[node.item].firstLine && line <= log.tables()[node.item].lastLine;
    case OutlineNode::Kind::Measurements:
      return holdsLine(log.metrics(), node.items, line);
    case OutlineNode::Kind::Settings:
      return holdsLine(log.settings(), node.items, line);
    case OutlineNode::Kind::Failure:
    case OutlineNode::Kind::File:
      return node.line == line;
    default:
      return false;
  }
}

}  // namespace

std::string parameterText(const Log& log, const LogContext& context) {
  std::string text;
  const auto& all = context.parameters;
  for (auto parameter = all.begin(); parameter != all.end(); ++parameter) {
    const bool isStated = std::any_of(all.begin(), parameter, [&](const LogParameter& before) {
      return before.key == parameter->key && before.value.text == parameter->value.text;
    });
    if (!isStated) {  // a heading and a line below it often say the same
      text += text.empty() ? "" : ", ";
      text += log.text(parameter->name);
      text += " = ";
      text += log.text(parameter->value.text);
    }
  }
  return text;
}

std::string subjectText(const Log& log, const LogContext& context) {
  std::string text{log.text(context.subject)};
  if (context.rank >= 0) {
    text += (text.empty() ? "rank " : " · rank ") + std::to_string(context.rank);
  } else if (text.empty()) {
    text = log.text(context.prefix);
  }
  return text;
}

QString LogOutline::path(OutlineId id) const {
  QString path;
  for (; id != outlineRoot && id != noOutline; id = nodes[id].parent) {
    path = nodes[id].title + (path.isEmpty() ? QString() : QStringLiteral(" › ") + path);
  }
  return path;
}

QString LogOutline::heading(OutlineId id) const {
  const OutlineId parent = nodes[id].parent;
  const bool repeats = parent != outlineRoot && parent != noOutline && nodes[parent].title == nodes[id].title;
  return path(repeats ? parent : id);
}

std::vector<OutlineId> LogOutline::below(OutlineId id) const {
  std::vector<OutlineId> all{id};
  for (const OutlineId child : nodes[id].children) {
    std::ranges::copy(below(child), std::back_inserter(all));
  }
  return all;
}

OutlineId LogOutline::find(const QString& text) const {
  const std::vector<OutlineId> all = below(outlineRoot);
  const auto found =
      std::ranges::find_if(all, [&](OutlineId id) { return path(id).contains(text, Qt::CaseInsensitive); });
  return found == all.end() ? noOutline : *found;
}

OutlineId LogOutline::nodeAt(const Log& log, std::uint32_t line) const {
  for (OutlineId id = 0; id < nodes.size(); ++id) {
    if (holdsLine(log, nodes[id], line)) {
      return id;
    }
  }
  return noOutline;
}

OutlineId LogOutline::first(const Log& log) const {
  const std::vector<OutlineId> all = below(outlineRoot);
  const auto profile = std::ranges::find_if(all, [&](OutlineId id) { return isProfile(log, nodes[id]); });
  if (profile != all.end()) {
    return *profile;
  }
  for (const auto kind : {OutlineNode::Kind::Table, OutlineNode::Kind::Measurements}) {
    const auto found = std::ranges::find_if(all, [&](OutlineId id) { return nodes[id].kind == kind; });
    if (found != all.end()) {
      return *found;
    }
  }
  return log.isEmpty() ? nodes[outlineRoot].children.back() : outlineRoot;
}

std::shared_ptr<const LogOutline> makeOutline(const Log& log) {
  return OutlineMaker(log).make();
}

}  // namespace kernline::ui
