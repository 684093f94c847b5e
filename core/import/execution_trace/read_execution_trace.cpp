// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/execution_trace/read_execution_trace.h"

#include "core/import/execution_trace/execution_nodes.h"
#include "core/import/load_options.h"
#include "core/import/source/whole_text.h"
#include "core/model/log/log_builder.h"
#include "core/model/log/made_titles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kernline {

namespace {

using execution::ExecutionNode;
using execution::NodeValue;

constexpr std::string_view ownNodes = "[pytorch|profiler|execution_trace|";  // threads and the process
constexpr std::size_t maxCalls = 2'000'000;                                  // further calls are only counted

/// Returns "[512, 1024]" of "[512,1024]"; empty if the value is no tensor.
std::string shapeText(const NodeValue& value) {
  const bool hasShape = value.type.contains("Tensor(");
  std::string text;
  for (const char c : hasShape ? value.shape : std::string_view{}) {
    text += c;
    text += c == ',' ? " " : "";
  }
  return text;
}

/// Joins the texts of the values; empty ones at the end are left off.
template <typename TextOf>
std::string joinedTexts(const std::vector<NodeValue>& values, TextOf textOf) {
  std::string joined;
  std::size_t end = 0;
  for (const NodeValue& value : values) {
    joined += (&value == &values.front() ? "" : "; ") + std::string{textOf(value)};
    end = joined.ends_with(' ') || joined.empty() ? end : joined.size();
  }
  joined.resize(end);
  return joined;
}

std::string_view typeOf(const NodeValue& value) {
  return value.type;
}

class ExecutionTables {
 public:
  ExecutionTables(LogBuilder& log, ContextId context) : m_log(log), m_context(context) {
    m_calls.title = log.intern(made_titles::operatorCalls);
    for (const std::string_view name : {"Operator", "Input shapes", "Input types", "Output shapes", "Output types"}) {
      m_calls.columns.push_back({.name = log.intern(name)});
    }
    for (const std::string_view name : {"Node", "Called by", "Thread", "Record function id", "Sequence number"}) {
      m_calls.columns.push_back({.name = log.intern(name)});  // numbers that name something and measure no quantity
    }
    m_calls.columns.push_back({.name = log.intern("Schema")});
    m_calls.columns.front().role = ColumnRole::Name;
    m_byName.title = log.intern(made_titles::operators);
    m_byName.columns = {log.column("Operator", Quantity::Text, ColumnRole::Name),
                        log.column("Calls", Quantity::Count, ColumnRole::Calls),
                        log.column("Input shapes", Quantity::Text, ColumnRole::None),
                        log.column("Input types", Quantity::Text, ColumnRole::None)};
  }

  void add(const ExecutionNode& node) {
    if (node.name.starts_with(ownNodes)) {
      return;
    }
    if (m_calls.rows.size() == maxCalls) {
      m_log.addIssue(LogIssueKind::TooManyRows, 0);
      return;
    }
    const std::string shapes = joinedTexts(node.inputs, shapeText);
    const std::string types = joinedTexts(node.inputs, typeOf);
    for (const std::string& text :
         {node.name, shapes, types, joinedTexts(node.outputs, shapeText), joinedTexts(node.outputs, typeOf)}) {
      m_calls.cells.push_back({.text = m_log.intern(text)});
    }
    for (const std::int64_t number : {node.id, node.parent, node.thread, node.recordFunction, node.sequence}) {
      addNumber(m_calls, number);
    }
    m_calls.cells.push_back({.text = m_log.intern(node.schema)});
    m_calls.rows.push_back({.kind = RowKind::Operator});
    ++counted(node.name + '\0' + shapes + '\0' + types, node, shapes, types).calls;
  }

  [[nodiscard]] bool isEmpty() const { return m_calls.rows.empty(); }

  void finish() {
    std::ranges::stable_sort(m_counts, std::greater{}, &Count::calls);
    for (const Count& count : m_counts) {
      m_byName.cells.push_back({.text = count.name});
      m_byName.cells.push_back(
          {.number = static_cast<double>(count.calls), .text = m_log.intern(fmt::format("{}", count.calls))});
      m_byName.cells.push_back({.text = count.shapes});
      m_byName.cells.push_back({.text = count.types});
      m_byName.rows.push_back({.kind = RowKind::Operator});
    }
    m_byName.context = m_calls.context = m_context;
    m_log.addTable(std::move(m_byName));
    m_log.addTable(std::move(m_calls));
  }

 private:
  struct Count {
    StringId name;
    StringId shapes;
    StringId types;
    std::uint64_t calls = 0;
  };

  Count& counted(std::string key, const ExecutionNode& node, const std::string& shapes, const std::string& types) {
    const auto [known, isNew] = m_numbers.try_emplace(std::move(key), m_counts.size());
    if (isNew) {
      m_counts.push_back({m_log.intern(node.name), m_log.intern(shapes), m_log.intern(types)});
    }
    return m_counts[known->second];
  }

  void addNumber(LogTable& table, std::int64_t number) {
    table.cells.push_back(
        {.text = number == ExecutionNode::none ? StringId::empty : m_log.intern(fmt::format("{}", number))});
  }

  LogBuilder& m_log;
  ContextId m_context;
  LogTable m_calls;
  LogTable m_byName;
  std::vector<Count> m_counts;
  std::unordered_map<std::string, std::size_t> m_numbers;
};

void addHead(LogBuilder& log, ContextId context, std::string_view json) {
  const execution::ExecutionHead head = execution::executionHead(json);
  const std::pair<std::string_view, std::string_view> settings[] = {{"Execution trace schema", head.schema},
                                                                    {"Process", head.pid}};
  for (const auto& [name, value] : settings) {
    if (!value.empty()) {
      log.addSetting({.context = context, .name = log.intern(name), .value = {.text = log.intern(value)}});
    }
  }
}

/// Returns false if stopped.
bool addExecutionTrace(LogBuilder& log, std::string_view json, const std::stop_token& stop) {
  const ContextId context = log.addContext({});
  addHead(log, context, json);
  ExecutionTables tables(log, context);
  const bool isWhole = execution::eachNode(json, [&](std::string_view text) {
    const ExecutionNode node = execution::executionNode(text);
    if (node.id == ExecutionNode::none || node.name.empty()) {
      log.addIssue(LogIssueKind::DamagedInput, 0, text);
    } else {
      tables.add(node);
    }
    return !stop.stop_requested();
  });
  if (!isWhole) {
    log.addIssue(LogIssueKind::DamagedInput, 0);
  }
  if (!tables.isEmpty()) {
    tables.finish();
  }
  return !stop.stop_requested();
}

}  // namespace

Expected<std::shared_ptr<const Log>> readExecutionTrace(Input& input, const std::stop_token& stop, Progress& progress) {
  auto text = wholeText(input);
  if (!text) {
    return std::unexpected(std::move(text.error()));
  }
  progress.stage = Progress::Stage::Reading;
  LogBuilder log;
  log.setSource(input.path, input.container.empty() ? "execution trace" : "execution trace, " + input.container,
                input.storedBytes, nullptr);
  if ((*text)->damage) {
    log.addIssue(LogIssueKind::DamagedInput, 0, *(*text)->damage);
  }
  if (!addExecutionTrace(log, (*text)->view, stop)) {
    return loadingCanceled(input.path);
  }
  if (log.tables().empty()) {
    return std::unexpected(
        Error{Error::Kind::NotATrace, Phrase::tr("%1: the execution trace has no operators").with(input.path)});
  }
  return log.build();
}

std::shared_ptr<const Log> readExecutionTraceText(std::string_view json) {
  LogBuilder log;
  log.setSource("-", "execution trace", json.size(), nullptr);
  addExecutionTrace(log, json, {});
  return log.build();
}

}  // namespace kernline
