// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/query_history.h"

#include <QSettings>

namespace kernline::ui {
namespace {

constexpr auto key = "query/history";
constexpr qsizetype maxKeptQueries = 50;

}  // namespace

QStringList QueryHistory::list() {
  return QSettings().value(QLatin1String(key)).toStringList();
}

void QueryHistory::add(const QString& query) {
  QStringList queries = list();
  queries.removeAll(query);
  queries.prepend(query);
  QSettings().setValue(QLatin1String(key), QStringList(queries.mid(0, maxKeptQueries)));
}

void QueryHistory::clear() {
  QSettings().remove(QLatin1String(key));
}

}  // namespace kernline::ui
