// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/kept_arrangements.h"

#include "ui/kit/language/qt_text.h"
#include "ui/kit/output/save_file.h"
#include "ui/views/timeline/row_keys.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSettings>

#include <algorithm>
#include <set>

namespace kernline::ui {

namespace {

QJsonObject kept(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

bool hasMetadata(const Trace& trace, std::string_view key) {
  return std::ranges::find(trace.metadata(), key, &MetadataEntry::key) != trace.metadata().end();
}

bool hasCategory(const Trace& trace, std::string_view name) {
  return std::ranges::any_of(trace.categories(), [&](StringId id) { return trace.text(id) == name; });
}

}  // namespace

QString kindOf(const Trace& trace) {
  // A preview may lack the end of the file, so any one of these signs is enough.
  const bool isTorch =
      hasMetadata(trace, "schemaVersion") || hasCategory(trace, "cpu_op") || hasCategory(trace, "cuda_runtime");
  if (isTorch) {
    return QStringLiteral("torch");
  }
  std::set<QString> names;
  for (const Process& process : trace.processes()) {
    names.insert(withoutRunNumbers(qt(trace.text(process.name))));
  }
  QCryptographicHash hash(QCryptographicHash::Sha1);
  for (const QString& name : names) {
    hash.addData(name.toUtf8() + '\n');
  }
  constexpr int digits = 12;
  return QStringLiteral("like-") + QString::fromLatin1(hash.result().toHex().left(digits));
}

QString KeptArrangements::fileFor(const Trace& trace) {
  const QFileInfo settings(QSettings().fileName());
  return settings.dir().filePath(QStringLiteral("arrangements/%1.json").arg(kindOf(trace)));
}

void KeptArrangements::apply(const Trace& trace, Arrangement& arrangement) {
  const QJsonObject json = kept(fileFor(trace));
  if (!json.isEmpty()) {
    applyJson(json, RowKeys(trace, RowKeys::Of::AnyRun), arrangement);
  }
}

void KeptArrangements::keep(const Trace& trace, const Arrangement& arrangement) {
  const QString path = fileFor(trace);
  const RowKeys keys(trace, RowKeys::Of::AnyRun);
  const QJsonObject json = mergedJson(kept(path), toJson(arrangement, keys), keys);
  QDir().mkpath(QFileInfo(path).path());
  // A place that cannot be written to loses the arrangement for the next trace, without a question.
  [[maybe_unused]] const auto saved = saveFile(path, QJsonDocument(json).toJson(QJsonDocument::Indented).toStdString());
}

void KeptArrangements::forget(const Trace& trace) {
  QFile::remove(fileFor(trace));
}

}  // namespace kernline::ui
