// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/compare_answer.h"

#include "core/compare/runs/tables_of_traces.h"
#include "core/compare/tables/column_split.h"
#include "core/compare/tables/comparison_views.h"
#include "core/compare/tables/trace_profile.h"
#include "core/model/format/printable_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace kernline::cli {

namespace {

std::unexpected<Error> refuse(std::string message) {
  return std::unexpected(Error{Error::Kind::Usage, Message::name(std::move(message))});
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t maxNames = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), maxNames); ++i) {
    text += (i == 0 ? "" : ", ") + printable(names[i]);
  }
  return text + (names.size() > maxNames ? ", …" : "");
}

template <typename Things, typename NameOf>
std::vector<std::string> namesOf(const Things& things, NameOf nameOf) {
  std::vector<std::string> names;
  for (const auto& thing : things) {
    names.push_back(nameOf(thing));
  }
  return names;
}

/// Finds a dimension by key or title, or by its name in a table. If no column gives implementations, the subjects are
/// these.
Expected<std::size_t> findDimension(const Measurements& measurements, const std::string& name) {
  for (std::size_t d = 0; d < measurements.dimensions.size(); ++d) {
    if (measurements.dimensions[d].key == name || measurements.dimensions[d].title == name) {
      return d;
    }
  }
  for (std::size_t d = 0; d < measurements.dimensions.size(); ++d) {
    if (std::ranges::find(measurements.dimensions[d].names, name) != measurements.dimensions[d].names.end()) {
      return d;
    }
  }
  if (const auto subject = measurements.dimension("subject"); subject && name == "implementation") {
    return *subject;
  }
  return refuse(fmt::format("no dimension \"{}\"; available: {}", name,
                            listed(namesOf(measurements.dimensions, [](const auto& d) { return d.key; }))));
}

/// A metric, and coordinates in its name: "triton_fwd_ms" is fwd_ms of triton.
struct FoundMetric {
  std::size_t metric = 0;
  std::vector<std::pair<std::string, std::string>> at;
};

Expected<FoundMetric> findMetric(const Measurements& measurements, const std::string& name) {
  for (std::size_t m = 0; m < measurements.metrics.size(); ++m) {
    if (measurements.metrics[m].key == name || measurements.metrics[m].title == name) {
      return FoundMetric{m, {}};
    }
  }
  const std::string plain = plainName(name);
  for (const SplitColumn& column : measurements.splitColumns) {
    if (plainName(column.name) == plain) {
      return FoundMetric{column.metric, column.at};
    }
  }
  return refuse(fmt::format("no metric \"{}\"; available: {}", name,
                            listed(namesOf(measurements.metrics, [](const auto& m) { return m.key; }))));
}

Expected<std::int32_t> findValue(const Measurements& measurements, std::size_t dimension, const std::string& text) {
  const std::vector<DimensionValue>& values = measurements.dimensions[dimension].values;
  const auto found = std::ranges::find(values, text, &DimensionValue::text);
  if (found == values.end()) {
    return refuse(fmt::format("no {} \"{}\"; available: {}", measurements.dimensions[dimension].key, text,
                              listed(namesOf(values, [](const auto& v) { return v.text; }))));
  }
  return static_cast<std::int32_t>(found - values.begin());
}

std::optional<Error> fix(const Measurements& measurements, const std::vector<std::string>& where,
                         PivotRequest& request) {
  request.fixed.resize(measurements.dimensions.size());
  for (const std::string& condition : where) {
    const std::size_t equals = condition.find('=');
    if (equals == std::string::npos) {
      return refuse(fmt::format("\"{}\" is not a condition; write one like seq_len=256", condition)).error();
    }
    const auto dimension = findDimension(measurements, condition.substr(0, equals));
    if (!dimension) {
      return dimension.error();
    }
    const auto value = findValue(measurements, *dimension, condition.substr(equals + 1));
    if (!value) {
      return value.error();
    }
    request.fixed[*dimension] = *value;
  }
  return std::nullopt;
}

std::optional<Error> setBaseline(const Measurements& measurements, const std::string& name, PivotRequest& request) {
  if (name.empty()) {
    return std::nullopt;
  }
  const auto row = request.rows ? findValue(measurements, *request.rows, name)
                                : Expected<std::int32_t>(refuse("there are no rows to choose a baseline from"));
  if (row) {
    request.baselineRow = *row;
    return std::nullopt;
  }
  const auto column =
      request.columns ? findValue(measurements, *request.columns, name) : Expected<std::int32_t>(refuse(""));
  if (!column) {
    return row.error();
  }
  request.baselineColumn = *column;
  return std::nullopt;
}

std::optional<Better> betterFrom(const std::string& text) {
  if (text.empty()) {
    return std::nullopt;
  }
  return text == "less" ? Better::Less : text == "more" ? Better::More : Better::Unknown;
}

/// Coordinates that the user fixed: by conditions, or by a column name that has more than its metric.
struct Conditions {
  const std::vector<std::string>& where;
  std::vector<std::pair<std::string, std::string>> ofColumn;

  [[nodiscard]] bool areNone() const { return where.empty() && ofColumn.empty(); }
};

std::optional<Error> fixAll(const Measurements& measurements, const Conditions& conditions, PivotRequest& request) {
  for (const auto& [key, text] : conditions.ofColumn) {
    const auto dimension = measurements.dimension(key);
    const auto value = dimension ? findValue(measurements, *dimension, text) : refuse(text);
    if (!value) {
      return value.error();
    }
    request.fixed.resize(measurements.dimensions.size());
    request.fixed[*dimension] = *value;
  }
  return fix(measurements, conditions.where, request);
}

/// Returns the other numeric dimension of a metric with most values.
std::optional<std::size_t> otherColumns(const Measurements& measurements, std::size_t metric, std::size_t rows) {
  std::optional<std::size_t> best;
  std::size_t most = 1;
  for (std::size_t d = 0; d < measurements.dimensions.size(); ++d) {
    std::set<std::int32_t> values;
    for (const std::uint32_t number : measurements.valuesOfMetric[metric]) {
      values.insert(measurements.values[number].at[d]);
    }
    values.erase(noCoordinate);
    if (d != rows && measurements.dimensions[d].isNumeric && values.size() > most) {
      best = d;
      most = values.size();
    }
  }
  return best;
}

/// Returns a request for each requested metric, or all suggested ones.
Expected<std::vector<PivotRequest>> requestsOfMetrics(const Measurements& measurements, const CompareChoice& choice,
                                                      Conditions& conditions) {
  std::vector<PivotRequest> requests = suggestedViews(measurements);
  if (!choice.metric.empty()) {
    auto found = findMetric(measurements, choice.metric);
    if (!found) {
      return std::unexpected(found.error());
    }
    conditions.ofColumn = std::move(found->at);
    std::erase_if(requests, [&](const PivotRequest& request) { return request.metric != found->metric; });
    if (requests.empty()) {
      PivotRequest request;
      request.metric = found->metric;
      request.rows = measurements.dimension("subject");
      requests.push_back(std::move(request));
    }
  }
  if (!choice.columns.empty()) {
    const auto columns = findDimension(measurements, choice.columns);
    if (!columns) {
      return std::unexpected(columns.error());
    }
    std::set<std::size_t> metrics;
    std::vector<PivotRequest> along;
    for (const PivotRequest& request : requests) {
      if (metrics.insert(request.metric).second) {
        along.push_back(viewOf(measurements, request.metric, *columns));
      }
    }
    requests = std::move(along);
  }
  return requests;
}

/// Returns the requested views, or all suggested ones.
Expected<std::vector<PivotRequest>> requestsFor(const Measurements& measurements, const CompareChoice& choice,
                                                Conditions& conditions) {
  auto requests = requestsOfMetrics(measurements, choice, conditions);
  const std::string& rowsName = choice.models.empty() ? choice.rows : choice.models;
  if (!requests || (rowsName.empty() && conditions.areNone())) {
    return requests;
  }
  std::optional<std::size_t> rows;
  if (!rowsName.empty()) {
    const auto found = findDimension(measurements, rowsName);
    if (!found) {
      return std::unexpected(found.error());
    }
    rows = *found;
  }
  for (PivotRequest& request : *requests) {
    request.rows = rows ? rows : request.rows;
    if (request.columns == request.rows) {
      request.columns =
          choice.models.empty() ? std::nullopt : otherColumns(measurements, request.metric, *request.rows);
    }
    request.fixed.assign(measurements.dimensions.size(), std::nullopt);
    if (const auto error = fixAll(measurements, conditions, request)) {
      return std::unexpected(*error);
    }
    fixTheRest(measurements, request);
  }
  return requests;
}

Expected<std::vector<Pivot>> viewsFor(const Measurements& measurements, const CompareChoice& choice,
                                      Conditions& conditions) {
  auto requests = requestsFor(measurements, choice, conditions);
  if (!requests) {
    return std::unexpected(requests.error());
  }
  std::vector<Pivot> views;
  for (PivotRequest& request : *requests) {
    request.better = betterFrom(choice.better);
    if (const auto error = setBaseline(measurements, choice.baseline, request)) {
      return std::unexpected(*error);
    }
    Pivot made = pivot(measurements, request);
    if (!made.isEmpty()) {
      views.push_back(std::move(made));
    }
  }
  return views;
}

/// Compares each metric of the views once, over all of its cells: conditions that only serve the layout of a view do
/// not apply.
std::vector<ModelComparison> modelsOf(const CompareAnswer& answer, const CompareChoice& choice,
                                      const Conditions& conditions) {
  std::vector<ModelComparison> models;
  std::set<std::size_t> metrics;
  const auto ofColumns = answer.measurements.dimension("implementation");
  for (const Pivot& view : answer.views) {
    const bool isWanted = !choice.models.empty() || (ofColumns && view.request.rows == ofColumns);
    if (!isWanted || !metrics.insert(view.request.metric).second) {
      continue;
    }
    PivotRequest request = view.request;
    request.fixed.assign(answer.measurements.dimensions.size(), std::nullopt);
    if (!fixAll(answer.measurements, conditions, request)) {
      if (auto made = compareModels(answer.measurements, request)) {
        models.push_back(std::move(*made));
      }
    }
  }
  return models;
}

/// Returns traces with their printed tables, in the order of the files; empty unless all traces have one.
std::vector<TableRef> tablesBesideTraces(CompareAnswer& answer) {
  const auto ofTrace = [](const TableRef& ref) { return isOfTrace(*ref); };
  const std::vector<TableOfTrace> pairs = tablesOfTraces(answer.profiles);
  if (pairs.empty() || std::cmp_not_equal(pairs.size(), std::ranges::count_if(answer.profiles, ofTrace))) {
    return {};
  }
  std::set<std::size_t> numbers;
  for (const TableOfTrace& pair : pairs) {
    numbers.insert({pair.trace, pair.table});
    answer.picks.push_back(sentenceOn(pair, answer.profiles));
  }
  std::vector<TableRef> tables;
  std::ranges::transform(numbers, std::back_inserter(tables), [&](std::size_t i) { return answer.profiles[i]; });
  return tables;
}

Expected<std::vector<TableRef>> tablesFor(CompareAnswer& answer, const CompareChoice& choice) {
  if (choice.tables.empty()) {
    std::vector<TableRef> tables;
    if (answer.profiles.size() > 2) {
      tables = tablesBesideTraces(answer);
    }
    return tables.empty() ? tablesToCompare(answer.profiles) : tables;
  }
  std::vector<TableRef> tables;
  for (const std::size_t number : choice.tables) {
    if (number < 1 || number > answer.profiles.size()) {
      return refuse(fmt::format("there is no profiler table {}; the logs have {}", number, answer.profiles.size()));
    }
    tables.push_back(answer.profiles[number - 1]);
  }
  return tables;
}

/// Whether tables were requested: by number, or by a trace next to logs that have some.
bool asksForTables(const CompareAnswer& answer, const CompareChoice& choice) {
  const bool hasTrace = std::ranges::any_of(answer.profiles, [](const TableRef& ref) { return isOfTrace(*ref); });
  return !choice.isOfViews() && (!choice.tables.empty() || (hasTrace && answer.profiles.size() > 1));
}

}  // namespace

bool CompareChoice::isOfViews() const {
  return matrix || !models.empty() || !rows.empty() || !columns.empty() || !metric.empty() || !baseline.empty() ||
         !where.empty() || !better.empty();
}

Expected<CompareAnswer> compareLogs(std::vector<std::shared_ptr<const Log>> logs, const CompareChoice& choice) {
  CompareAnswer answer;
  answer.logs = std::move(logs);
  answer.measurements = measurementsOf(answer.logs);
  answer.profiles = profilesOf(answer.logs);
  Conditions conditions{.where = choice.where, .ofColumn = {}};
  auto views = viewsFor(answer.measurements, choice, conditions);
  if (!views) {
    return std::unexpected(views.error());
  }
  answer.views = std::move(*views);
  answer.models = modelsOf(answer, choice, conditions);
  auto tables = tablesFor(answer, choice);
  if (!tables) {
    return std::unexpected(tables.error());
  }
  if (!tables->empty()) {
    answer.tables = compareTables(std::move(*tables), rowTimeFrom(choice.time));
  }
  answer.isAboutTables = asksForTables(answer, choice);
  return answer;
}

}  // namespace kernline::cli
