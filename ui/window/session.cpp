// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/session.h"

#include "ui/kit/language/qt_text.h"
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

void storeIf(QSettings& settings, const char* name, const std::optional<bool>& value) {
  if (value) {
    settings.setValue(QLatin1String(name), *value);
  }
}

std::optional<bool> storedFlag(const QSettings& settings, const char* name) {
  const QVariant value = settings.value(QLatin1String(name));
  return value.isValid() ? std::optional(value.toBool()) : std::nullopt;
}

void storeSelected(QSettings& settings, const Note& selected) {
  storeRange(settings, "selected", selected.range);
  settings.setValue(QStringLiteral("selectedName"), qt(selected.spanName));
  settings.setValue(QStringLiteral("selectedOffset"), static_cast<qulonglong>(selected.eventOffset.value_or(0)));
}

std::optional<Note> storedSelected(const QSettings& settings) {
  const QVariant offset = settings.value(QStringLiteral("selectedOffset"));
  const std::optional<TimeRange> range = storedRange(settings, "selected");
  if (!offset.isValid() || !range) {
    return std::nullopt;
  }
  return Note{.text = {},
              .range = *range,
              .eventOffset = offset.toULongLong(),
              .spanName = settings.value(QStringLiteral("selectedName")).toString().toStdString()};
}

void storeSight(QSettings& settings, const Sight& sight) {
  storeRange(settings, "view", sight.visible);
  storeRange(settings, "chosen", sight.chosen);
  if (sight.selected) {
    storeSelected(settings, *sight.selected);
  }
  settings.setValue(QStringLiteral("overview"), sight.showsOverview);
  settings.setValue(QStringLiteral("idle"), sight.notes.idle);
  settings.setValue(QStringLiteral("queues"), sight.notes.queues);
  settings.setValue(QStringLiteral("criticalPath"), sight.notes.path);
  settings.setValue(QStringLiteral("logPart"), sight.logPart);
  settings.setValue(QStringLiteral("logComparison"), sight.showsComparison);
  storeIf(settings, "logText", sight.showsText);
  storeIf(settings, "logChart", sight.showsChart);
}

Sight storedSight(const QSettings& settings) {
  const auto isSet = [&](const char* name) { return storedFlag(settings, name).value_or(false); };
  return {.visible = storedRange(settings, "view"),
          .chosen = storedRange(settings, "chosen"),
          .selected = storedSelected(settings),
          .showsOverview = isSet("overview"),
          .notes = {.idle = isSet("idle"), .queues = isSet("queues"), .path = isSet("criticalPath")},
          .logPart = settings.value(QStringLiteral("logPart")).toString(),
          .showsComparison = isSet("logComparison"),
          .showsText = storedFlag(settings, "logText"),
          .showsChart = storedFlag(settings, "logChart")};
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
    const QString path = isRemotePath(file->path()) ? file->path() : QFileInfo(file->path()).absoluteFilePath();
    session.files.push_back({path, file->sight()});
  }
  return session;
}

void reopen(const Session& session, FileTabs& tabs) {
  for (const SessionFile& file : session.files) {
    tabs.openFile(file.path, file.sight);
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
    storeSight(settings, file.sight);
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
    session.files.push_back({path, storedSight(settings)});
  }
  settings.endArray();
  return session;
}

}  // namespace kernline::ui
