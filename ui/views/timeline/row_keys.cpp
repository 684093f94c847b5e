// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/row_keys.h"

#include "ui/kit/language/qt_text.h"
#include "ui/views/timeline/row_titles.h"

#include <QRegularExpression>

#include <set>

namespace kernline::ui {

namespace {

QString textOf(const Trace& trace, StringId id) {
  return qt(trace.text(id));
}

/// Numbers of devices and ranks only distinguish rows if there are several: another rank's file is of the same kind.
struct Plurality {
  explicit Plurality(const Trace& trace) {
    std::set<std::int32_t> devices;
    std::set<std::int32_t> ranks;
    for (const Track& track : trace.tracks()) {
      if (track.process != ProcessId::none && track.spanCount > 0) {
        devices.insert(trace.process(track.process).device);
        ranks.insert(trace.process(track.process).rank);
      }
    }
    devices.erase(-1);
    ranks.erase(-1);
    loneDevice = devices.size() == 1 ? *devices.begin() : -1;
    hasRanks = ranks.size() > 1;
  }

  std::int32_t loneDevice = -1;
  bool hasRanks = false;
};

QString looseProcess(const Trace& trace, const Process& process, const Plurality& plurality) {
  if (process.device >= 0) {
    return process.device == plurality.loneDevice ? QStringLiteral("the device")
                                                  : QStringLiteral("device %1").arg(process.device);
  }
  const QString name = textOf(trace, process.name);
  const QString pid = textOf(trace, process.pid);
  // Some writers give a word for an id ("Spans"), which is as good as a name.
  const bool isWord = !pid.isEmpty() && !pid[0].isDigit() && pid[0] != QLatin1Char('-');
  const QString own = withoutRunNumbers(name.isEmpty() && isWord ? pid : name);
  return plurality.hasRanks && process.rank >= 0 ? QStringLiteral("rank %1 %2").arg(process.rank).arg(own) : own;
}

QString looseTrack(const Trace& trace, const Track& track) {
  QString title = textOf(trace, track.title);
  if (track.kind == TrackKind::Stream) {
    return title;  // streams have the same small numbers in every run
  }
  QString own = title;
  const QString tid = textOf(trace, track.tid);
  if (!tid.isEmpty() && tid[0].isDigit()) {
    own.replace(tid, QStringLiteral("#"));
  }
  return withoutRunNumbers(own);
}

QString codeOf(RowClass rowClass) {
  switch (rowClass) {
    case RowClass::Process:
      return QStringLiteral("process");
    case RowClass::Device:
      return QStringLiteral("device");
    case RowClass::Rank:
      return QStringLiteral("rank");
    case RowClass::Sort:
      return QStringLiteral("sort");
    case RowClass::Path:
      return QStringLiteral("path");
    case RowClass::Idle:
      return QStringLiteral("idle");
    case RowClass::Queue:
      return QStringLiteral("queue");
    case RowClass::Track:
      return QStringLiteral("track");
    case RowClass::Counter:
      return QStringLiteral("counter");
    case RowClass::Root:
    case RowClass::Pinned:
      break;
  }
  return QStringLiteral("*");
}

}  // namespace

QString withoutRunNumbers(const QString& name) {
  static const QRegularExpression runNumber(QStringLiteral("0x[0-9a-fA-F]+|\\d{4,}"));
  return QString(name).replace(runNumber, QStringLiteral("#"));
}

RowKeys::RowKeys(const Trace& trace, Of of) {
  addProcesses(trace, of);
  addTracks(trace, of);
  addCounters(trace, of);
}

void RowKeys::addProcesses(const Trace& trace, Of of) {
  const Plurality plurality(trace);
  add(ui::rowOf(ProcessId::none), QStringLiteral("process:none"));
  add(pathRow, codeOf(RowClass::Path));
  for (std::uint32_t i = 0; i < trace.processes().size(); ++i) {
    const Process& process = trace.processes()[i];
    const QString own = of == Of::SameFile ? textOf(trace, process.pid) : looseProcess(trace, process, plurality);
    const RowId row = ui::rowOf(ProcessId{i});
    add(row, codeOf(RowClass::Process) + QLatin1Char(':') + own);
    for (const RowClass note : {RowClass::Idle, RowClass::Queue}) {
      add({note, row.number}, codeOf(note) + QLatin1Char('/') + keyOf(row));
    }
  }
}

void RowKeys::addTracks(const Trace& trace, Of of) {
  for (std::uint32_t i = 0; i < trace.tracks().size(); ++i) {
    const Track& track = trace.tracks()[i];
    const QString own = of == Of::SameFile ? textOf(trace, track.tid) + QLatin1Char(':') + textOf(trace, track.name)
                                           : looseTrack(trace, track);
    add(ui::rowOf(TrackId{i}),
        QStringLiteral("track:%1/%2:%3").arg(keyOf(ui::rowOf(track.process)), qt(toText(track.kind)), own));
  }
}

void RowKeys::addCounters(const Trace& trace, Of of) {
  for (std::uint32_t i = 0; i < trace.counters().size(); ++i) {
    const Counter& counter = trace.counters()[i];
    const QString title = textOf(trace, counter.name) + QLatin1Char(':') + textOf(trace, counter.series);
    add(ui::rowOf(CounterId{i}),
        QStringLiteral("counter:%1/%2")
            .arg(keyOf(ui::rowOf(counter.process)), of == Of::SameFile ? title : withoutRunNumbers(title)));
  }
}

void RowKeys::add(RowId row, const QString& key) {
  const int equals = m_equals[key]++;
  const QString unique = equals == 0 ? key : QStringLiteral("%1~%2").arg(key).arg(equals);
  m_keys[row] = unique;
  m_rows[unique] = row;
}

QString RowKeys::keyOf(RowId row) const {
  const auto found = m_keys.find(row);
  return found != m_keys.end() ? found->second : QStringLiteral("%1=%2").arg(codeOf(row.of)).arg(row.number);
}

RowId RowKeys::rowOf(const QString& key) const {
  if (const auto found = m_rows.find(key); found != m_rows.end()) {
    return found->second;
  }
  // Groups that are no process have the same numbers in every trace.
  for (const RowClass group : {RowClass::Device, RowClass::Rank, RowClass::Sort}) {
    bool isNumber = false;
    const QString start = codeOf(group) + QLatin1Char('=');
    const int number = key.startsWith(start) ? key.mid(start.size()).toInt(&isNumber) : 0;
    if (isNumber) {
      return {group, number};
    }
  }
  return rootRow;
}

}  // namespace kernline::ui
