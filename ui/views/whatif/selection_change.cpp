// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/whatif/selection_change.h"

#include "ui/kit/language/qt_text.h"

#include <QLatin1String>

#include <string_view>
#include <utility>

namespace kernline::ui {

namespace {

/// The kind of copies, as its name has it.
QString copyChange(std::string_view name) {
  for (const auto& [part, kind] : {std::pair{"Pageable", "pageable"}, std::pair{"HtoD", "h2d"},
                                   std::pair{"DtoH", "d2h"}, std::pair{"DtoD", "d2d"}}) {
    if (name.contains(part)) {
      return QStringLiteral("copy:%1=").arg(QLatin1String(kind));
    }
  }
  return QStringLiteral("copy=");
}

/// A regular expression of that name alone. Semicolons separate changes.
QString patternOfName(const QString& name) {
  const QString special = QStringLiteral(R"(\.+*?()[]{}|^$)");
  QString pattern(QLatin1Char('^'));
  for (const QChar letter : name) {
    if (letter == QLatin1Char(';')) {
      pattern += QStringLiteral("\\x3b");
    } else {
      pattern += special.contains(letter) ? QStringLiteral("\\") + letter : QString(letter);
    }
  }
  return pattern + QLatin1Char('$');
}

}  // namespace

QString changeOfSelection(const Trace& trace, SpanId span) {
  const std::string_view name = trace.nameText(span);
  const QString pattern = patternOfName(qt(name));
  switch (trace.kind(span)) {
    case SpanKind::Memset:
    case SpanKind::DeviceSync:
    case SpanKind::Overhead:
      return {};
    case SpanKind::Memcpy:
      return copyChange(name);
    case SpanKind::Kernel:
      return QStringLiteral("kernel:%1=").arg(pattern);
    case SpanKind::Runtime:
      return name.contains("Synchronize") ? QStringLiteral("sync:%1=none").arg(pattern)
                                          : QStringLiteral("host:%1=").arg(pattern);
    default:
      return QStringLiteral("op:%1=").arg(pattern);
  }
}

}  // namespace kernline::ui
