// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/session.h"

#include "ui/kit/open/remote_file.h"
#include "ui/window/tabs/file_tabs.h"
#include "ui/window/tabs/stored_path.h"

#include <QFileInfo>
#include <QSettings>

namespace kernline::ui {
namespace {

constexpr auto filesKey = "session/files";
constexpr auto currentKey = "session/current";

void storeRange(QSettings& settings, const char* name, const std::optional<TimeRange>& range) {
  if (range) {
    settings.setValue(QLatin1String(name) + QStringLiteral("Begin"), static_cast<qlonglong>(range->begin.ns));
    settings.setValue(QLatin1String(name) + QStringLiteral("End"), static_cast<qlonglong>(range->end.ns));
  }
}

std::optional<TimeRange> storedRange(const QSettings& settings, const char* name) {
  bool hasBegin = false;
  bool hasEnd = false;
  const TimeRange range{
      {settings.value(QLatin1String(name) + QStringLiteral("Begin")).toLongLong(&hasBegin)},
      {settings.value(QLatin1String(name) + QStringLiteral("End")).toLongLong(&hasEnd)},
  };
  return hasBegin && hasEnd && !range.isEmpty() ? std::optional(range) : std::nullopt;
}

}  // namespace

Session sessionOf(const FileTabs& tabs) {
  Session session;
  for (int i = 0; i < tabs.count(); ++i) {
    const FileTab* file = tabs.at(i);
    if (file->path() == QLatin1String("-") || file->state() != FileTab::State::Ready) {
      continue;
    }
    if (i == tabs.currentIndex()) {
      session.current = static_cast<int>(session.files.size());
    }
    const Sight sight = file->sight();
    const QString path = isRemotePath(file->path()) ? file->path() : QFileInfo(file->path()).absoluteFilePath();
    session.files.push_back({path, sight.visible, sight.chosen});
  }
  return session;
}

void reopen(const Session& session, FileTabs& tabs) {
  for (const SessionFile& file : session.files) {
    tabs.openFile(file.path, {.visible = file.range, .chosen = file.chosen});
  }
  tabs.setCurrentIndex(session.current);
}

void storeSession(const Session& session) {
  QSettings settings;
  settings.remove(QStringLiteral("session"));
  settings.beginWriteArray(QLatin1String(filesKey), static_cast<int>(session.files.size()));
  int at = 0;
  for (const SessionFile& file : session.files) {
    settings.setArrayIndex(at++);
    settings.setValue(QStringLiteral("path"), file.path);
    storeRange(settings, "view", file.range);
    storeRange(settings, "chosen", file.chosen);
  }
  settings.endArray();
  settings.setValue(QLatin1String(currentKey), session.current);
}

Session storedSession() {
  QSettings settings;
  Session session;
  const int current = settings.value(QLatin1String(currentKey)).toInt();
  const int count = settings.beginReadArray(QLatin1String(filesKey));
  for (int i = 0; i < count; ++i) {
    settings.setArrayIndex(i);
    const QString path = settings.value(QStringLiteral("path")).toString();
    if (!mayExist(path)) {
      continue;
    }
    session.current = i == current ? static_cast<int>(session.files.size()) : session.current;
    session.files.push_back({path, storedRange(settings, "view"), storedRange(settings, "chosen")});
  }
  settings.endArray();
  return session;
}

}  // namespace kernline::ui
