// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/palette/fuzzy_match.h"

#include <QStringList>

#include <algorithm>

namespace kernline::ui {
namespace {

constexpr int noMatch = -1;
constexpr int wholePart = 100;
constexpr int atWordStart = 50;
constexpr int letterAtWordStart = 6;
constexpr int letterInRun = 4;

bool isWordStart(const QString& text, qsizetype at) {
  return at == 0 || !text[at - 1].isLetterOrNumber() || (text[at].isUpper() && text[at - 1].isLower());
}

/// The letters of `word` in order, anywhere.
int scoreOfLetters(const QString& word, const QString& text) {
  int score = 0;
  qsizetype from = 0;
  qsizetype previous = -2;
  for (const QChar letter : word) {
    const qsizetype at = text.indexOf(letter, from, Qt::CaseInsensitive);
    if (at < 0) {
      return noMatch;
    }
    score += isWordStart(text, at) ? letterAtWordStart : at == previous + 1 ? letterInRun : 0;
    previous = at;
    from = at + 1;
  }
  return score;
}

int scoreOfWord(const QString& word, const QString& text) {
  int best = noMatch;
  for (qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
       at = text.indexOf(word, at + 1, Qt::CaseInsensitive)) {
    best = std::max(best, wholePart + (isWordStart(text, at) ? atWordStart : 0));
  }
  return best != noMatch ? best : scoreOfLetters(word, text);
}

}  // namespace

int fuzzyScore(const QString& typed, const QString& text) {
  int score = 0;
  for (const QString& word : typed.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    const int part = scoreOfWord(word, text);
    if (part == noMatch) {
      return noMatch;
    }
    score += part;
  }
  return score;
}

}  // namespace kernline::ui
