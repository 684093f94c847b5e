// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/columns/kept_columns.h"

#include "ui/kit/language/qt_text.h"
#include "ui/kit/output/save_file.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace kernline::ui {

namespace {

/// Uses that a person can choose.
constexpr std::array chosenUses{ColumnUse::Parameter, ColumnUse::Measurement, ColumnUse::Ignored};

}  // namespace

QString KeptColumns::fileFor(const Logs& logs) {
  std::set<std::string_view> names;
  for (const std::shared_ptr<const Log>& log : logs) {
    for (const LogTable& table : log->tables()) {
      for (const LogColumn& column : table.columns) {
        if (table.kind == TableKind::Generic) {
          names.insert(log->text(column.name));
        }
      }
    }
  }
  QCryptographicHash hash(QCryptographicHash::Sha1);
  for (const std::string_view name : names) {
    hash.addData(QByteArray(name.data(), static_cast<qsizetype>(name.size())) + '\n');
  }
  constexpr int digits = 12;
  const QFileInfo settings(QSettings().fileName());
  return settings.dir().filePath(
      QStringLiteral("columns/like-%1.json").arg(QString::fromLatin1(hash.result().toHex().left(digits))));
}

ColumnWishes KeptColumns::of(const Logs& logs) {
  ColumnWishes wishes;
  QFile file(fileFor(logs));
  if (!file.open(QIODevice::ReadOnly)) {
    return wishes;
  }
  const QJsonObject kept = QJsonDocument::fromJson(file.readAll()).object();
  for (auto entry = kept.begin(); entry != kept.end(); ++entry) {
    const std::string word = entry.value().toString().toStdString();
    const auto* use = std::ranges::find(chosenUses, word, [](ColumnUse each) { return toText(each); });
    if (use != chosenUses.end()) {
      wishes.emplace(entry.key().toStdString(), *use);
    }
  }
  return wishes;
}

void KeptColumns::keep(const Logs& logs, const ColumnWishes& wishes) {
  const QString path = fileFor(logs);
  if (wishes.empty()) {
    QFile::remove(path);
    return;
  }
  QDir().mkpath(QFileInfo(path).path());
  QJsonObject kept;
  for (const auto& [name, use] : wishes) {
    kept.insert(qt(name), qt(toText(use)));
  }
  // A place that cannot be written to loses the columns for the next file, without a question.
  [[maybe_unused]] const auto saved = saveFile(path, QJsonDocument(kept).toJson(QJsonDocument::Indented).toStdString());
}

}  // namespace kernline::ui
