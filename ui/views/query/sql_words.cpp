// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/sql_words.h"

#include "core/output/sql/schema.h"
#include "ui/kit/language/qt_text.h"

namespace kernline::ui {

const QStringList& sqlKeywords() {
  static const QStringList words =
      QStringLiteral(
          "SELECT FROM WHERE GROUP BY ORDER LIMIT OFFSET AS AND OR NOT IN IS NULL LIKE GLOB REGEXP BETWEEN "
          "JOIN LEFT INNER CROSS ON USING DISTINCT HAVING UNION ALL EXCEPT INTERSECT CASE WHEN THEN ELSE END "
          "ASC DESC WITH RECURSIVE OVER PARTITION ROWS PRECEDING FOLLOWING CURRENT ROW UNBOUNDED EXISTS CAST "
          "VALUES FILTER NULLS FIRST LAST COLLATE NOCASE EXPLAIN QUERY PLAN")
          .split(QLatin1Char(' '));
  return words;
}

const QStringList& sqlTables() {
  static const QStringList words = [] {
    QStringList names;
    for (const sql::TableSchema& table : sql::tableSchemas()) {
      names << qt(table.name);
    }
    return names;
  }();
  return words;
}

const QStringList& sqlColumns() {
  static const QStringList words = [] {
    QStringList names;
    for (const sql::TableSchema& table : sql::tableSchemas()) {
      for (const sql::Column& column : table.columns) {
        names << qt(column.name);
      }
    }
    names.removeDuplicates();
    return names;
  }();
  return words;
}

const QStringList& sqlFunctions() {
  static const QStringList words = [] {
    QStringList names;
    for (const sql::FunctionSchema& function : sql::functionSchemas()) {
      names << qt(function.signature.substr(0, function.signature.find('(')));
    }
    return names << QStringLiteral(
                        "count sum total avg min max group_concat round abs coalesce ifnull iif length lower "
                        "upper substr instr replace printf lag lead row_number rank first_value last_value")
                        .split(QLatin1Char(' '));
  }();
  return words;
}

}  // namespace kernline::ui
