// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tabs/tab_names.h"

#include <QHash>

#include <algorithm>
#include <functional>
#include <initializer_list>

namespace kernline::ui {
namespace {

constexpr qsizetype wholeLength = 20;  // length of names that are short enough
constexpr qsizetype minShared = 6;     // characters that are worth a "…"
constexpr qsizetype minOwn = 8;        // characters that are left of a name

QString without(const QString& title, std::initializer_list<const char*> endings) {
  for (const char* text : endings) {
    const QLatin1String ending(text);
    if (title.size() > ending.size() && title.endsWith(ending)) {
      return title.chopped(ending.size());
    }
  }
  return title;
}

/// Most traces are JSON, packed or not.
QString withoutEnding(const QString& title) {
  const QString unpacked = without(title, {".gz", ".xz", ".zst", ".bz2"});
  const QString bare = without(unpacked, {".pt.trace.json", ".json"});
  return bare == unpacked ? title : bare;
}

/// Returns the title with so many folders in front.
QString withFolders(const NamedTab& tab, int folders) {
  const QStringList parts = tab.path.split(QLatin1Char('/'), Qt::SkipEmptyParts);
  const qsizetype first = std::max<qsizetype>(0, parts.size() - 1 - folders);
  QStringList shown = parts.mid(first, parts.size() - 1 - first);
  shown << tab.title;
  return shown.join(QLatin1Char('/'));
}

bool isBoundary(QChar character) {
  return !character.isLetterOrNumber();
}

/// Returns the length of the beginning that `name` shares with `other`, in whole words.
qsizetype sharedFront(const QString& name, const QString& other) {
  qsizetype shared = std::mismatch(name.begin(), name.end(), other.begin(), other.end()).first - name.begin();
  shared = std::min(shared, name.size() - minOwn);
  while (shared > 0 && !isBoundary(name[shared - 1])) {
    --shared;
  }
  return std::max<qsizetype>(shared, 0);
}

/// The same of its end, behind the first `front`.
qsizetype sharedEnd(const QString& name, const QString& other, qsizetype front) {
  qsizetype shared = std::mismatch(name.rbegin(), name.rend(), other.rbegin(), other.rend()).first - name.rbegin();
  shared = std::min(shared, name.size() - front - minOwn);
  while (shared > 0 && !isBoundary(name[name.size() - shared])) {
    --shared;
  }
  return std::max<qsizetype>(shared, 0);
}

/// Whether `part` with "…" for the parts left out in front of it, behind it or both may also mean `other`.
bool mayBe(const QString& part, bool isCutInFront, bool isCutBehind, const QString& other) {
  for (qsizetype at = other.indexOf(part); at >= 0; at = other.indexOf(part, at + 1)) {
    const qsizetype end = at + part.size();
    const bool begins = at == 0 || (isCutInFront && isBoundary(other[at - 1]));
    const bool ends = end == other.size() || (isCutBehind && isBoundary(other[end]));
    if (begins && ends) {
      return true;
    }
  }
  return false;
}

QString withoutShared(const QStringList& names, qsizetype at) {
  const QString& name = names[at];
  if (name.size() <= wholeLength) {
    return name;
  }
  const auto maxOf = [&](const std::function<qsizetype(const QString&)>& shared) {
    qsizetype most = 0;
    for (qsizetype other = 0; other < names.size(); ++other) {
      most = other == at || names[other] == name ? most : std::max(most, shared(names[other]));
    }
    return most < minShared ? 0 : most;
  };
  const qsizetype front = maxOf([&](const QString& other) { return sharedFront(name, other); });
  const qsizetype end = maxOf([&](const QString& other) { return sharedEnd(name, other, front); });
  const QString part = name.mid(front, name.size() - front - end);
  const bool isOfAnother = std::ranges::any_of(
      names, [&](const QString& other) { return other != name && mayBe(part, front > 0, end > 0, other); });
  if (isOfAnother) {
    return name;
  }
  const QString ellipsis(QChar(0x2026));
  return (front > 0 ? ellipsis : QString()) + part + (end > 0 ? ellipsis : QString());
}

/// Replaces equal names by the result of `tell`.
void makeDistinct(QStringList& names, const std::function<QString(qsizetype)>& tell) {
  QHash<QString, int> counts;
  for (const QString& name : names) {
    ++counts[name];
  }
  for (qsizetype i = 0; i < names.size(); ++i) {
    if (counts[names[i]] > 1) {
      names[i] = tell(i);
    }
  }
}

}  // namespace

QStringList tabNames(std::span<const NamedTab> tabs) {
  QStringList whole;
  for (const NamedTab& tab : tabs) {
    whole << withoutEnding(tab.title);
  }
  const auto tabAt = [&](qsizetype i) -> const NamedTab& { return tabs[static_cast<std::size_t>(i)]; };
  makeDistinct(whole, [&](qsizetype i) { return tabAt(i).title; });
  constexpr int maxFolders = 8;
  for (int folders = 1; folders <= maxFolders; ++folders) {
    makeDistinct(whole, [&](qsizetype i) { return withFolders(tabAt(i), folders); });
  }
  QStringList names;
  for (qsizetype i = 0; i < whole.size(); ++i) {
    names << withoutShared(whole, i);
  }
  makeDistinct(names, [&](qsizetype i) { return whole[i]; });
  return names;
}

}  // namespace kernline::ui
