// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/kept_steps.h"

#include "ui/kit/language/qt_text.h"
#include "ui/kit/output/save_file.h"
#include "ui/views/timeline/kept_arrangements.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

#include <algorithm>
#include <array>

namespace kernline::ui {

namespace {

constexpr QLatin1StringView sourceKey("source");
constexpr QLatin1StringView nameKey("name");

/// Sources that a person can choose.
constexpr std::array chosenSources{StepSource::Recorded, StepSource::Annotation, StepSource::Function,
                                   StepSource::Rounds};

}  // namespace

QString KeptSteps::fileFor(const Trace& trace) {
  const QFileInfo settings(QSettings().fileName());
  return settings.dir().filePath(QStringLiteral("steps/%1.json").arg(kindOf(trace)));
}

std::optional<StepWish> KeptSteps::of(const Trace& trace) {
  QFile file(fileFor(trace));
  if (!file.open(QIODevice::ReadOnly)) {
    return std::nullopt;
  }
  const QJsonObject kept = QJsonDocument::fromJson(file.readAll()).object();
  const std::string source = kept.value(sourceKey).toString().toStdString();
  const auto* known = std::ranges::find(chosenSources, source, [](StepSource each) { return toText(each); });
  return known == chosenSources.end()
             ? std::nullopt
             : std::optional(StepWish{.source = *known, .name = kept.value(nameKey).toString().toStdString()});
}

void KeptSteps::keep(const Trace& trace, const std::optional<StepWish>& wish) {
  const QString path = fileFor(trace);
  if (!wish) {
    QFile::remove(path);
    return;
  }
  if (wish->source == StepSource::Whole) {
    return;
  }
  QDir().mkpath(QFileInfo(path).path());
  const QJsonObject kept{{sourceKey, qt(toText(wish->source))}, {nameKey, qt(wish->name)}};
  // A place that cannot be written to loses the steps for the next trace, without a question.
  [[maybe_unused]] const auto saved = saveFile(path, QJsonDocument(kept).toJson(QJsonDocument::Indented).toStdString());
}

}  // namespace kernline::ui
