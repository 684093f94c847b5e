// SPDX-License-Identifier: GPL-3.0-or-later
// Shows numbers outside of tables as rows and columns.
#include "core/model/format/printable_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/logs/list_grids.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint32_t measurementsBetweenStops = 1 << 12;

/// One run, or one round of it: what holds for it and what was measured.
struct Run {
  ContextId context = ContextId::none;
  std::uint32_t line = 0;
  std::map<std::size_t, const LogMetric*> values;  // keyed by metric
  const LogFailure* failure = nullptr;
};

struct Metric {
  const LogMetric* first = nullptr;
  bool hasError = false;
};

class MeasurementGrid {
 public:
  MeasurementGrid(std::shared_ptr<const Log> log, const LogOutline& outline, OutlineId node)
      : m_outline(outline), m_node(node) {
    m_grid.log = std::move(log);
    m_grid.title = outline[node].title;
  }

  GridPtr make(const std::stop_token& stop) {
    std::uint32_t count = 0;
    for (const std::size_t item : m_outline[m_node].items) {
      if (count++ % measurementsBetweenStops == 0 && stop.stop_requested()) {
        return nullptr;
      }
      addMetric(log().metrics()[item]);
    }
    addFailures();
    std::ranges::stable_sort(m_runs, {}, &Run::line);
    addColumns();
    for (const Run& run : m_runs) {
      addRow(run);
    }
    finishColumns(m_grid);
    return std::make_shared<const LogGrid>(std::move(m_grid));
  }

 private:
  [[nodiscard]] const Log& log() const { return *m_grid.log; }

  /// Returns a key that contexts of the same run share.
  std::string keyOf(ContextId id) const {
    if (id == ContextId::none) {
      return {};
    }
    const LogContext& context = log().context(id);
    return subjectText(log(), context) + '\n' + parameterText(log(), context);
  }

  std::size_t metricOf(const LogMetric& metric) {
    const auto [known, isNew] = m_metricAt.try_emplace({metric.key, metric.quantity, metric.unit}, m_metrics.size());
    if (isNew) {
      m_metrics.push_back({&metric, false});
    }
    m_metrics[known->second].hasError |= metric.error == metric.error;
    return known->second;
  }

  void addMetric(const LogMetric& metric) {
    const std::size_t at = metricOf(metric);
    const auto [known, isNew] = m_runAt.try_emplace(keyOf(metric.context), m_runs.size());
    if (isNew || m_runs[known->second].values.contains(at)) {  // a second value begins another round
      known->second = m_runs.size();
      m_runs.push_back({metric.context, metric.line, {}, nullptr});
    }
    m_runs[known->second].values.emplace(at, &metric);
  }

  void addFailures() {
    const bool isOfAll = m_outline[m_node].kind == OutlineNode::Kind::MemoryFigures;
    const OutlineId section = isOfAll ? outlineRoot : m_outline[m_node].parent;
    for (const OutlineId id : m_outline.below(section)) {
      const OutlineNode& node = m_outline[id];
      if (node.kind != OutlineNode::Kind::Failure) {
        continue;
      }
      const LogFailure& failure = log().failures()[node.item];
      const auto known = m_runAt.find(keyOf(failure.context));
      if (known != m_runAt.end()) {
        m_runs[known->second].failure = &failure;
      } else {
        m_runs.push_back({failure.context, failure.line, {}, &failure});
      }
      m_hasFailures = true;
    }
  }

  void addContextColumns() {
    for (const Run& run : m_runs) {
      if (run.context == ContextId::none) {
        continue;
      }
      const LogContext& context = log().context(run.context);
      m_hasSubjects |= !subjectText(log(), context).empty();
      for (const LogParameter& parameter : context.parameters) {
        if (m_parameterAt.try_emplace(parameter.key, m_parameters.size()).second) {
          m_parameters.push_back(&parameter);
        }
      }
    }
    if (m_hasSubjects) {
      m_grid.nameColumn = m_grid.columns.size();
      m_grid.columns.push_back({.kind = GridColumn::Kind::Text, .title = {}, .name = Words::tr("Run"), .tip = {}});
    }
    for (const LogParameter* parameter : m_parameters) {
      const bool isNumber = std::ranges::all_of(m_runs, [&](const Run& run) { return hasNumber(run, parameter->key); });
      GridColumn column{.kind = isNumber ? GridColumn::Kind::Number : GridColumn::Kind::Text,
                        .title = {},
                        .name = qt(printable(log().text(parameter->name))),
                        .tip = Words::tr("A parameter of the run")};
      column.quantity = Quantity::Number;
      column.isParameter = true;
      m_grid.nameColumn = m_grid.nameColumn.value_or(m_grid.columns.size());
      m_grid.columns.push_back(std::move(column));
    }
  }

  bool hasNumber(const Run& run, StringId key) const {
    const LogParameter* parameter = parameterOf(run, key);
    return parameter == nullptr || parameter->value.hasNumber();
  }

  const LogParameter* parameterOf(const Run& run, StringId key) const {
    if (run.context == ContextId::none) {
      return nullptr;
    }
    const auto& all = log().context(run.context).parameters;
    const auto found = std::ranges::find(all, key, &LogParameter::key);
    return found == all.end() ? nullptr : &*found;
  }

  void addColumns() {
    addContextColumns();
    for (const Metric& metric : m_metrics) {
      GridColumn column;
      column.kind = GridColumn::Kind::Number;
      column.name = coreText(printable(log().text(metric.first->name)));
      column.quantity = metric.first->quantity;
      column.style.unit = qt(printable(log().text(metric.first->unit)));
      if (!m_grid.mainColumn || (column.quantity == Quantity::Time && !m_hasMainTime)) {
        m_grid.mainColumn = m_grid.columns.size();
        m_hasMainTime = column.quantity == Quantity::Time;
      }
      m_grid.columns.push_back(column);
      if (metric.hasError) {
        column.name = QStringLiteral("±");
        column.tip = Words::tr("The error printed after the number");
        column.like = m_grid.columns.size() - 1;
        m_grid.columns.push_back(column);
      }
    }
    if (m_hasFailures) {
      m_grid.columns.push_back({.kind = GridColumn::Kind::Text, .title = {}, .name = Words::tr("Outcome"), .tip = {}});
    }
  }

  void addRow(const Run& run) {
    GridRow row;
    row.line = run.line;
    row.isFailed = run.failure != nullptr;
    if (run.context != ContextId::none) {
      const LogContext& context = log().context(run.context);
      const std::string subject = subjectText(log(), context);
      const std::string parameters = parameterText(log(), context);
      row.name = m_grid.keep(subject + (subject.empty() || parameters.empty() ? "" : " · ") + parameters);
      if (m_hasSubjects) {
        m_grid.cells.push_back({none, m_grid.keep(subject)});
      }
    } else if (m_hasSubjects) {
      m_grid.cells.push_back({});
    }
    for (const LogParameter* parameter : m_parameters) {
      const LogParameter* value = parameterOf(run, parameter->key);
      m_grid.cells.push_back(value == nullptr ? GridCell{}
                                              : GridCell{value->value.number, log().text(value->value.text)});
    }
    addValues(run);
    m_grid.rows.push_back(row);
  }

  void addValues(const Run& run) {
    for (std::size_t i = 0; i < m_metrics.size(); ++i) {
      const auto found = run.values.find(i);
      const LogMetric* value = found == run.values.end() ? nullptr : found->second;
      m_grid.cells.push_back(value == nullptr ? GridCell{}
                                              : GridCell{value->value.number, log().text(value->value.text)});
      if (m_metrics[i].hasError) {
        m_grid.cells.push_back({value == nullptr ? none : value->error, {}});
      }
    }
    if (m_hasFailures) {
      m_grid.cells.push_back(
          {none, run.failure == nullptr
                     ? m_grid.keep(Words::tr("done").toStdString())
                     : m_grid.keep(Words::tr("failed: %1").arg(qt(log().text(run.failure->text))).toStdString())});
    }
  }

  const LogOutline& m_outline;
  OutlineId m_node;
  LogGrid m_grid;
  std::vector<Run> m_runs;
  std::map<std::string, std::size_t> m_runAt;  // the last round of each
  std::vector<Metric> m_metrics;
  std::map<std::tuple<StringId, Quantity, StringId>, std::size_t> m_metricAt;
  std::vector<const LogParameter*> m_parameters;
  std::map<StringId, std::size_t> m_parameterAt;
  bool m_hasSubjects = false;
  bool m_hasFailures = false;
  bool m_hasMainTime = false;
};

}  // namespace

GridPtr makeMeasurementGrid(std::shared_ptr<const Log> log, const LogOutline& outline, OutlineId node,
                            const std::stop_token& stop) {
  return MeasurementGrid(std::move(log), outline, node).make(stop);
}

}  // namespace kernline::ui
