// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/language/core_text.h"

#include "ui/kit/language/qt_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <vector>

namespace kernline::ui {
namespace {

constexpr auto context = "core";
constexpr int deepest = 4;  // sentences made of clauses made of words

/// A sentence with gaps.
struct Pattern {
  const char* source;
  QString longestPart;  ///< between two gaps: a text without it cannot match
  QRegularExpression whole;
  std::vector<int> gaps;  ///< the numbers of the gaps, as they stand
};

Pattern patternOf(const char* source) {
  static const QRegularExpression gap(QStringLiteral("%([1-9])"));
  Pattern pattern{source, {}, {}, {}};
  const QString text = QString::fromUtf8(source);
  QString expression = QStringLiteral("^");
  qsizetype end = 0;
  const auto addPart = [&](qsizetype begin) {
    const QString part = text.mid(end, begin - end);
    expression += QRegularExpression::escape(part);
    pattern.longestPart = part.size() > pattern.longestPart.size() ? part : pattern.longestPart;
  };
  for (const QRegularExpressionMatch& match : gap.globalMatch(text)) {
    addPart(match.capturedStart());
    expression += QStringLiteral("(.+?)");
    pattern.gaps.push_back(match.captured(1).toInt());
    end = match.capturedEnd();
  }
  addPart(text.size());
  pattern.whole.setPattern(expression + QLatin1Char('$'));
  pattern.whole.setPatternOptions(QRegularExpression::DotMatchesEverythingOption);
  return pattern;
}

const std::vector<Pattern>& patterns() {
  static const std::vector<Pattern> all = [] {
    std::vector<Pattern> made;
    std::ranges::transform(corePatternsOfQueries(), std::back_inserter(made), patternOf);
    std::ranges::transform(corePatterns(), std::back_inserter(made), patternOf);
    return made;
  }();
  return all;
}

QString translated(const QString& text, int depth) {
  QString known = QCoreApplication::translate(context, text.toUtf8().constData());
  if (known != text || depth == deepest) {
    return known;
  }
  for (const Pattern& pattern : patterns()) {
    if (!text.contains(pattern.longestPart)) {
      continue;
    }
    const QString frame = QCoreApplication::translate(context, pattern.source);
    if (frame == QString::fromUtf8(pattern.source)) {
      continue;
    }
    const QRegularExpressionMatch match = pattern.whole.match(text);
    if (!match.hasMatch()) {
      continue;
    }
    // All at once, so that a % in a name is not taken for a gap.
    QString filled;
    for (qsizetype i = 0; i < frame.size(); ++i) {
      const int number = frame[i] == QLatin1Char('%') && i + 1 < frame.size() ? frame[i + 1].digitValue() : -1;
      const auto gap = std::ranges::find(pattern.gaps, number);
      if (gap == pattern.gaps.end()) {
        filled += frame[i];
        continue;
      }
      filled += translated(match.captured(static_cast<int>(gap - pattern.gaps.begin()) + 1), depth + 1);
      ++i;
    }
    return filled;
  }
  return text;
}

}  // namespace

QString coreText(std::string_view text) {
  return translated(qt(text), 0);
}

}  // namespace kernline::ui
