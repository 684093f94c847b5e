// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/path_notes.h"

#include "core/analysis/activity/profiler_cost.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/figure_marks.h"
#include "ui/kit/style/shown_names.h"

#include <algorithm>

namespace kernline::ui {

TimeRange shownRange(const PathPiece& piece) {
  const TimeRange recorded = piece.recorded;
  return {recorded.end - std::min(recorded.length(), piece.range.length()), recorded.end};
}

PathNotes::PathNotes(const std::vector<PathPiece>& path) {
  for (const PathPiece& piece : path) {
    if (!piece.recorded.isEmpty()) {
      m_pieces.push_back(piece);
      m_sums.add(shownRange(piece), static_cast<std::size_t>(piece.kind));
    }
  }
}

QString PathNotes::problem() const {
  return m_problem.isEmpty() ? QString() : Words::tr("No critical path: %1").arg(coreText(m_problem));
}

const PathPiece* PathNotes::from(Time time) const {
  std::size_t hint = 0;
  return from(time, hint);
}

const PathPiece* PathNotes::from(Time time, std::size_t& hint) const {
  const std::size_t at = m_sums.from(time, hint);
  return at == m_pieces.size() ? nullptr : &m_pieces[at];
}

Expected<std::shared_ptr<const PathNotes>> makePathNotes(const std::shared_ptr<const Trace>& trace,
                                                         const std::stop_token& stop) {
  const std::unexpected<Error> stopped(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  const std::shared_ptr<const Expected<ReplayedRun>> run = causesOf(trace)->replay(stop);
  if (!run) {
    return stopped;
  }
  if (!*run) {
    return std::make_shared<const PathNotes>(run->error().message);
  }
  const std::vector<PathPiece> path = criticalPath(**run, {}, (*run)->run({}, KeptMoments::All, stop), stop);
  if (stop.stop_requested()) {
    return stopped;
  }
  return std::make_shared<const PathNotes>(path);
}

HoverCard describePiece(const Trace& trace, const PathPiece& piece) {
  const FigureMark& mark = markOf(piece.kind);
  HoverCard card{.title = Words::tr("Critical path: %1").arg(mark.name().toLower()), .facts = {}};
  if (piece.span != SpanId::none) {
    card.facts.push_back({piece.kind == PathKind::Gap ? Words::tr("Followed by") : Words::tr("Name"),
                          qt(printable(shownName(trace, piece.span)))});
  }
  if (!isReplayed(trace)) {
    card.facts.push_back({Words::tr("As recorded"), qt(formatDuration(piece.recorded.length()))});
  }
  card.facts.push_back({Words::tr("Without the profiler"), qt(formatDuration(piece.range.length()))});
  card.facts.push_back({Words::tr("Meaning"), mark.definition()});
  return card;
}

}  // namespace kernline::ui
