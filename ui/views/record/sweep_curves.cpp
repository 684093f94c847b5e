// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/sweep_curves.h"

#include "ui/kit/language/words.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <utility>

namespace kernline::ui {
namespace {

QString valueOf(const RunFigures& run, const QString& name) {
  for (const auto& [key, value] : run.parameters) {
    if (key == name) {
      return value;
    }
  }
  return {};
}

QStringList valuesOfSweep(const std::vector<RunFigures>& runs, const QString& parameter) {
  QStringList values;
  bool areNumbers = true;
  for (const RunFigures& run : runs) {
    const QString value = valueOf(run, parameter);
    if (!values.contains(value)) {
      values << value;
    }
    bool isNumber = false;
    value.toDouble(&isNumber);
    areNumbers = areNumbers && isNumber;
  }
  if (areNumbers) {
    std::ranges::sort(values, {}, [](const QString& value) { return value.toDouble(); });
  }
  return values;
}

QString curveName(const RunFigures& run, const QStringList& swept) {
  return swept.size() > 1 ? QStringLiteral("%1 %2").arg(swept[1], valueOf(run, swept[1])) : run.kernel;
}

/// Neighbouring values with one limit.
struct LimitStretch {
  QString limit;
  QString first;
  QString last;
};

QString stretchText(const std::vector<LimitStretch>& stretches) {
  QStringList parts;
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    const LimitStretch& stretch = stretches[i];
    const QString limit = limitWord(stretch.limit);
    if (stretches.size() == 1) {
      parts << Words::tr("%1 for all values").arg(limit);
    } else if (i == 0) {
      parts << Words::tr("%1 up to %2").arg(limit, stretch.last);
    } else {
      parts << Words::tr("%1 from %2").arg(limit, stretch.first);
    }
  }
  return parts.join(QStringLiteral(", "));
}

}  // namespace

QStringList sweptParameters(const std::vector<RunFigures>& runs) {
  std::map<QString, std::set<QString>> values;
  for (const RunFigures& run : runs) {
    for (const auto& [name, value] : run.parameters) {
      values[name].insert(value);
    }
  }
  QStringList names;
  for (const auto& [name, all] : values) {
    if (all.size() > 1) {
      names << name;
    }
  }
  std::ranges::stable_sort(names,
                           [&](const QString& a, const QString& b) { return values[a].size() > values[b].size(); });
  return names;
}

SweepCurves sweepCurves(const std::vector<RunFigures>& runs,
                        const std::function<std::optional<double>(const RunFigures&)>& figure) {
  const QStringList swept = sweptParameters(runs);
  if (swept.isEmpty()) {
    return {};
  }
  SweepCurves made{.parameter = swept.front(), .values = valuesOfSweep(runs, swept.front()), .curves = {}};
  for (qsizetype place = 0; place < made.values.size(); ++place) {
    for (const RunFigures& run : runs) {
      const auto value = valueOf(run, swept.front()) == made.values[place] ? figure(run) : std::nullopt;
      if (value) {
        made.curves[curveName(run, swept)].emplace_back(static_cast<double>(place), *value);
      }
    }
  }
  return made;
}

QString limitsText(const std::vector<RunFigures>& runs) {
  const QStringList swept = sweptParameters(runs);
  if (swept.isEmpty()) {
    return {};
  }
  std::map<QString, std::vector<LimitStretch>> byCurve;
  for (const QString& value : valuesOfSweep(runs, swept.front())) {
    for (const RunFigures& run : runs) {
      if (valueOf(run, swept.front()) != value || run.counted.limit.isEmpty()) {
        continue;
      }
      std::vector<LimitStretch>& stretches = byCurve[curveName(run, swept)];
      if (stretches.empty() || stretches.back().limit != run.counted.limit) {
        stretches.push_back({run.counted.limit, value, value});
      }
      stretches.back().last = value;
    }
  }
  QStringList lines;
  for (const auto& [name, stretches] : byCurve) {
    const QString text = stretchText(stretches);
    lines << (swept.size() > 1 ? Words::tr("%1, limit by %2: %3").arg(name, swept.front(), text)
                               : Words::tr("Limit by %1: %2").arg(swept.front(), text));
  }
  return lines.join(QLatin1Char('\n'));
}

QString limitWord(const QString& limit) {
  const std::pair<QLatin1String, QString> words[] = {{QLatin1String("tensor pipe"), Words::tr("tensor pipe")},
                                                     {QLatin1String("DRAM"), Words::tr("DRAM")},
                                                     {QLatin1String("L2 cache"), Words::tr("L2 cache")},
                                                     {QLatin1String("L1 cache"), Words::tr("L1 cache")},
                                                     {QLatin1String("SM"), Words::tr("SM")},
                                                     {QLatin1String("latency"), Words::tr("latency")}};
  const auto* const found = std::ranges::find(words, limit, [](const auto& word) { return QString(word.first); });
  return found == std::end(words) ? limit : found->second;
}

}  // namespace kernline::ui
