// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/trace_work.h"

#include "core/model/base/saturating_sum.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace kernline {

namespace {

Message reasonOf(const CallWork& needs, const WorkFigures& figures) {
  return figures.bound() == WorkBound::Communication ? Message(Phrase::tr("communication is not modelled"))
                                                     : needs.reason;
}

/// Adds pieces of work up in rows.
class RowMaker {
 public:
  RowMaker(const Trace& trace, const WorkModel& model, const WorkMeter& meter, const WorkQuery& query)
      : m_trace(trace), m_model(model), m_meter(meter), m_query(query) {}

  void add(const WorkCall& call) {
    std::span<const SpanId> work = m_model.workOf(call);
    std::vector<SpanId> asked;
    if (m_query.range || m_query.among) {
      std::ranges::copy_if(work, std::back_inserter(asked), [&](SpanId one) { return isAsked(one); });
      work = asked;
    }
    if (work.empty()) {
      return;
    }
    if (m_query.by != WorkQuery::By::Work) {
      add(rowOf(call), call, work);
      return;
    }
    for (const SpanId& one : work) {
      const std::uint32_t key = m_query.key->of(one);
      add(rowOf({key, {}, {}, 0, 0}, key < m_query.key->count ? m_query.key->label(key) : std::string_view{}), call,
          std::span(&one, 1));
    }
  }

  TraceWork take() {
    for (std::size_t i = 0; i < m_made.rows.size(); ++i) {
      finish(m_made.rows[i], m_tallies[i]);
    }
    std::ranges::stable_sort(m_made.rows, std::ranges::greater{},
                             [](const WorkRow& row) { return row.figures.kernelTime; });
    return std::move(m_made);
  }

 private:
  struct Tally {
    std::map<StringId, std::int64_t> kernels;
    std::map<const WorkRule*, std::int64_t> rules;
  };
  /// A number, dimensions, types, FLOPs and bytes.
  using Key = std::tuple<std::uint32_t, std::string, std::string, double, double>;

  [[nodiscard]] bool isAsked(SpanId work) const {
    return (!m_query.range || m_query.range->contains(m_trace.start(work))) &&
           (!m_query.among || std::ranges::binary_search(*m_query.among, work));
  }

  std::size_t rowOf(const WorkCall& call) {
    const WorkForm& form = m_model.forms[call.form];
    const auto name = static_cast<std::uint32_t>(form.name);
    return m_query.by == WorkQuery::By::Shape
               ? rowOf({name, form.shape.dims, form.shape.types, form.needs.flops, form.needs.bytes},
                       m_trace.text(form.name))
               : rowOf({name, {}, {}, 0, 0}, m_trace.text(form.name));
  }

  std::size_t rowOf(const Key& key, std::string_view name) {
    const auto [place, isNew] = m_rowOf.try_emplace(key, m_made.rows.size());
    if (isNew) {
      WorkRow row;
      row.name = name;
      row.shape = {.dims = std::get<1>(key), .types = std::get<2>(key)};
      m_made.rows.push_back(std::move(row));
      m_tallies.emplace_back();
    }
    return place->second;
  }

  void add(std::size_t number, const WorkCall& call, std::span<const SpanId> work) {
    const WorkFigures figures = m_meter.of(call, work);
    const CallWork& needs = m_model.needs(call);
    WorkRow& row = m_made.rows[number];
    Tally& tally = m_tallies[number];
    row.figures.add(figures);
    m_made.all.add(figures);
    for (const SpanId one : work) {
      std::int64_t& sum = tally.kernels[m_trace.name(one)];
      sum = saturatingSum(sum, m_trace.duration(one).ns);
      if (row.longest == SpanId::none || m_trace.duration(one) > m_trace.duration(row.longest)) {
        row.longest = one;
      }
    }
    if (needs.rule != nullptr) {
      tally.rules[needs.rule] = saturatingSum(tally.rules[needs.rule], figures.kernelTime.ns);
    } else if (row.reason.isEmpty()) {
      row.reason = reasonOf(needs, figures);
    }
  }

  static void finish(WorkRow& row, const Tally& tally) {
    std::vector<std::pair<std::int64_t, StringId>> kernels;
    for (const auto& [name, time] : tally.kernels) {
      kernels.emplace_back(-time, name);
    }
    std::ranges::sort(kernels);
    for (const auto& [time, name] : kernels) {
      row.kernels.push_back(name);
    }
    if (!tally.rules.empty()) {
      row.rule = std::ranges::max_element(tally.rules, {}, [](const auto& one) { return one.second; })->first;
    }
  }

  const Trace& m_trace;
  const WorkModel& m_model;
  const WorkMeter& m_meter;
  const WorkQuery& m_query;
  std::map<Key, std::size_t> m_rowOf;
  std::vector<Tally> m_tallies;  // by row
  TraceWork m_made;
};

}  // namespace

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
