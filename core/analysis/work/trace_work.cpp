// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/trace_work.h"

#include "core/model/base/saturating_sum.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

/// Part of a row's time that belongs to one thing.
template <typename Thing>
struct PartOfRow {
  std::size_t row = 0;
  Thing thing = {};
  std::int64_t ns = 0;
};

/// Merges parts of the same row and thing, sorted by row. A map for each row would cost more than the rest.
template <typename Thing>
void addUp(std::vector<PartOfRow<Thing>>& parts) {
  std::ranges::sort(parts, std::less{}, [](const auto& part) { return std::pair(part.row, part.thing); });
  std::size_t kept = 0;
  for (const PartOfRow<Thing>& part : parts) {
    if (kept > 0 && parts[kept - 1].row == part.row && parts[kept - 1].thing == part.thing) {
      parts[kept - 1].ns = saturatingSum(parts[kept - 1].ns, part.ns);
    } else {
      parts[kept++] = part;
    }
  }
  parts.resize(kept);
}

/// Adds activities up in rows.
class RowMaker {
 public:
  RowMaker(const Trace& trace, const WorkModel& model, const WorkMeter& meter, const WorkQuery& query)
      : m_trace(trace),
        m_model(model),
        m_meter(meter),
        m_query(query),
        m_counters(trace),
        m_rowOfForm(model.forms.size(), noRow) {
    m_made.isMeasured = !m_counters.isEmpty();
  }

  void add(const WorkCall& call) {
    std::span<const SpanId> activities = m_model.workOf(call);
    std::vector<SpanId> asked;
    if (m_query.range || m_query.among) {
      std::ranges::copy_if(activities, std::back_inserter(asked), [&](SpanId one) { return isAsked(one); });
      activities = asked;
    }
    if (activities.empty()) {
      return;
    }
    if (m_query.by != WorkQuery::By::Work) {
      add(rowOfForm(call.form), call, activities);
      return;
    }
    for (const SpanId& one : activities) {
      add(rowOfKey(m_query.key->of(one)), call, std::span(&one, 1));
    }
  }

  TraceWork take() {
    nameKernels();
    nameRules();
    std::ranges::stable_sort(m_made.rows, std::ranges::greater{},
                             [](const WorkRow& row) { return row.figures.kernelTime; });
    return std::move(m_made);
  }

 private:
  static constexpr std::size_t noRow = std::numeric_limits<std::size_t>::max();

  [[nodiscard]] bool isAsked(SpanId activity) const {
    return (!m_query.range || m_query.range->contains(m_trace.start(activity))) &&
           (!m_query.among || std::ranges::binary_search(*m_query.among, activity));
  }

  std::size_t rowOfForm(std::uint32_t number) {
    std::size_t& row = m_rowOfForm[number];
    if (row == noRow) {
      const WorkForm& form = m_model.forms[number];
      const bool byShape = m_query.by == WorkQuery::By::Shape;
      const InputShapes::Shape shape = byShape ? form.shape : InputShapes::Shape{};
      const auto [place, isNew] = m_rowOf.try_emplace(
          {form.name, shape.dims, shape.types, byShape ? form.needs.flops : 0, byShape ? form.needs.bytes : 0},
          m_made.rows.size());
      row = place->second;
      if (isNew) {
        addRow(form.name, shape);
      }
    }
    return row;
  }

  std::size_t rowOfKey(std::uint32_t key) {
    const auto [place, isNew] = m_rowOfKey.try_emplace(key, m_made.rows.size());
    if (isNew) {
      addRow(key < m_query.key->count ? m_query.key->label(key) : std::string_view{}, {});
    }
    return place->second;
  }

  void addRow(std::string_view name, const InputShapes::Shape& shape) {
    WorkRow row;
    row.name = name;
    row.shape = shape;
    m_made.rows.push_back(std::move(row));
  }

  void add(std::size_t number, const WorkCall& call, std::span<const SpanId> activities) {
    const WorkFigures figures = m_meter.of(call, activities);
    const CallWork& needs = m_model.needs(call);
    WorkRow& row = m_made.rows[number];
    row.figures.add(figures);
    m_made.all.add(figures);
    if (m_query.measured != nullptr) {
      row.ncu.add(m_trace, *m_query.measured, activities);
    }
    for (const SpanId one : activities) {
      m_counters.add(one, row.measured);
      m_kernels.push_back({.row = number, .thing = m_trace.name(one), .ns = m_trace.duration(one).ns});
      if (row.longest == SpanId::none || m_trace.duration(one) > m_trace.duration(row.longest)) {
        row.longest = one;
      }
    }
    if (needs.rule != nullptr) {
      m_rules.push_back({.row = number, .thing = needs.rule, .ns = figures.kernelTime.ns});
    } else if (row.reason.isEmpty()) {
      row.reason = needs.reason;
    }
  }

  /// Names the kernels of rows, by time.
  void nameKernels() {
    addUp(m_kernels);
    std::ranges::sort(m_kernels, {}, [](const auto& part) { return std::tuple(part.row, -part.ns, part.thing); });
    for (const auto& [row, name, ns] : m_kernels) {
      m_made.rows[row].kernels.push_back(name);
    }
  }

  /// Names the rule with most of the time, the first in its file among equals.
  void nameRules() {
    addUp(m_rules);
    std::ranges::sort(m_rules, std::ranges::greater{}, [](const auto& part) {
      return std::pair(part.ns, -static_cast<std::int64_t>(part.thing->line));
    });
    for (const auto& [row, rule, ns] : m_rules) {
      const WorkRule*& first = m_made.rows[row].rule;
      first = first == nullptr ? rule : first;
    }
  }

  const Trace& m_trace;
  const WorkModel& m_model;
  const WorkMeter& m_meter;
  const WorkQuery& m_query;
  WorkCounters m_counters;
  std::vector<std::size_t> m_rowOfForm;
  /// Rows by name, dimensions, types, FLOPs and bytes: forms in one row differ in no shown figure.
  std::map<std::tuple<std::string, std::string, std::string, double, double>, std::size_t> m_rowOf;
  std::unordered_map<std::uint32_t, std::size_t> m_rowOfKey;
  std::vector<PartOfRow<StringId>> m_kernels;
  std::vector<PartOfRow<const WorkRule*>> m_rules;
  TraceWork m_made;
};

}  // namespace

std::optional<double> measuredIntensity(const WorkRow& row) {
  const std::optional<double> flops = row.figures.flopsPerSecond();
  const std::optional<double> bytes = row.measured.dramBytesPerSecond();
  const bool isWhole = row.figures.modeledCount == row.figures.count && row.figures.flops > 0;
  return isWhole && flops && bytes && *bytes > 0 ? std::optional(*flops / *bytes) : std::nullopt;
}

TraceWork traceWork(const Trace& trace, const WorkModel& model, const WorkMeter& meter, const WorkQuery& query,
                    const std::stop_token& stop) {
  RowMaker rows(trace, model, meter, query);
  for (const WorkCall& call : model.calls) {
    if (stop.stop_requested()) {
      return {};
    }
    rows.add(call);
  }
  return rows.take();
}

}  // namespace kernline
