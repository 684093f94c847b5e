// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/memory/memory_words.h"

#include "core/analysis/memory/failed_allocation.h"
#include "core/analysis/memory/memory_moments.h"
#include "core/model/format/printable_text.h"
#include "core/model/format/quantity.h"
#include "ui/kit/language/core_text.h"
#include "ui/kit/language/counted.h"
#include "ui/kit/language/qt_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace kernline::ui {
namespace {

QString words(const char* text) {
  return QCoreApplication::translate("kernline::ui::MemoryPage", text);
}

QString bytes(std::int64_t count) {
  return qt(formatBytes(count));
}

template <typename Tell>
void forEachIssue(const MemoryReport& report, Tell tell) {
  for (std::size_t i = 0; i < memoryIssueKindCount; ++i) {
    const auto kind = static_cast<MemoryIssueKind>(i);
    if (report[kind].count > 0) {
      tell(memoryIssueText(kind), report[kind]);
    }
  }
}

}  // namespace

QString deviceSentence(const MemoryHistory& history, const MemoryDevice& device) {
  const std::optional<std::size_t> peak = device.allocated.peak();
  if (!peak) {
    return words(QT_TRANSLATE_NOOP("kernline::ui::MemoryPage", "No data recorded for this device."));
  }
  QStringList parts{
      words(QT_TRANSLATE_NOOP("kernline::ui::MemoryPage", "Peak %1 at %2"))
          .arg(bytes(device.allocated.bytes[*peak]), coreText(momentText(history, device.allocated.times[*peak])))};
  if (const std::optional<std::size_t> reserved = device.reserved.peak()) {
    parts << words(QT_TRANSLATE_NOOP("kernline::ui::MemoryPage", "max %1 reserved"))
                 .arg(bytes(device.reserved.bytes[*reserved]));
  }
  parts << words(QT_TRANSLATE_NOOP("kernline::ui::MemoryPage", "%1 at the start, %2 at the end"))
               .arg(bytes(device.allocated.bytes.front()), bytes(device.allocated.bytes.back()));
  return parts.join(QStringLiteral(" · "));
}

QString deviceNotes(const MemoryHistory& history, const MemoryDevice& device) {
  QStringList parts;
  for (const OutOfMemory& failure : device.failures) {
    parts << words(QT_TRANSLATE_NOOP("kernline::ui::MemoryPage",
                                     "✕ Out of memory at %1: %2 requested, %3 free on the device"))
                 .arg(coreText(momentText(history, failure.time)), bytes(failure.bytes), bytes(failure.deviceFree));
    if (const Message verdict = verdictOn(failedAllocation(device, failure)); !verdict.isEmpty()) {
      parts << coreText(verdict);
    }
  }
  if (device.isIntegrated) {
    parts << words(
        QT_TRANSLATE_NOOP("kernline::ui::MemoryPage", "Summed from allocations and frees; the file has no totals"));
  }
  if (device.isRequested) {
    parts << words(QT_TRANSLATE_NOOP("kernline::ui::MemoryPage",
                                     "Requested sizes; the allocator rounds them up, so its own totals are larger"));
  }
  return parts.join(QStringLiteral(" · "));
}

QString issueLines(const MemoryReport& report) {
  QStringList lines;
  forEachIssue(report, [&](const MemoryIssueText& text, const MemoryIssue& issue) {
    lines << words(QT_TRANSLATE_NOOP("kernline::ui::MemoryPage", "%1 × %2 (first: %3)"))
                 .arg(countText(issue.count), coreText(text.description), qt(printable(issue.example)));
  });
  return lines.join(QLatin1Char('\n'));
}

QString memoryDoubts(const MemoryHistory& history, const MemoryDevice& device, const QStringList& others) {
  QString doubts;
  if (device.isIntegrated) {
    doubts += QStringLiteral("\n· ") +
              words(QT_TRANSLATE_NOOP("kernline::ui::MemoryPage",
                                      "the file has no totals; the memory in use before the recording is taken as the "
                                      "minimum that keeps the sum from falling below zero"));
  }
  forEachIssue(history.report, [&](const MemoryIssueText& text, const MemoryIssue& issue) {
    if (text.isDoubtful) {
      doubts += QStringLiteral("\n· %1: %2").arg(countText(issue.count), coreText(text.description));
    }
  });
  for (const QString& line : others) {
    doubts += QStringLiteral("\n· ") + line;
  }
  return doubts.isEmpty() ? doubts : words(QT_TRANSLATE_NOOP("kernline::ui::MemoryPage", "Data issues:")) + doubts;
}

bool isDoubtful(const MemoryReport& report) {
  bool doubtful = false;
  forEachIssue(report,
               [&](const MemoryIssueText& text, const MemoryIssue&) { doubtful = doubtful || text.isDoubtful; });
  return doubtful;
}

}  // namespace kernline::ui
