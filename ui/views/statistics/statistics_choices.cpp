// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/statistics/statistics_choices.h"

#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <array>
#include <cstddef>

namespace kernline::ui {
namespace {

struct KindChoice {
  const char* title;
  SpanKinds kinds;
};
constexpr std::array kindChoices{
    KindChoice{QT_TRANSLATE_NOOP("Words", "GPU work"), SpanKinds::deviceActivities()},
    KindChoice{QT_TRANSLATE_NOOP("Words", "Kernels"), {SpanKind::Kernel}},
    KindChoice{QT_TRANSLATE_NOOP("Words", "Memcpy and memset"), {SpanKind::Memcpy, SpanKind::Memset}},
    KindChoice{QT_TRANSLATE_NOOP("Words", "Runtime calls"), {SpanKind::Runtime}},
    KindChoice{QT_TRANSLATE_NOOP("Words", "Operators"), {SpanKind::Op}},
    KindChoice{QT_TRANSLATE_NOOP("Words", "Python functions"), {SpanKind::PythonFunction}},
    KindChoice{QT_TRANSLATE_NOOP("Words", "Annotations"), {SpanKind::Annotation}},
    KindChoice{QT_TRANSLATE_NOOP("Words", "GPU annotations"), {SpanKind::DeviceAnnotation}},
    KindChoice{QT_TRANSLATE_NOOP("Words", "Everything"), SpanKinds::all()},
};

}  // namespace

QStringList kindTitles() {
  QStringList titles;
  for (const KindChoice& choice : kindChoices) {
    titles << Words::tr(choice.title);
  }
  return titles;
}

SpanKinds kindsChosen(int place) {
  return kindChoices[static_cast<std::size_t>(place)].kinds;
}

QStringList keyTitles() {
  QStringList titles;
  for (const KeyKind& kind : keyKinds()) {
    titles << coreText(kind.title);
  }
  return titles;
}

QStringList filterPrefixes() {
  QStringList prefixes;
  for (const KeyKind& kind : keyKinds()) {
    prefixes << qt(kind.name) + QLatin1Char(':');
  }
  return prefixes;
}

Figures figuresOf(const StatisticsRequest& asked) {
  if (asked.columns != StatisticsColumns::Spans) {
    return {Figure::HostStatistics, Figure::KernelStatistics, Figure::OpAttribution};
  }
  if (asked.by->restsOnCalls) {
    return {Figure::KernelStatistics, Figure::OpAttribution};
  }
  return asked.kinds.contains(SpanKind::Kernel) || asked.kinds.contains(SpanKind::Memcpy)
             ? Figures{Figure::KernelStatistics}
             : Figures{Figure::HostStatistics};
}

}  // namespace kernline::ui
