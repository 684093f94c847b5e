// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/sql/functions.h"

#include "core/model/trace/arg_values.h"
#include "core/output/sql/comparison.h"
#include "core/output/sql/virtual_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <utility>

namespace kernline::sql {

namespace {

Model& modelOf(sqlite3_context* context) {
  return *static_cast<Model*>(sqlite3_user_data(context));
}

/// Names of the trace are looked up, so each is taken apart once.
template <typename Known, typename Other>
void nameFunction(sqlite3_context* context, sqlite3_value* value, const Known& known, const Other& other) {
  const Cell cell = cellOf(value);
  if (!cell.isText()) {
    setResult(context, {});
    return;
  }
  try {
    const StringId name = modelOf(context).trace().strings().find(cell.asText());
    if (name != StringId::none) {
      setResult(context, Cell::text(known(name)));
    } else {
      setResult(context, Cell::passing(other(cell.asText())));
    }
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

void shortName(sqlite3_context* context, int, sqlite3_value** values) {
  nameFunction(
      context, values[0], [&](StringId name) { return modelOf(context).shortName(name); },
      [](std::string_view name) { return shortKernelName(name); });
}

void family(sqlite3_context* context, int, sqlite3_value** values) {
  nameFunction(
      context, values[0], [&](StringId name) { return modelOf(context).family(name); },
      [](std::string_view name) { return toText(kernelFamily(name)); });
}

template <int nanoseconds>
void divided(sqlite3_context* context, int, sqlite3_value** values) {
  if (sqlite3_value_type(values[0]) != SQLITE_NULL) {
    sqlite3_result_double(context, sqlite3_value_double(values[0]) / nanoseconds);
  }
}

void arg(sqlite3_context* context, int, sqlite3_value** values) {
  const Cell span = cellOf(values[0]);
  const Cell key = cellOf(values[1]);
  const Trace& trace = modelOf(context).trace();
  const bool isSpan = span.type() == Cell::Type::Integer && span.asInteger() >= 0 &&
                      static_cast<std::uint64_t>(span.asInteger()) < trace.spanCount();
  if (!isSpan || !key.isText()) {
    return;
  }
  try {
    std::string scratch;
    const Cell value = argValue(trace, SpanId{static_cast<std::uint32_t>(span.asInteger())}, key.asText(), scratch);
    setResult(context, value);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

/// The pattern is compiled once a statement where it is constant.
void regexp(sqlite3_context* context, int, sqlite3_value** values) {
  if (sqlite3_value_type(values[0]) == SQLITE_NULL || sqlite3_value_type(values[1]) == SQLITE_NULL) {
    return;
  }
  auto* expression = static_cast<RE2*>(sqlite3_get_auxdata(context, 0));
  std::unique_ptr<RE2> made;
  if (expression == nullptr) {
    made = compileExpression(reinterpret_cast<const char*>(sqlite3_value_text(values[0])));
    expression = made.get();
    if (!expression->ok()) {
      sqlite3_result_error(context, expressionError(*expression).c_str(), -1);
      return;
    }
  }
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(values[1]));
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(values[1]));
  sqlite3_result_int(context, RE2::PartialMatch({text, size}, *expression) ? 1 : 0);
  if (made) {
    sqlite3_set_auxdata(context, 0, made.release(), [](void* kept) { delete static_cast<RE2*>(kept); });
  }
}

/// The numbers that an aggregate was given, in memory of SQLite's, which has a limit. It begins as zeros.
struct Sample {
  double* values;
  std::uint64_t count;
  std::uint64_t room;
  double share;
};

struct FreeOfSqlite {
  void operator()(double* values) const { sqlite3_free(values); }
};

Sample* sampleOf(sqlite3_context* context) {
  return static_cast<Sample*>(sqlite3_aggregate_context(context, sizeof(Sample)));
}

bool makeRoom(Sample& sample) {
  constexpr std::uint64_t firstRoom = 64;
  const std::uint64_t room = std::max(firstRoom, 2 * sample.room);
  auto* const values = static_cast<double*>(sqlite3_realloc64(sample.values, room * sizeof(double)));
  if (values == nullptr) {
    return false;
  }
  sample.values = values;
  sample.room = room;
  return true;
}

void addToSample(sqlite3_context* context, int count, sqlite3_value** values) {
  Sample* sample = sampleOf(context);
  if (sample == nullptr || sqlite3_value_type(values[0]) == SQLITE_NULL) {
    return;
  }
  if (sample->count == sample->room && !makeRoom(*sample)) {
    sqlite3_result_error_nomem(context);
    return;
  }
  sample->share = count > 1 ? sqlite3_value_double(values[1]) / 100 : 0.5;
  sample->values[sample->count++] = sqlite3_value_double(values[0]);
}

/// Takes the numbers away from the aggregate; empty where there are none.
class TakenSample {
 public:
  explicit TakenSample(sqlite3_context* context) {
    if (auto* sample = static_cast<Sample*>(sqlite3_aggregate_context(context, 0)); sample != nullptr) {
      m_share = sample->share;
      m_count = sample->count;
      m_values.reset(std::exchange(sample->values, nullptr));
    }
  }

  [[nodiscard]] std::span<double> values() const { return {m_values.get(), m_count}; }
  [[nodiscard]] double share() const { return m_share; }

 private:
  std::unique_ptr<double, FreeOfSqlite> m_values;
  std::uint64_t m_count = 0;
  double m_share = 0;
};

void percentile(sqlite3_context* context) {
  const TakenSample taken(context);
  const std::span<double> values = taken.values();
  const double share = taken.share();
  if (values.empty()) {
    return;
  }
  if (!(share >= 0 && share <= 1)) {
    sqlite3_result_error(context, "percentile() takes a percentage from 0 to 100", -1);
    return;
  }
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::ptrdiff_t>(place);
  std::nth_element(values.begin(), values.begin() + below, values.end());
  double value = values[static_cast<std::size_t>(below)];
  const double rest = place - static_cast<double>(below);
  if (rest > 0) {
    value += rest * (*std::min_element(values.begin() + below + 1, values.end()) - value);
  }
  sqlite3_result_double(context, value);
}

void deviation(sqlite3_context* context) {
  const TakenSample taken(context);
  const std::span<const double> values = taken.values();
  if (values.size() < 2) {
    return;
  }
  double mean = 0;
  for (const double value : values) {
    mean += value / static_cast<double>(values.size());
  }
  double squares = 0;
  for (const double value : values) {
    squares += (value - mean) * (value - mean);
  }
  sqlite3_result_double(context, std::sqrt(squares / static_cast<double>(values.size() - 1)));
}

struct Function {
  const char* name;
  int arguments;
  void (*call)(sqlite3_context*, int, sqlite3_value**);
  void (*finish)(sqlite3_context*);  ///< final step of an aggregate
};

constexpr std::array functions{
    Function{"short_name", 1, shortName, nullptr},
    Function{"family", 1, family, nullptr},
    Function{"ms", 1, divided<1'000'000>, nullptr},
    Function{"us", 1, divided<1'000>, nullptr},
    Function{"arg", 2, arg, nullptr},
    Function{"regexp", 2, regexp, nullptr},
    Function{"median", 1, addToSample, percentile},
    Function{"percentile", 2, addToSample, percentile},
    Function{"stddev", 1, addToSample, deviation},
};

}  // namespace

int registerFunctions(sqlite3* db, Model& model) {
  constexpr int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  for (const Function& function : functions) {
    const bool isAggregate = function.finish != nullptr;
    const int code = sqlite3_create_function_v2(db, function.name, function.arguments, flags, &model,
                                                isAggregate ? nullptr : function.call,
                                                isAggregate ? function.call : nullptr, function.finish, nullptr);
    if (code != SQLITE_OK) {
      return code;
    }
  }
  return SQLITE_OK;
}

}  // namespace kernline::sql
