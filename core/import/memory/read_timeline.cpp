// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/memory/read_timeline.h"
#include "core/import/load_options.h"
#include "core/import/memory/device_records.h"
#include "core/import/source/whole_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace kernline::memory {

namespace {

/// Categories in the order in which torch.profiler numbers them in these files.
constexpr std::array<std::string_view, 8> categoryNames{
    "parameters", "optimizer state", "inputs", "temporaries", "activations", "gradients", "autograd detail", "unknown"};

constexpr std::int64_t changeOfVersion = 3;  // moves bytes from one category to another, as two records

struct Record {
  std::int64_t time = 0;
  std::int64_t action = 0;
  std::int64_t bytes = 0;
  std::int64_t category = 0;
};

/// Lists of numbers, and lists of such lists, as they come.
class ListReader {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  ListReader(const std::stop_token& stop, const std::stop_token& enough) : m_stop(stop), m_enough(enough) {}

  // Callbacks of nlohmann's parser, which fixes their names.
  bool null() { return addNumber(0); }
  bool boolean(bool value) { return addNumber(value ? 1 : 0); }
  bool number_integer(number_integer_t value) { return addNumber(value); }
  bool number_unsigned(number_unsigned_t value) { return addNumber(static_cast<std::int64_t>(value)); }
  bool number_float(number_float_t value, const string_t& /*text*/) {
    constexpr double limit = 9.2e18;
    return addNumber(std::abs(value) < limit ? static_cast<std::int64_t>(value) : 0);
  }
  bool string(string_t& /*text*/) { return false; }
  bool binary(binary_t& /*bytes*/) { return false; }
  bool start_object(std::size_t /*count*/) { return false; }
  bool key(string_t& /*text*/) { return false; }
  bool end_object() { return false; }
  bool start_array(std::size_t /*count*/) {
    ++m_depth;
    m_row.clear();
    isFull = m_enough.stop_requested();
    return m_depth <= maxNesting && !isFull && !m_stop.stop_requested();
  }
  bool end_array() {
    if (m_depth == maxNesting) {
      for (std::int64_t& bytes : m_row) {
        if (bytes < -maxMemorySize || bytes > maxMemorySize) {
          ++invalidSizes;
          bytes = 0;
        }
      }
      sizes.push_back(m_row);
    } else if (m_depth == maxNesting - 1 && sizes.empty()) {
      endOuterRow();
    }
    --m_depth;
    m_row.clear();
    return true;
  }
  bool parse_error(std::size_t at, const std::string& /*token*/, const nlohmann::detail::exception& /*why*/) {
    damagedAt = at;
    return false;
  }

  std::vector<Record> records;
  std::vector<std::int64_t> times;
  std::vector<std::vector<std::int64_t>> sizes;  ///< sizes at each time, by category
  std::size_t damagedAt = 0;
  bool isFull = false;  ///< whether memory ran out before the last row
  std::uint64_t badRows = 0;
  std::uint64_t invalidSizes = 0;

 private:
  static constexpr int maxNesting = 3;

  bool addNumber(std::int64_t value) {
    m_row.push_back(value);
    return true;
  }

  void endOuterRow() {
    constexpr std::size_t fields = 4;
    const bool isInvalid = m_row.size() == fields && (m_row[2] > maxMemorySize || m_row[2] < -maxMemorySize);
    constexpr std::int64_t before = -1;  // the recording
    constexpr std::int64_t latest = std::int64_t{1} << 62;
    if (isInvalid) {
      ++invalidSizes;
    } else if (m_row.size() == fields && m_row[0] >= before && m_row[0] < latest) {
      records.push_back({m_row[0], m_row[1], m_row[2], m_row[3]});
    } else {
      ++badRows;
    }
    if (times.empty()) {
      times = m_row;
    }
  }

  const std::stop_token& m_stop;
  const std::stop_token& m_enough;
  int m_depth = 0;
  std::vector<std::int64_t> m_row;
};

void startCategories(MemoryDevice& device) {
  for (const std::string_view name : categoryNames) {
    device.categories.push_back({std::string(name), {}});
  }
}

std::size_t categoryOf(std::int64_t number) {
  return number >= 0 && number < static_cast<std::int64_t>(categoryNames.size()) ? static_cast<std::size_t>(number)
                                                                                 : categoryNames.size() - 1;
}

/// Replays records of changes, in ns; a time of -1 is before the start.
class RecordReplay {
 public:
  RecordReplay(MemoryDevice& device, MemoryHistory& history) : m_device(device), m_history(history) {}

  void replay(const std::vector<Record>& records) {
    auto next = records.begin();
    for (; next != records.end() && next->time < 0; ++next) {
      sum(*next);
    }
    m_history.baseTimeNs = next == records.end() ? 0 : next->time;
    m_device.allocated.add({0}, m_sum);
    for (std::size_t i = 0; i < m_sums.size(); ++i) {
      m_device.categories[i].curve.add({0}, m_sums[i]);
    }
    for (; next != records.end(); ++next) {
      add(*next);
    }
    m_history.bounds = {{0}, m_last};
  }

 private:
  void sum(const Record& record) {
    m_sums[categoryOf(record.category)] += record.bytes;
    m_sum += record.action == changeOfVersion ? 0 : record.bytes;
    if (m_sum < 0) {
      m_history.report.add(MemoryIssueKind::NegativeTotal, fmt::format("{} bytes at {} ns", m_sum, record.time));
    }
  }

  void add(const Record& record) {
    if (record.time < m_recorded) {
      m_history.report.add(MemoryIssueKind::UnorderedTime, fmt::format("at {} ns", record.time));
    }
    m_recorded = record.time;
    m_last = std::max(Time{record.time - m_history.baseTimeNs}, m_last + Duration{1});
    sum(record);
    const std::size_t category = categoryOf(record.category);
    m_device.categories[category].curve.add(m_last, m_sums[category]);
    if (record.action != changeOfVersion) {
      m_device.allocated.add(m_last, m_sum);
    }
  }

  MemoryDevice& m_device;
  MemoryHistory& m_history;
  std::array<std::int64_t, categoryNames.size()> m_sums{};
  std::int64_t m_sum = 0;
  std::int64_t m_recorded = 0;
  Time m_last{0};
};

void fillFromRecords(const std::vector<Record>& records, MemoryHistory& history) {
  MemoryDevice device;
  startCategories(device);
  RecordReplay(device, history).replay(records);
  history.devices.push_back(std::move(device));
}

/// Fills the history from totals by category at times in µs; the first column is always 0.
void fillFromTotals(const ListReader& lists, MemoryHistory& history) {
  MemoryDevice device;
  startCategories(device);
  constexpr std::int64_t latest = std::int64_t{1} << 53;  // year 2255 in µs: nanoseconds fit 64 bits
  const auto isTime = [](std::int64_t us) { return us >= 0 && us < latest; };
  const auto known = static_cast<std::size_t>(std::ranges::find_if_not(lists.times, isTime) - lists.times.begin());
  const std::size_t count = std::min(known, lists.sizes.size());
  history.baseTimeNs = count == 0 ? 0 : lists.times.front() * nanosecondsPerUs;
  Time last{-1};
  for (std::size_t i = 0; i < count; ++i) {
    last = std::max(Time{lists.times[i] * nanosecondsPerUs - history.baseTimeNs}, last + Duration{1});
    std::int64_t sum = 0;
    for (std::size_t k = 1; k < lists.sizes[i].size(); ++k) {
      const std::size_t category = categoryOf(static_cast<std::int64_t>(k) - 1);
      device.categories[category].curve.add(last, lists.sizes[i][k]);
      sum += lists.sizes[i][k];
    }
    device.allocated.add(last, sum);
  }
  if (count != lists.sizes.size() || (count != lists.times.size() && !lists.isFull)) {
    history.report.add(MemoryIssueKind::BadRecord,
                       fmt::format("{} times and {} totals", lists.times.size(), lists.sizes.size()));
  }
  history.bounds = {{0}, last};
  history.devices.push_back(std::move(device));
}

void dropEmptyCategories(MemoryDevice& device) {
  std::erase_if(device.categories, [](const MemoryCategory& category) {
    return std::ranges::all_of(category.curve.bytes, [](std::int64_t bytes) { return bytes == 0; });
  });
}

}  // namespace

bool isTimeline(std::string_view head) {
  std::string digits;  // head without blanks: "[[-1,1,37888,7],"
  for (const char c : head) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      digits += c;
    }
    if (digits.size() > 64) {
      break;
    }
  }
  return digits.starts_with("[[") && digits.size() > 2 &&
         (std::isdigit(static_cast<unsigned char>(digits[2])) != 0 || digits[2] == '-');
}

Expected<std::shared_ptr<const MemoryHistory>> readTimeline(Input& input, const LoadOptions& options,
                                                            const std::stop_token& stop) {
  ListReader lists(stop, options.memoryExhausted);
  const auto text = wholeText(input, options.memoryExhausted);
  if (!text) {
    return std::unexpected(text.error());
  }
  const bool isWhole = nlohmann::json::sax_parse((*text)->view, &lists);
  if (stop.stop_requested()) {
    return loadingCanceled(input.path);
  }
  const bool isTotals = !lists.sizes.empty();
  if (!isTotals && lists.records.empty()) {
    return std::unexpected(Error{Error::Kind::NotATrace,
                                 Phrase::tr("%1: torch.profiler memory timeline without records").with(input.path)});
  }
  auto history = std::make_shared<MemoryHistory>();
  history->path = input.path;
  history->format =
      input.container.empty() ? "torch memory timeline" : fmt::format("torch memory timeline, {}", input.container);
  history->storedBytes = input.storedBytes;
  if (lists.isFull) {
    history->report.add(
        MemoryIssueKind::MemoryLimit,
        fmt::format("from row {} on", (isTotals ? lists.sizes.size() : lists.records.size() + lists.badRows) + 1));
  } else if (!isWhole) {
    history->report.add(MemoryIssueKind::DamagedInput, fmt::format("byte {}: no JSON from there on", lists.damagedAt));
  }
  if (lists.invalidSizes > 0) {
    history->report.add(MemoryIssueKind::InvalidSize, "in a row", lists.invalidSizes);
  }
  if (isTotals) {
    fillFromTotals(lists, *history);
  } else {
    if (lists.badRows > 0) {
      history->report.add(MemoryIssueKind::BadRecord, "a row that has not four numbers", lists.badRows);
    }
    fillFromRecords(lists.records, *history);
  }
  history->devices.front().title = "device";
  dropEmptyCategories(history->devices.front());
  return history;
}

}  // namespace kernline::memory
