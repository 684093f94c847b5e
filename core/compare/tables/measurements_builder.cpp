// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tables/measurements_builder.h"

#include "core/compare/tables/name_words.h"
#include "core/model/base/text.h"
#include "core/model/format/printable_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace kernline {

namespace {

constexpr std::size_t maxHeadingLength = 120;  // columns; headings can be of any length

std::string brief(std::string_view text) {
  return elided(printable(text), maxHeadingLength);
}

/// One text for all spellings of a number.
std::string identity(std::string_view text, double number) {
  return number == number ? fmt::format("#{:.17g}", number) : std::string{text};
}

/// "time" of "time (us)": values in a base unit have their unit with them.
std::string titleWithoutUnit(const Metric& metric) {
  const std::string tail = wordsOfName(metric.title).tail;
  const NameWords inside = tail.size() > 2 ? wordsOfName(tail.substr(1, tail.size() - 2)) : NameWords{};
  const bool isUnit = inside.words.size() == 1 && inside.words[0].meaning == WordMeaning::Unit;
  return isUnit && !baseUnit(metric.quantity).empty()
             ? std::string{trimmed(metric.title.substr(0, metric.title.size() - tail.size()))}
             : metric.title;
}

Coordinates coordinates(const Place& place, std::size_t dimensions) {
  Coordinates at(dimensions, noCoordinate);
  for (const auto& [dimension, value] : place) {
    at[dimension] = value;
  }
  return at;
}

/// Whether a heading only repeats the context's subject or a parameter: "seq_len: 256", "Softmax 规模: ~1M".
bool isRedundant(const Log& log, const LogContext& context, std::string_view title) {
  const auto says = [&](StringId text) {
    return text != StringId::empty && title.find(log.text(text)) != std::string_view::npos;
  };
  return says(context.subject) || std::ranges::any_of(context.parameters, [&](const LogParameter& parameter) {
           return says(parameter.name) && says(parameter.value.text);
         });
}

}  // namespace

void MeasurementsBuilder::begin(const Log& log) {
  m_log = &log;
  m_logNumber = static_cast<std::uint32_t>(m_made.paths.size());
  m_made.paths.push_back(log.path());
}

std::string MeasurementsBuilder::sectionOf(const LogContext& context) const {
  std::string title;
  for (SectionId id = context.section; id != SectionId::none; id = m_log->section(id).parent) {
    const std::string_view part = m_log->text(m_log->section(id).title);
    if (!isRedundant(*m_log, context, part)) {
      title.insert(0, brief(part) + (title.empty() ? "" : " › "));
    }
  }
  return title;
}

Place MeasurementsBuilder::placeOf(ContextId id) {
  Place place;
  if (!m_files.empty()) {
    put(place, "file", "file", brief(m_files[m_logNumber]), std::numeric_limits<double>::quiet_NaN());
  }
  if (id == ContextId::none) {
    return place;
  }
  const double noNumber = std::numeric_limits<double>::quiet_NaN();
  const LogContext& context = m_log->context(id);
  if (const std::string section = sectionOf(context); !section.empty()) {
    put(place, "section", "section", section, noNumber);
  }
  if (context.subject != StringId::empty) {
    put(place, "subject", "model", brief(m_log->text(context.subject)), noNumber);
  }
  if (context.rank >= 0) {
    put(place, "rank", "rank", fmt::format("{}", context.rank), context.rank);
  }
  for (const LogParameter& parameter : context.parameters) {
    const std::string_view key = m_log->text(parameter.key);
    put(place, key, brief(key), brief(m_log->text(parameter.value.text)), parameter.value.number);
  }
  return place;
}

Place MeasurementsBuilder::placeOf(const LogTable& table) {
  Place place = placeOf(table.context);
  const bool hasSubject = table.context != ContextId::none && m_log->context(table.context).subject != StringId::empty;
  if (!hasSubject && table.title != StringId::empty) {
    put(place, "subject", "model", brief(m_log->text(table.title)), std::numeric_limits<double>::quiet_NaN());
  }
  return place;
}

std::optional<std::size_t> MeasurementsBuilder::dimensionOf(std::string_view key, std::string_view title) {
  if (m_made.dimensions.size() >= Measurements::maxDimensions && !m_dimensions.contains(key)) {
    return std::nullopt;
  }
  const auto [entry, isNew] = m_dimensions.try_emplace(std::string{key}, m_made.dimensions.size());
  if (isNew) {
    m_made.dimensions.push_back({.key = std::string{key}, .title = std::string{title}, .values = {}, .names = {}});
  }
  return entry->second;
}

void MeasurementsBuilder::put(Place& place, std::string_view key, std::string_view title, std::string_view text,
                              double number) {
  const std::optional<std::size_t> dimension = dimensionOf(key, title);
  if (!dimension) {
    return;
  }
  std::vector<DimensionValue>& values = m_made.dimensions[*dimension].values;
  const auto [entry, isNew] =
      m_valueNumbers.try_emplace({*dimension, identity(text, number)}, static_cast<std::int32_t>(values.size()));
  if (isNew) {
    values.push_back({std::string{text}, number});
  }
  const auto known = std::ranges::find(place, *dimension, &Place::value_type::first);
  if (known != place.end()) {
    known->second = entry->second;
  } else {
    place.emplace_back(*dimension, entry->second);
  }
}

void MeasurementsBuilder::alsoCalled(std::string_view key, std::string_view name) {
  const auto found = m_dimensions.find(key);
  if (found == m_dimensions.end() || name == key) {
    return;
  }
  std::vector<std::string>& names = m_made.dimensions[found->second].names;
  if (std::ranges::find(names, name) == names.end()) {
    names.emplace_back(name);
  }
}

std::uint32_t MeasurementsBuilder::metric(Metric metric) {
  const std::string identityOfMetric =
      fmt::format("{}\n{}\n{}", metric.key, static_cast<int>(metric.quantity), metric.unit);
  const auto [entry, isNew] =
      m_metrics.try_emplace(identityOfMetric, static_cast<std::uint32_t>(m_made.metrics.size()));
  if (isNew) {
    metric.better = betterOf(metric.quantity, metric.key);
    metric.title = brief(titleWithoutUnit(metric));
    const std::string unit = metric.unit.empty() ? "number" : metric.unit;
    while (!m_metricKeys.insert(metric.key).second) {  // the same word for another quantity
      metric.key += "_" + unit;
      metric.title += " (" + unit + ")";
    }
    m_made.metrics.push_back(std::move(metric));
  }
  return entry->second;
}

void MeasurementsBuilder::add(std::uint32_t metric, Place place, double value, double error, std::uint32_t line) {
  m_made.values.push_back(
      {.metric = metric, .at = {}, .value = value, .error = error, .log = m_logNumber, .line = line});
  m_places.push_back(std::move(place));
}

void MeasurementsBuilder::addOfRow(std::uint32_t metric, Place place, double value, double error, std::uint32_t line) {
  m_ofRows.push_back(m_made.values.size());
  std::ranges::sort(place);
  add(metric, std::move(place), value, error, line);
}

/// Numbers repeats: a cell is one measurement, and if rows are equal, only their order distinguishes them.
void MeasurementsBuilder::numberRepeats() {
  std::map<std::pair<std::uint32_t, const Place>, std::vector<std::size_t>> found;
  for (const std::size_t i : m_ofRows) {
    found[{m_made.values[i].metric, m_places[i]}].push_back(i);
  }
  std::set<std::uint32_t> repeated;  // metrics: where one cell has repeats, each has a first
  for (const auto& [where, values] : found) {
    if (values.size() > 1) {
      repeated.insert(where.first);
      m_repeated.push_back(values);
    }
  }
  for (const auto& [where, values] : found) {
    for (std::size_t n = 0; n < values.size() && repeated.contains(where.first); ++n) {
      put(m_places[values[n]], "repeat", "repeat", fmt::format("{}", n + 1), static_cast<double>(n + 1));
    }
  }
}

void MeasurementsBuilder::addFailure(Place place, std::string_view text, std::uint32_t line) {
  constexpr std::size_t maxFailureLength = 400;
  m_made.failures.push_back(
      {.at = {}, .text = elided(printable(text), maxFailureLength), .log = m_logNumber, .line = line});
  m_failurePlaces.push_back(std::move(place));
}

void MeasurementsBuilder::addGap(std::uint32_t metric, Place place, std::string_view text) {
  m_made.gaps.push_back({.metric = metric, .at = {}, .text = brief(text)});
  m_gapPlaces.push_back(std::move(place));
}

Measurements MeasurementsBuilder::build() {
  numberRepeats();
  for (std::size_t i = 0; i < m_places.size(); ++i) {
    m_made.values[i].at = coordinates(m_places[i], m_made.dimensions.size());
  }
  for (std::size_t i = 0; i < m_failurePlaces.size(); ++i) {
    m_made.failures[i].at = coordinates(m_failurePlaces[i], m_made.dimensions.size());
  }
  for (std::size_t i = 0; i < m_gapPlaces.size(); ++i) {
    m_made.gaps[i].at = coordinates(m_gapPlaces[i], m_made.dimensions.size());
  }
  m_made.valuesOfMetric.resize(m_made.metrics.size());
  for (std::size_t i = 0; i < m_made.values.size(); ++i) {
    m_made.valuesOfMetric[m_made.values[i].metric].push_back(static_cast<std::uint32_t>(i));
  }
  sortNumericDimensions();
  markRepetitions();
  return std::move(m_made);
}

void MeasurementsBuilder::markRepetitions() {
  constexpr std::array<std::string_view, 7> names{"run", "rep", "repetition", "trial", "attempt", "try", "seed"};
  for (Dimension& dimension : m_made.dimensions) {
    const bool isNamed = std::ranges::find(names, std::string_view(dimension.key)) != names.end();
    dimension.isRepetition = dimension.isNumeric && (dimension.key == "repeat" ? repeatsAgree() : isNamed);
  }
}

/// Rows with the same coordinates may differ in something that no dimension says.
bool MeasurementsBuilder::repeatsAgree() const {
  constexpr double maxFactor = 1.5;
  std::size_t cells = 0;
  std::size_t agreeing = 0;
  for (const std::vector<std::size_t>& numbers : m_repeated) {
    const auto [least, most] = std::ranges::minmax(numbers, {}, [&](std::size_t i) { return m_made.values[i].value; });
    ++cells;
    agreeing += m_made.values[most].value <= maxFactor * m_made.values[least].value ? 1 : 0;
  }
  return agreeing * 2 > cells;
}

void MeasurementsBuilder::sortNumericDimensions() {
  for (std::size_t d = 0; d < m_made.dimensions.size(); ++d) {
    Dimension& dimension = m_made.dimensions[d];
    std::vector<DimensionValue>& values = dimension.values;
    dimension.isNumeric =
        std::ranges::all_of(values, [](const DimensionValue& value) { return value.number == value.number; });
    if (!dimension.isNumeric) {
      continue;
    }
    std::vector<std::int32_t> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::int32_t i) { return values[static_cast<std::size_t>(i)].number; });
    std::vector<std::int32_t> newPlace(values.size());
    std::vector<DimensionValue> sorted;
    for (std::size_t i = 0; i < order.size(); ++i) {
      newPlace[static_cast<std::size_t>(order[i])] = static_cast<std::int32_t>(i);
      sorted.push_back(values[static_cast<std::size_t>(order[i])]);
    }
    values = std::move(sorted);
    applyOrder(d, newPlace);
  }
}

void MeasurementsBuilder::applyOrder(std::size_t dimension, const std::vector<std::int32_t>& newPlace) {
  const auto apply = [&](Coordinates& at) {
    std::int32_t& value = at[dimension];
    value = value == noCoordinate ? noCoordinate : newPlace[static_cast<std::size_t>(value)];
  };
  for (Measurement& measurement : m_made.values) {
    apply(measurement.at);
  }
  for (FailedRun& failure : m_made.failures) {
    apply(failure.at);
  }
  for (Gap& gap : m_made.gaps) {
    apply(gap.at);
  }
}

}  // namespace kernline
