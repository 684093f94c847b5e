// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/search/trace_search.h"

#include "core/analysis/query/args_search.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace kernline::ui {
namespace {

constexpr int rangePauseMs = 80;
constexpr int scanPauseMs = 120;
constexpr int pausesPerArranging = 3;  // sorting what came in takes at most a third of a worker's time

}  // namespace

/// Shared state in which the workers that read args leave their hits.
struct TraceSearch::Scan {
  std::mutex mutex;
  std::vector<SpanId> hits;

  void add(const std::vector<SpanId>& some) {
    const std::lock_guard lock(mutex);
    hits.insert(hits.end(), some.begin(), some.end());
  }
  [[nodiscard]] std::vector<SpanId> copy() {
    const std::lock_guard lock(mutex);
    return hits;
  }
  [[nodiscard]] std::size_t size() {
    const std::lock_guard lock(mutex);
    return hits.size();
  }
};

TraceSearch::TraceSearch(QObject* parent) : QObject(parent) {
  m_rangeSettled.setSingleShot(true);
  m_rangeSettled.setInterval(rangePauseMs);
  connect(&m_rangeSettled, &QTimer::timeout, this, &TraceSearch::arrange);
  connect(&m_scanTimer, &QTimer::timeout, this, &TraceSearch::followScan);
}

TraceSearch::~TraceSearch() = default;

void TraceSearch::setTrace(std::shared_ptr<const Trace> trace) {
  m_trace = std::move(trace);
  clear();
}

void TraceSearch::setRange(std::optional<TimeRange> range) {
  if (range == m_range) {
    return;
  }
  m_range = range;
  if (m_found) {
    m_rangeSettled.start();
  }
}

void TraceSearch::clear() {
  m_looking = {};
  m_arranging = {};
  m_scanning = {};
  m_scan.reset();
  m_scanTimer.stop();
  m_rangeSettled.stop();
  m_found.reset();
  m_matches = {};
  m_problem.clear();
  m_isCurrent = true;
  Q_EMIT changed();
}

void TraceSearch::look(SearchTerms terms) {
  if (!m_trace || terms.query.text.empty()) {
    clear();
    return;
  }
  m_arranging = {};
  m_scanning = {};
  m_scan.reset();
  m_scanTimer.stop();
  m_rangeSettled.stop();
  m_isCurrent = false;
  m_looking = Job<ArrangedHits>(
      [trace = m_trace, query = terms.query, range = m_range](std::stop_token stop,
                                                              Progress&) -> Expected<ArrangedHits> {
        auto found = search(*trace, query, stop);
        if (!found) {
          return std::unexpected(found.error());
        }
        return arrangeHits(*trace, std::make_shared<const std::vector<SpanId>>(std::move(*found)), range, stop);
      },
      [this, terms](Expected<ArrangedHits> hits) {
        if (hits) {
          m_problem.clear();
          if (terms.inArgs) {
            scanArgs(terms, *hits->found);  // first, so that hits in names do not look like all hits
          }
        }
        takeHits(std::move(hits));
      });
}

void TraceSearch::take(Spans found) {
  clear();
  m_found = std::move(found);
  m_isCurrent = false;
  arrange();
}

void TraceSearch::arrange() {
  m_rangeSettled.stop();
  m_arrangingSince = std::chrono::steady_clock::now();
  m_arrangedOfScan = m_scan ? m_scan->size() : 0;
  m_arranging = Job<ArrangedHits>(
      [trace = m_trace, found = m_found, scan = m_scan, range = m_range](std::stop_token stop, Progress&) {
        return arrangeHits(*trace, scan ? inOrderOfTime(*trace, scan->copy()) : found, range, stop);
      },
      [this](Expected<ArrangedHits> hits) {
        const auto took =
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - m_arrangingSince);
        m_scanTimer.setInterval(std::max(scanPauseMs, static_cast<int>(took.count()) * pausesPerArranging));
        takeHits(std::move(hits));
      });
}

void TraceSearch::takeHits(Expected<ArrangedHits> hits) {
  if (!hits) {
    fail(hits.error());
    return;
  }
  m_found = std::move(hits->found);
  m_matches = std::move(hits->inRange);
  m_isCurrent = true;
  Q_EMIT changed();
}

void TraceSearch::scanArgs(const SearchTerms& terms, const std::vector<SpanId>& ofNames) {
  m_scan = std::make_shared<Scan>();
  m_scan->hits = ofNames;
  m_arrangedOfScan = ofNames.size();
  m_scanTimer.start(scanPauseMs);
  m_scanning = Job<void>(
      [trace = m_trace, query = terms.query, scan = m_scan](std::stop_token stop, Progress& progress) {
        return searchArgs(*trace, query, [&](const std::vector<SpanId>& some) { scan->add(some); }, progress, stop);
      },
      [this](Expected<void> done) {
        m_scanTimer.stop();
        if (!done) {
          m_problem = coreText(done.error().message);
        }
        arrange();
      });
}

/// Hits so far, now and then.
void TraceSearch::followScan() {
  if (!m_arranging.isRunning() && m_scan->size() != m_arrangedOfScan) {
    arrange();
  } else {
    Q_EMIT changed();  // the progress
  }
}

std::optional<double> TraceSearch::progress() const {
  if (!m_scanning.isRunning()) {
    return std::nullopt;
  }
  const std::uint64_t total = m_scanning.progress().bytesTotal;
  return total == 0 ? 0.0 : static_cast<double>(m_scanning.progress().bytesDone) / static_cast<double>(total);
}

void TraceSearch::fail(const Error& error) {
  if (error.kind != Error::Kind::Canceled) {
    m_problem = coreText(error.message);
  }
  m_isCurrent = true;
  Q_EMIT changed();
}

}  // namespace kernline::ui
