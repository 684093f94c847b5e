// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/search/hits_table.h"

#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/views/details/span_facts.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <numeric>

namespace kernline::ui {
namespace {

using TracePtr = std::shared_ptr<const Trace>;
using SpansPtr = std::shared_ptr<const std::vector<SpanId>>;

/// The place of each name among all, so that sorting compares numbers; worked out by whoever asks first.
class NamePlaces {
 public:
  explicit NamePlaces(TracePtr trace) : m_trace(std::move(trace)) {}

  [[nodiscard]] double of(StringId name) const {
    std::call_once(m_isMade, [this] { make(); });
    return m_places[index(name)];
  }

 private:
  void make() const {
    std::vector<std::uint32_t> order(m_trace->strings().size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return m_trace->text(StringId{i}); });
    m_places.resize(order.size());
    for (std::uint32_t place = 0; place < order.size(); ++place) {
      m_places[order[place]] = place;
    }
  }

  TracePtr m_trace;
  mutable std::once_flag m_isMade;
  mutable std::vector<std::uint32_t> m_places;
};

/// The columns of texts.
std::vector<TableColumn> textColumns(const TracePtr& trace, const SpansPtr& hits) {
  const auto names = std::make_shared<const NamePlaces>(trace);
  const auto fullName = [trace, hits](std::size_t row) { return qt(trace->nameText((*hits)[row])); };
  const auto placeOfCategory = [trace, hits, names](std::size_t row) {
    const CategoryId category = trace->category((*hits)[row]);
    return category == CategoryId::none ? -1 : names->of(trace->categories()[index(category)]);
  };
  return {
      {.title = Words::tr("Name"),
       .exactTitle = QStringLiteral("Name"),
       .text = [trace, hits](std::size_t row) { return qt(printable(titleOf(*trace, (*hits)[row]).toStdString())); },
       .exact = fullName,
       .tip = fullName,
       .key = [trace, hits, names](std::size_t row) { return names->of(trace->name((*hits)[row])); }},
      {.title = Words::tr("Category"),
       .exactTitle = QStringLiteral("Category"),
       .width = 16,
       .text = [trace, hits](std::size_t row) { return qt(printable(trace->categoryText((*hits)[row]))); },
       .key = placeOfCategory},
      {.title = Words::tr("Track"),
       .exactTitle = QStringLiteral("Track"),
       .width = 36,
       .text = [trace,
                hits](std::size_t row) { return qt(printable(placeInWords(*trace, (*hits)[row]).toStdString())); },
       .key = [trace, hits](std::size_t row) { return static_cast<double>(index(trace->trackOf((*hits)[row]))); }}};
}

}  // namespace

TableRows HitsTable::rows(const TracePtr& trace, const SpansPtr& byStart) {
  TableRows rows{.count = trace && byStart ? byStart->size() : 0, .columns = textColumns(trace, byStart)};
  const auto start = [trace, byStart](std::size_t row) { return trace->start((*byStart)[row]); };
  const auto duration = [trace, byStart](std::size_t row) { return trace->duration((*byStart)[row]); };
  rows.columns.push_back(
      {.title = Words::tr("Start"),
       .exactTitle = QStringLiteral("Start (ns)"),
       .kind = ColumnKind::Place,
       .width = 16,
       .text = [trace, start](std::size_t row) { return qt(formatDuration(start(row) - trace->bounds().begin)); },
       .exact = [start](std::size_t row) { return QString::number(start(row).ns); },
       .key = [trace,
               start](std::size_t row) { return static_cast<double>((start(row) - trace->bounds().begin).ns); }});
  rows.columns.push_back({.title = Words::tr("Duration"),
                          .exactTitle = QStringLiteral("Duration (ns)"),
                          .kind = ColumnKind::Figure,
                          .width = 16,
                          .text = [duration](std::size_t row) { return qt(formatDuration(duration(row))); },
                          .exact = [duration](std::size_t row) { return QString::number(duration(row).ns); },
                          .key = [duration](std::size_t row) { return static_cast<double>(duration(row).ns); }});
  return rows;
}

}  // namespace kernline::ui
