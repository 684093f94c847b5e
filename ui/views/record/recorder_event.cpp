// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/recorder_event.h"

#include <algorithm>

namespace kernline::ui {

RecorderEvent recorderEvent(const QJsonObject& message) {
  const auto text = [&](const char* key) { return message[QLatin1String(key)].toString(); };
  const auto number = [&](const char* key) { return message[QLatin1String(key)].toInt(); };
  const QString kind = text("event");
  if (kind == QLatin1String("stage")) {
    return StageEvent{.stage = text("stage"),
                      .text = text("text"),
                      .run = number("run"),
                      .runs = message[QStringLiteral("runs")].toInt(1)};
  }
  if (kind == QLatin1String("sample")) {
    return SampleEvent{.samples = message[QStringLiteral("n")].toInteger(),
                       .medianNs = message[QStringLiteral("median_ns")].toDouble(),
                       .noise = message[QStringLiteral("noise")].toDouble()};
  }
  if (kind == QLatin1String("clock")) {
    return ClockEvent{.smMhz = number("sm_mhz"),
                      .memoryMhz = number("memory_mhz"),
                      .celsius = number("temperature_c"),
                      .throttle = text("throttle")};
  }
  if (kind == QLatin1String("error")) {
    return ErrorEvent{.file = text("file"),
                      .line = number("line"),
                      .column = number("column"),
                      .text = text("text"),
                      .code = text("code")};
  }
  return kind == QLatin1String("result") ? RecorderEvent(figuresOf(message)) : RecorderEvent();
}

QStringList ErrorEvent::lines() const {
  QString place = file;
  if (line > 0) {
    place += column > 0 ? QStringLiteral(":%1:%2").arg(line).arg(column) : QStringLiteral(":%1").arg(line);
  }
  QStringList printed{place.isEmpty() ? text : place + QStringLiteral(": ") + text};
  if (!code.isEmpty()) {
    const QString number = QString::number(line);
    printed << QStringLiteral("%1 | %2").arg(number, QString(code).replace(QLatin1Char('\t'), QLatin1Char(' ')));
    if (column > 0) {
      printed << QString(number.size(), QLatin1Char(' ')) + QStringLiteral(" | ") +
                     QString(std::min<qsizetype>(column - 1, code.size()), QLatin1Char(' ')) + QLatin1Char('^');
    }
  }
  return printed;
}

}  // namespace kernline::ui
