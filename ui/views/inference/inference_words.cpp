// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/inference/inference_words.h"

#include "core/analysis/steps/step_title.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"

#include <QStringList>

#include <cmath>

namespace kernline::ui {

QString kindText(InferenceKind kind) {
  switch (kind) {
    case InferenceKind::Prefill:
      return Words::tr("Prefill");
    case InferenceKind::Decode:
      return Words::tr("Decode");
    case InferenceKind::Mixed:
      break;
  }
  return Words::tr("Mixed");
}

QString countOrNothing(const std::optional<std::int64_t>& count) {
  return count ? countText(static_cast<std::uint64_t>(*count)) : QString();
}

QString extentText(const std::optional<Extent>& extent) {
  if (!extent) {
    return {};
  }
  return extent->least == extent->most
             ? countOrNothing(extent->least)
             : QStringLiteral("%1–%2").arg(countOrNothing(extent->least), countOrNothing(extent->most));
}

QString perTokenText(const std::optional<double>& ns) {
  return ns ? qt(formatDuration({std::llround(*ns)})) : QString();
}

/// Four lines: the chart is low.
HoverCard iterationCard(const InferenceTable& table, std::size_t step) {
  const InferenceIteration& iteration = table.iteration(step);
  constexpr qsizetype maxTitle = 40;
  QString name = qt(stepTitle(*table.trace, table.steps[step].step));
  if (name.size() > maxTitle) {
    name = name.first(maxTitle - 1) + QChar(0x2026);
  }
  const QString duration = qt(formatDuration(table.duration(step)));
  const QString perToken = perTokenText(table.perToken(step));
  HoverCard card{.title = name, .facts = {}};
  card.facts.push_back({kindText(iteration.kind),
                        perToken.isEmpty() ? duration : Words::tr("%1, %2 per token").arg(duration, perToken)});
  card.facts.push_back({Words::tr("GPU"), Words::tr("%1, idle %2")
                                              .arg(qt(formatDuration(table.steps[step].device)),
                                                   qt(formatDuration(table.steps[step].idle)))});
  QStringList batch;
  if (iteration.requests) {
    batch << counted(static_cast<std::uint64_t>(*iteration.requests), Words::tr("%1 request"),
                     Words::tr("%1 requests"));
  }
  if (iteration.tokens) {
    batch << counted(static_cast<std::uint64_t>(*iteration.tokens), Words::tr("%1 token"), Words::tr("%1 tokens"));
  }
  if (!batch.isEmpty()) {
    card.facts.push_back({Words::tr("Batch"), batch.join(QStringLiteral(" · "))});
  }
  if (const QString length = countOrNothing(kvPerRequest(iteration)); !length.isEmpty()) {
    card.facts.push_back({Words::tr("KV length"), length});
  }
  return card;
}

}  // namespace kernline::ui
