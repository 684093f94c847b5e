// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/recording/span_rows.h"

#include "core/model/base/merge_runs.h"
#include "core/model/base/parallel.h"
#include "core/output/recording/database_pages.h"
#include "core/output/sql/span_columns.h"
#include "core/output/sql/span_order.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

namespace kernline::recording {

namespace {

constexpr std::uint32_t spansAtOnce = 1U << 13U;

/// The column of rows' numbers is stored as NULL.
TableLeaves leavesOf(sql::Model& model, std::uint32_t first, std::uint32_t last) {
  TableLeaves leaves;
  Record record;
  std::string scratch;
  sql::SpanPlace place(model.trace());
  for (std::uint32_t span = first; span < last; ++span) {
    place.moveTo(span);
    const sql::SpanRow row{&model, SpanId{span}, place.track(), place.lane(), &scratch};
    record.clear();
    record.add(sql::Cell{});
    for (const sql::SpanColumn& column : sql::spanColumns().subspan(1)) {
      if (!column.column.isSlow) {
        record.add(column.value(row));
      }
    }
    leaves.add(span, record.bytes());
  }
  leaves.finish();
  return leaves;
}

void addSpans(sql::Model& model, DatabasePages& pages, const std::stop_token& stop) {
  const auto count = static_cast<std::uint32_t>(model.trace().spanCount());
  std::mutex mutex;
  std::map<std::size_t, TableLeaves> waiting;  // leaves that wait for those before them
  std::size_t next = 0;
  parallelFor(defaultThreads(), (count + spansAtOnce - 1) / spansAtOnce, [&](std::size_t part) {
    if (stop.stop_requested()) {
      return;
    }
    const std::uint32_t first = static_cast<std::uint32_t>(part) * spansAtOnce;
    TableLeaves leaves = leavesOf(model, first, std::min(first + spansAtOnce, count));
    const std::scoped_lock lock(mutex);
    waiting.emplace(part, std::move(leaves));
    for (auto at = waiting.find(next); at != waiting.end(); at = waiting.find(++next)) {
      pages.addRows(at->second);
      waiting.erase(at);
    }
  });
}

/// All spans by a number, then their own.
template <typename KeyOf>
std::vector<std::uint32_t> spansBy(std::size_t count, const KeyOf& keyOf) {
  std::vector<std::uint32_t> spans(count);
  std::iota(spans.begin(), spans.end(), 0U);
  mergeRuns(spans, keyOf);
  return spans;
}

template <typename KeyOf>
void addIndex(DatabasePages& pages, std::uint32_t root, const std::vector<std::uint32_t>& spans, const KeyOf& keyOf) {
  pages.addIndex(root, spans.size(), [&](std::size_t i) { return DatabasePages::Entry{keyOf(spans[i]), spans[i]}; });
}

}  // namespace

bool canWriteSpans(const sql::Model& model) {
  for (std::uint32_t track = 0; track < model.trace().tracks().size(); ++track) {
    if (model.stream(TrackId{track}).isText()) {
      return false;
    }
  }
  return true;
}

bool writeSpans(sql::Model& model, const std::string& path, const SpanRoots& roots, const std::stop_token& stop) {
  const Trace& trace = model.trace();
  if (trace.spanCount() == 0) {
    return true;
  }
  model.make(sql::Derived::All);
  DatabasePages pages(path);
  addSpans(model, pages, stop);
  if (stop.stop_requested()) {
    return true;
  }
  pages.finishTable(roots.table);
  const auto startOf = [&](std::uint32_t span) { return trace.starts()[span].ns; };
  const auto offsetOf = [&](std::uint32_t span) { return static_cast<std::int64_t>(trace.offset(SpanId{span})); };
  std::vector<std::uint32_t> byStart;
  std::vector<std::uint32_t> byOffset;
  inParallel([&] { byStart = spansBy(trace.spanCount(), startOf); },
             [&] { byOffset = spansBy(trace.spanCount(), offsetOf); });
  addIndex(pages, roots.starts, byStart, startOf);
  addIndex(pages, roots.offsets, byOffset, offsetOf);
  return pages.finish();
}

}  // namespace kernline::recording
