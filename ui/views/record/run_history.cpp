// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/run_history.h"

#include "ui/kit/output/save_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>

namespace kernline::ui {

namespace {

constexpr auto runFile = "/run.json";
constexpr auto sourceFile = "/source.cu";

/// Returns the further recordings of an armed run: NAME-2.json, NAME-3.json and so on beside NAME.json.
QStringList laterRecordings(const QString& recording) {
  const QFileInfo first(recording);
  const QString before = first.completeBaseName() + QLatin1Char('-');
  std::map<int, QString> later;  // by number: some may be gone
  for (const QFileInfo& file :
       first.dir().entryInfoList({before + QLatin1String("*.") + first.suffix()}, QDir::Files)) {
    bool isNumber = false;
    const int number = file.completeBaseName().mid(before.size()).toInt(&isNumber);
    if (isNumber && number > 1) {
      later.emplace(number, file.filePath());
    }
  }
  QStringList paths;
  std::ranges::copy(later | std::views::values, std::back_inserter(paths));
  return paths;
}

}  // namespace

QString RunHistory::begin(const QString& title) const {
  const QDateTime now = QDateTime::currentDateTime();
  const QString stamp = now.toString(QStringLiteral("yyyyMMdd-HHmmss"));
  static const QRegularExpression unsafe(QStringLiteral("[^\\w.-]+"));
  const QString name = QString(title).replace(unsafe, QStringLiteral("-")).left(40);
  for (int number = 0; number < 100; ++number) {
    const QString id = number == 0 ? stamp : QStringLiteral("%1-%2").arg(stamp).arg(number);
    const QString folder = m_folder + QLatin1Char('/') + id;
    if (QDir().mkpath(m_folder) && QDir().mkdir(folder)) {
      return QStringLiteral("%1/%2-%3.json").arg(folder, name, now.toString(QStringLiteral("HHmmss")));
    }
  }
  return {};
}

QString RunHistory::keepSource(const QString& recording, const QString& source) const {
  const QString copy = QFileInfo(recording).path() + QLatin1String(sourceFile);
  return QFile::copy(source, copy) ? copy : QString();
}

bool RunHistory::keep(const KeptRun& run, const QJsonArray& results) const {
  const QJsonObject object{{QStringLiteral("when"), run.when.toString(Qt::ISODateWithMs)},
                           {QStringLiteral("title"), run.title},
                           {QStringLiteral("command"), run.command},
                           {QStringLiteral("outcome"), run.outcome},
                           {QStringLiteral("recording"), QFileInfo(run.recording).fileName()},
                           {QStringLiteral("runs"), results}};
  const QString file = m_folder + QLatin1Char('/') + run.id + QLatin1String(runFile);
  return saveFile(file, QJsonDocument(object).toJson().toStdString()).has_value();
}

std::vector<KeptRun> RunHistory::runs() const {
  std::vector<KeptRun> runs;
  for (const QFileInfo& folder :
       QDir(m_folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name | QDir::Reversed)) {
    QFile file(folder.filePath() + QLatin1String(runFile));
    if (!file.open(QIODevice::ReadOnly)) {
      continue;
    }
    const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    KeptRun run;
    run.id = folder.fileName();
    run.when = QDateTime::fromString(object[QStringLiteral("when")].toString(), Qt::ISODateWithMs);
    run.title = object[QStringLiteral("title")].toString();
    run.command = object[QStringLiteral("command")].toString();
    run.outcome = object[QStringLiteral("outcome")].toString();
    run.recording =
        folder.filePath() + QLatin1Char('/') + QFileInfo(object[QStringLiteral("recording")].toString()).fileName();
    run.later = laterRecordings(run.recording);
    const QString source = folder.filePath() + QLatin1String(sourceFile);
    run.source = QFileInfo::exists(source) ? source : QString();
    for (const auto result : object[QStringLiteral("runs")].toArray()) {
      run.figures.push_back(figuresOf(result.toObject()));
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

std::vector<KeptRun> RunHistory::runsBefore(const QString& recording) const {
  std::vector<KeptRun> all = runs();  // latest first
  const auto self = std::ranges::find(all, recording, &KeptRun::recording);
  all.erase(all.begin(), self == all.end() ? all.begin() : std::next(self));
  return all;
}

void RunHistory::remove(const QString& id) const {
  for (const KeptRun& run : runs()) {
    if (run.id == id) {
      // Only what a run has written, never a whole tree: the folder may be somebody's own.
      for (const QString& recording : QStringList{run.recording} + run.later) {
        QFile::remove(recording);
      }
      for (const char* written : {runFile, sourceFile}) {
        QFile::remove(m_folder + QLatin1Char('/') + id + QLatin1String(written));
      }
      QDir().rmdir(m_folder + QLatin1Char('/') + id);
    }
  }
}

void RunHistory::prune(int count) const {
  const std::vector<KeptRun> all = runs();
  for (std::size_t i = static_cast<std::size_t>(count); i < all.size(); ++i) {
    remove(all[i].id);
  }
}

}  // namespace kernline::ui
