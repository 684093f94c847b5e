// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/compare/runs/run_labels.h"

#include <QFontMetrics>
#include <QSet>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace kernline::ui {

namespace {

constexpr QChar ellipsis(0x2026);

bool isWordEnd(QChar letter) {
  return QStringLiteral("_-. /").contains(letter);
}

QString backwards(QString text) {
  std::ranges::reverse(text);
  return text;
}

/// Returns the length of the common beginning of all names, up to the end of a word.
qsizetype commonBeginning(const QStringList& names) {
  const QString& first = names.front();
  qsizetype common = 0;
  for (qsizetype i = 0; i < first.size(); ++i) {
    if (!std::ranges::all_of(names, [&](const QString& name) { return i < name.size() && name[i] == first[i]; })) {
      break;
    }
    common = isWordEnd(first[i]) ? i + 1 : common;
  }
  return common;
}

QString elidedAt(const QString& name, qsizetype head, qsizetype tail) {
  return name.size() <= head + tail + 1 ? name : name.first(head) + ellipsis + name.last(tail);
}

qsizetype distinct(const QStringList& names) {
  return QSet<QString>(names.begin(), names.end()).size();
}

/// Returns the position at which a name differs from the most similar other one.
qsizetype firstDifference(const QStringList& names, qsizetype number) {
  qsizetype at = 0;
  for (qsizetype i = 0; i < names.size(); ++i) {
    if (names[i] != names[number]) {
      const auto [mine, other] = std::ranges::mismatch(names[number], names[i]);
      at = std::max<qsizetype>(at, mine - names[number].begin());
    }
  }
  return at;
}

QString fromFirstDifference(const QString& name, qsizetype at, qsizetype maxLength) {
  if (name.size() <= maxLength) {
    return name;
  }
  const qsizetype begin = std::clamp<qsizetype>(at, 0, name.size() - 1);
  const QString rest = (begin > 0 ? QString(ellipsis) : QString()) + name.sliced(begin);
  return rest.size() <= maxLength ? rest : rest.first(maxLength - 1) + ellipsis;
}

int maxWidthOf(const QStringList& names, const QFontMetrics& metrics) {
  int width = 0;
  for (const QString& name : names) {
    width = std::max(width, metrics.horizontalAdvance(name));
  }
  return width;
}

}  // namespace

QStringList withoutCommonWords(const QStringList& names) {
  if (names.size() < 2) {
    return names;
  }
  const qsizetype head = commonBeginning(names);
  QStringList turned;
  for (const QString& name : names) {
    turned << backwards(name);
  }
  const qsizetype tail = commonBeginning(turned);
  QStringList made;
  for (const QString& name : names) {
    if (name.size() <= head + tail) {
      return names;
    }
    made << name.sliced(head, name.size() - head - tail);
  }
  return made;
}

QStringList elidedApart(const QStringList& names, int maxLength) {
  const qsizetype kept = std::max(maxLength, 3) - 1;
  std::vector<qsizetype> heads(static_cast<std::size_t>(kept));
  std::iota(heads.begin(), heads.end(), 0);
  // Runs tend to differ at the end of their names.
  std::ranges::stable_sort(heads, {}, [&](qsizetype head) { return std::abs(2 * head - kept); });
  for (const qsizetype head : heads) {
    QStringList made;
    for (const QString& name : names) {
      made << elidedAt(name, head, kept - head);
    }
    if (distinct(made) == distinct(names)) {
      return made;
    }
  }
  QStringList made;
  for (qsizetype i = 0; i < names.size(); ++i) {
    made << fromFirstDifference(names[i], firstDifference(names, i), kept + 1);
  }
  return made;
}

QStringList labelsWithin(const QStringList& names, const QFontMetrics& metrics, int pixels) {
  if (maxWidthOf(names, metrics) <= pixels) {
    return names;
  }
  const QStringList brief = withoutCommonWords(names);
  const qsizetype maxLetters = std::ranges::max(brief, {}, &QString::size).size();
  QStringList made = brief;
  for (auto letters = static_cast<int>(maxLetters); letters > 3 && maxWidthOf(made, metrics) > pixels; --letters) {
    made = elidedApart(brief, letters - 1);
  }
  return made;
}

}  // namespace kernline::ui
