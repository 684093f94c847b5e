// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/told_columns.h"

#include "core/model/base/text.h"
#include "core/model/log/known_words.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

namespace kernline {

namespace {

constexpr std::string_view idNames[] = {
    "id",         "uuid",    "guid",       "runid",    "jobid",      "taskid",    "slurmjobid", "experimentid",
    "hash",       "sha",     "githash",    "gitsha",   "commithash", "md5",       "checksum",   "timestamp",
    "datetime",   "date",    "walltime",   "unixtime", "createdat",  "starttime", "endtime",    "startedat",
    "finishedat", "created", "host",       "hostname", "pid",        "logfile",   "outputfile", "resultfile",
    "filename",   "logpath", "outputpath", "url",      "seed",       "runname"};

bool isHexadecimal(std::string_view text) {
  constexpr std::size_t minHash = 7;
  const auto isHex = [](char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || c == '-'; };
  return text.size() >= minHash && std::ranges::all_of(text, isHex) && std::ranges::any_of(text, isDigit) &&
         std::ranges::any_of(text, [](char c) { return c >= 'a' && c <= 'f'; });
}

/// "2024-05-06 07:08:09", "2024-05-06T07:08", "07:08:09".
bool isTimeOfDay(std::string_view text) {
  constexpr std::size_t minLength = 8;
  const bool isMadeOfDigits = std::ranges::all_of(text, [](char c) {
    return isDigit(c) || c == '-' || c == ':' || c == ' ' || c == 'T' || c == 'Z' || c == '.' || c == '/' || c == '+' ||
           c == ',' || c == '_';
  });
  const auto dashes = std::ranges::count(text, '-') + std::ranges::count(text, '/');
  return text.size() >= minLength && isMadeOfDigits && isDigit(text.front()) &&
         (std::ranges::count(text, ':') >= 2 || dashes == 2 || (dashes > 2 && text.contains(':')));
}

/// Seconds or parts of them since 1970, after 2001 and before 2100.
bool isUnixTime(double number) {
  constexpr double earliest = 1e9;
  constexpr double latest = 4.1e9;
  for (const double scale : {1.0, 1e3, 1e6, 1e9}) {
    if (number >= earliest * scale && number <= latest * scale) {
      return true;
    }
  }
  return false;
}

bool areWhole(const LogTable& table, std::size_t column) {
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const double number = table.cell(row, column).number;
    if (number == number && number != std::floor(number)) {
      return false;
    }
  }
  return true;
}

bool isNamedId(std::string_view name, bool isText) {
  const std::string lower = lowered(name);
  // Names of texts end so as well: "model_id".
  return std::ranges::find(idNames, logs::folded(name)) != std::end(idNames) ||
         (!isText && (lower.ends_with("_id") || lower.ends_with(" id") || lower.ends_with("_idx")));
}

}  // namespace

bool onlyIdentifies(const Log& log, const LogTable& table, std::size_t column) {
  const std::string_view name = log.text(table.columns[column].name);
  const bool isText = table.columns[column].quantity == Quantity::Text;
  const bool isNamed = isNamedId(name, isText);
  bool areTimes = true;
  bool areHashes = isText;
  std::set<std::string_view> different;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const LogCell& cell = table.cell(row, column);
    const std::string_view text = trimmed(log.text(cell.text));
    if (text.empty()) {
      continue;
    }
    if (!different.insert(text).second) {
      return false;
    }
    areTimes = areTimes && (isText ? isTimeOfDay(text) : isNamed && isUnixTime(cell.number));
    areHashes = areHashes && isHexadecimal(text);
  }
  // Numbers with the name of an id count something; texts with it name something.
  const bool isId = isNamed && (isText || areWhole(table, column));
  return different.size() > 1 && (isId || areTimes || areHashes);
}

bool saysWhyItFailed(std::string_view name) {
  constexpr std::string_view names[] = {"error",     "errormessage", "errormsg",      "exception",
                                        "traceback", "failure",      "failurereason", "errortype"};
  return std::ranges::find(names, logs::folded(name)) != std::end(names);
}

bool sayTheSame(const Log& log, const LogTable& table, std::size_t one, std::size_t other) {
  const bool areNumbers =
      table.columns[one].quantity != Quantity::Text && table.columns[other].quantity != Quantity::Text;
  constexpr double slack = 1e-9;
  double ratio = 0;
  std::set<std::string_view> different;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const LogCell& a = table.cell(row, one);
    const LogCell& b = table.cell(row, other);
    if (!areNumbers && lowered(trimmed(log.text(a.text))) != lowered(trimmed(log.text(b.text)))) {
      return false;
    }
    if (areNumbers) {
      if (!a.hasNumber() || !b.hasNumber() || a.number == 0) {
        return false;
      }
      const double here = b.number / a.number;
      ratio = row == 0 ? here : ratio;
      if (std::abs(here - ratio) > slack * std::abs(ratio)) {
        return false;
      }
    }
    different.insert(log.text(a.text));
  }
  return different.size() > 1;
}

}  // namespace kernline
