// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/timeline/match_set.h"
#include "ui/views/timeline/row_id.h"

#include <QObject>

#include <memory>

namespace kernline::ui {

/// The hits of a search, and whether only these are shown: then rows without a hit and other spans are hidden. No part
/// of the arrangement, so they are shown again once the search is over, and while there is no hit at all.
class ShownMatches : public QObject {
  Q_OBJECT

 public:
  /// The hits go with the trace before. Emits no signal: the scene does once it is complete.
  void setTrace(std::shared_ptr<const Trace> trace);
  /// Marked on bars and minimap, while the rest is dimmed; inactive: no search.
  void set(MatchSet hits);
  [[nodiscard]] const MatchSet& hits() const { return m_hits; }

  /// Shows matches only, until the search is over or this is called off.
  void setOnly(bool only);
  [[nodiscard]] bool wantsOnly() const { return m_wantsOnly; }
  [[nodiscard]] bool showsOnly() const { return m_wantsOnly && !m_hits.byStart().empty(); }
  /// Whether the row has no hit, and only hits are shown.
  [[nodiscard]] bool hides(RowId row) const;

 Q_SIGNALS:
  void changed();            ///< other hits
  void onlyChanged();        ///< emitted also for other hits while only they are shown
  void hiddenRowsChanged();  ///< emitted before the other two

 private:
  std::shared_ptr<const Trace> m_trace;
  MatchSet m_hits;
  bool m_wantsOnly = false;
};

}  // namespace kernline::ui
