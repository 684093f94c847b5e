// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/ranks/heat_words.h"

#include "core/compare/runs/run_text.h"
#include "core/model/format/printable_text.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/qt_text.h"
#include "ui/kit/language/words.h"
#include "ui/kit/style/figure_marks.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::ui {
namespace {

/// Names of groups in programs: PyTorch's device meshes, Megatron, DeepSpeed.
constexpr std::array<std::pair<std::string_view, const char*>, 12> parallelKinds{{
    {"tp", QT_TRANSLATE_NOOP("Words", "Tensor parallel")},
    {"tensor", QT_TRANSLATE_NOOP("Words", "Tensor parallel")},
    {"pp", QT_TRANSLATE_NOOP("Words", "Pipeline parallel")},
    {"pipeline", QT_TRANSLATE_NOOP("Words", "Pipeline parallel")},
    {"dp", QT_TRANSLATE_NOOP("Words", "Data parallel")},
    {"data", QT_TRANSLATE_NOOP("Words", "Data parallel")},
    {"fsdp", QT_TRANSLATE_NOOP("Words", "Data parallel")},
    {"ddp", QT_TRANSLATE_NOOP("Words", "Data parallel")},
    {"ep", QT_TRANSLATE_NOOP("Words", "Expert parallel")},
    {"expert", QT_TRANSLATE_NOOP("Words", "Expert parallel")},
    {"cp", QT_TRANSLATE_NOOP("Words", "Context parallel")},
    {"context", QT_TRANSLATE_NOOP("Words", "Context parallel")},
}};

/// The figures of accounts, as the core calls them.
constexpr std::array<const char*, 8> figureWords{
    QT_TRANSLATE_NOOP("Words", "busy"),          QT_TRANSLATE_NOOP("Words", "compute"),
    QT_TRANSLATE_NOOP("Words", "communication"), QT_TRANSLATE_NOOP("Words", "exposed"),
    QT_TRANSLATE_NOOP("Words", "waiting"),       QT_TRANSLATE_NOOP("Words", "transferring"),
    QT_TRANSLATE_NOOP("Words", "idle"),          QT_TRANSLATE_NOOP("Words", "median step")};

QString figureText(std::string_view name) {
  const auto known = std::ranges::find(figureWords, name, [](const char* word) { return std::string_view(word); });
  return known == figureWords.end() ? qt(name) : Words::tr(*known);
}

/// Whether `kind` has `word` between characters that are no letters: "mesh_tp", "TENSOR_MODEL_PARALLEL_GROUP".
bool hasWord(std::string_view kind, std::string_view word) {
  const auto lower = [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); };
  const auto isLetter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t i = 0; i + word.size() <= kind.size(); ++i) {
    const bool isAlone =
        (i == 0 || !isLetter(kind[i - 1])) && (i + word.size() == kind.size() || !isLetter(kind[i + word.size()]));
    if (isAlone && std::ranges::equal(kind.substr(i, word.size()), word, {}, lower)) {
      return true;
    }
  }
  return false;
}

}  // namespace

QString titleOf(const HeatSubject& subject) {
  if (const auto* counter = std::get_if<HeatCounter>(&subject)) {
    const QString name = qt(printable(counter->name));
    return counter->unit.empty() ? name : QStringLiteral("%1 (%2)").arg(name, qt(printable(counter->unit)));
  }
  const HeatMetric metric = std::get<HeatMetric>(subject);
  if (const auto cause = causeOf(metric)) {
    return Words::tr("Idle: %1").arg(coreText(shownName(*cause)));
  }
  switch (metric) {
    case HeatMetric::StepTime:
      return Words::tr("Step time");
    case HeatMetric::Compute:
      return Words::tr("Compute");
    case HeatMetric::Exposed:
      return Words::tr("Exposed communication");
    case HeatMetric::Waiting:
      return Words::tr("Waiting");
    case HeatMetric::Late:
      return Words::tr("Lateness");
    case HeatMetric::Bandwidth:
      return Words::tr("Bus bandwidth");
    case HeatMetric::Idle:
      return Words::tr("Idle");
    case HeatMetric::Pipeline:
      return Words::tr("Pipeline waiting");
    case HeatMetric::Experts:
      return Words::tr("Excess all-to-all bytes");
    case HeatMetric::ExpertLoad:
      return Words::tr("Expert load");
    default:
      return Words::tr("Peak memory");
  }
}

QString definitionOf(const HeatSubject& subject) {
  if (std::holds_alternative<HeatCounter>(subject)) {
    return Words::tr("Mean of the counter during the step, weighted by time.");
  }
  const HeatMetric metric = std::get<HeatMetric>(subject);
  if (const auto cause = causeOf(metric)) {
    return markOf(*cause).definition();
  }
  switch (metric) {
    case HeatMetric::StepTime:
      return Words::tr("Length of the step on the host.");
    case HeatMetric::Compute:
      return Words::tr("Device time of the step's work, without exposed communication.");
    case HeatMetric::Exposed:
      return Words::tr("Communication of the step that no other kernel hides.");
    case HeatMetric::Waiting:
      return Words::tr("In the step's collectives, until the last rank starts.");
    case HeatMetric::Late:
      return Words::tr("Delay behind the second-to-last rank, in collectives where this rank is last.");
    case HeatMetric::Bandwidth:
      return Words::tr("Bus bandwidth of the step's collectives, from the last start to the last end. Low is bad.");
    case HeatMetric::Idle:
      return Words::tr("Idle time of the devices during the step.");
    case HeatMetric::Pipeline:
      return Words::tr("In the step's sends and receives, until the other rank starts: bubbles of a pipeline.");
    case HeatMetric::Experts:
      return Words::tr(
          "Bytes of the step's all-to-alls beyond the mean of the ranks in them: experts with more tokens.");
    case HeatMetric::ExpertLoad:
      return Words::tr(
          "Bytes of the step's all-to-alls, as a multiple of the mean of the ranks in them: tokens of its experts.");
    default:
      return Words::tr("Peak memory allocated on a device during the step.");
  }
}

QString titleOf(const HeatGrouping& grouping) {
  if (grouping.kind == HeatGrouping::node) {
    return Words::tr("Node");
  }
  const QString own = qt(printable(grouping.kind));
  const auto known =
      std::ranges::find_if(parallelKinds, [&](const auto& kind) { return hasWord(grouping.kind, kind.first); });
  return known == parallelKinds.end() ? own : QStringLiteral("%1 (%2)").arg(Words::tr(known->second), own);
}

QString groupText(const HeatGroup& group) {
  return group.name.empty() ? Words::tr("unknown") : qt(printable(group.name));
}

QString wordsFor(const UnusualRank& rank) {
  constexpr std::size_t maxFigures = 3;
  std::vector<UnusualFigure> figures = rank.figures;
  std::ranges::stable_partition(figures, [](const UnusualFigure& figure) {  // causes before what follows from them
    return figure.name == "compute" || figure.name == "idle";
  });
  QStringList words;
  for (std::size_t i = 0; i < std::min(maxFigures, figures.size()); ++i) {
    const UnusualFigure& figure = figures[i];
    words << QStringLiteral("%1 %2").arg(figureText(figure.name),
                                         qt(signedTime(static_cast<double>((figure.own - figure.usual).ns))));
  }
  return words.join(QStringLiteral(", "));
}

}  // namespace kernline::ui
