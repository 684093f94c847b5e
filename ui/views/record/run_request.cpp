// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/run_request.h"

#include <QProcess>
#include <QRegularExpression>

namespace kernline::ui {

namespace {

QString quoted(const QString& word) {
  static const QRegularExpression plain(QStringLiteral("^[\\w@%+=:,./-]+$"));
  if (plain.match(word).hasMatch()) {
    return word;
  }
  QString inner = word;
  return QLatin1Char('\'') + inner.replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1Char('\'');
}

/// Adds the arguments for what is recorded besides the timeline.
void addSampled(QStringList& arguments, const RunRequest& request) {
  if (!request.counters.isEmpty()) {
    arguments << QStringLiteral("--counters=%1").arg(request.counters);
  }
  if (request.isSourceSampled) {
    arguments << QStringLiteral("--source");
  }
}

QStringList targetArguments(const RunRequest& request) {
  QStringList arguments{QStringLiteral("run"), request.kernel};
  for (const auto& [name, values] : request.values) {
    const QString several = request.isTuned ? QStringLiteral("--tune") : QStringLiteral("--sweep");
    arguments << (values.size() > 1 ? several : QStringLiteral("--set"))
              << QStringLiteral("%1=%2").arg(name, values.join(QLatin1Char(',')));
  }
  if (request.samples > 0) {
    arguments << QStringLiteral("--samples") << QString::number(request.samples);
  }
  addSampled(arguments, request);
  if (request.isProfiled) {
    arguments << QStringLiteral("--profile");
  }
  if (request.hasBlocks) {
    arguments << QStringLiteral("--blocks");
  }
  return arguments << QStringLiteral("--l2") << (request.isL2Warm ? QStringLiteral("warm") : QStringLiteral("flush"));
}

QStringList captureArguments(const RunRequest& request) {
  QStringList arguments;
  for (const QString& condition : request.conditions) {
    arguments << QStringLiteral("--when") << condition;
  }
  if (request.isArmed) {
    if (request.conditions.isEmpty()) {
      arguments << QStringLiteral("--arm");
    }
    if (request.keepSeconds > 0) {
      arguments << QStringLiteral("--keep") << QStringLiteral("%1s").arg(request.keepSeconds);
    }
  }
  if (request.delaySeconds > 0) {
    arguments << QStringLiteral("--delay") << QString::number(request.delaySeconds);
  }
  if (request.durationSeconds > 0) {
    arguments << QStringLiteral("--duration") << QString::number(request.durationSeconds);
  }
  addSampled(arguments, request);
  if (!request.torch.isEmpty()) {
    arguments << QStringLiteral("--torch=%1").arg(request.torch);
  }
  if (!request.profiled.isEmpty()) {
    arguments << QStringLiteral("--profile") << request.profiled;
  }
  return arguments;
}

}  // namespace

QStringList RunRequest::arguments(const QString& out) const {
  if (kind == Kind::Kernel) {
    return targetArguments(*this) << QStringLiteral("-o") << out << QStringLiteral("--progress")
                                  << QStringLiteral("json");
  }
  return captureArguments(*this) << QStringLiteral("-o") << out << QStringLiteral("--") << command;
}

QString RunRequest::shellText() const {
  QStringList words{QStringLiteral("kernline"), QStringLiteral("record")};
  QString before;
  if (kind == Kind::Kernel) {
    words << targetArguments(*this);
    if (!counters.isEmpty() || isSourceSampled || isProfiled || hasBlocks) {
      words << QStringLiteral("-o") << QStringLiteral("recording.json");
    }
  } else {
    words << captureArguments(*this) << QStringLiteral("-o") << QStringLiteral("recording.json") << QStringLiteral("--")
          << command;
    before = folder.isEmpty() ? QString() : QStringLiteral("cd %1 && ").arg(quoted(folder));
    for (const QString& setting : environment) {
      before += setting.section(QLatin1Char('='), 0, 0) + QLatin1Char('=') +
                quoted(setting.section(QLatin1Char('='), 1)) + QLatin1Char(' ');
    }
  }
  for (QString& word : words) {
    word = quoted(word);
  }
  return before + words.join(QLatin1Char(' '));
}

QStringList splitCommand(const QString& line) {
  QStringList words;
  QString word;
  bool hasWord = false;
  QChar quote;
  for (qsizetype i = 0; i < line.size(); ++i) {
    const QChar c = line[i];
    if (c == QLatin1Char('\\') && quote != QLatin1Char('\'') && i + 1 < line.size()) {
      word += line[++i];
      hasWord = true;
    } else if (!quote.isNull()) {
      c == quote ? quote = QChar() : (word += c, c);
    } else if (c == QLatin1Char('"') || c == QLatin1Char('\'')) {
      quote = c;
      hasWord = true;
    } else if (c.isSpace()) {
      if (hasWord) {
        words << std::exchange(word, {});
      }
      hasWord = false;
    } else {
      word += c;
      hasWord = true;
    }
  }
  if (hasWord) {
    words << word;
  }
  return words;
}

}  // namespace kernline::ui
