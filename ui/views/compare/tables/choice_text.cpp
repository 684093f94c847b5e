// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/tables/choice_text.h"

#include "core/model/format/printable_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"

#include <algorithm>

namespace kernline::ui {

QString briefly(const std::string& text) {
  constexpr std::size_t maxChoiceName = 40;
  const QString translated = coreText(text);
  return translated != qt(text) ? translated : qt(elided(text, maxChoiceName));
}

QString metricTitle(const Measurements& measurements, std::size_t metric) {
  const Metric& at = measurements.metrics[metric];
  const auto sameNamed = std::ranges::count(measurements.metrics, at.title, &Metric::title);
  return briefly(sameNamed > 1 ? at.title + " (" + at.key + ")" : at.title);
}

}  // namespace kernline::ui
