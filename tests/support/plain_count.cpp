// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/plain_count.h"

#include "tests/support/exact_time.h"
#include "tests/support/plain_to_chrome_event.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

namespace kernline::test {

namespace {

std::string lowered(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

bool isKernel(const std::string& category) {
  return category == "kernel";
}

bool isDeviceActivity(const std::string& category) {
  return isKernel(category) || category == "gpu_memcpy" || category == "memcpy" || category == "gpu_memset" ||
         category == "memset";
}

// A time too large for the importer is clamped by it, so it counts as one.
std::optional<std::int64_t> timeOf(const PlainEvent& event, std::string_view key) {
  constexpr std::int64_t maxNumber = std::int64_t{1} << 61;
  const PlainValue* value = event.find(key);
  if (value == nullptr || (value->kind != PlainValue::Kind::Number && value->kind != PlainValue::Kind::Text)) {
    return std::nullopt;
  }
  const std::optional<std::int64_t> exact = nanoseconds(value->text);
  char* end = nullptr;
  const double rough = std::strtod(value->text.c_str(), &end);
  const bool isHuge = end == value->text.c_str() + value->text.size() && std::abs(rough) > 1e15;
  if (!exact && isHuge) {
    return rough < 0 ? -maxNumber : maxNumber;
  }
  return exact ? std::optional(std::clamp(*exact, -maxNumber, maxNumber)) : std::nullopt;
}

std::string pidOf(const PlainEvent& event) {
  const PlainValue* pid = event.find("pid");
  return pid == nullptr || pid->kind == PlainValue::Kind::Null ? "0" : canonical(pid->text);
}

std::string tidOf(const PlainEvent& event) {
  const PlainValue* tid = event.find("tid");
  return tid == nullptr || tid->kind == PlainValue::Kind::Null ? pidOf(event) : canonical(tid->text);
}

// Chrome 66 writes a CPU profile as one instant, which is drawn as spans.
bool isWholeProfile(const PlainEvent& event) {
  const PlainValue* const data = findLast(event.args, "data");
  return event.text("name") == "CpuProfile" && data != nullptr && data->text.contains("\"cpuProfile\"") &&
         data->text.contains("\"samples\"");
}

std::uint64_t usableValues(const PlainEvent& counter) {
  return static_cast<std::uint64_t>(std::ranges::count_if(counter.args, [](const auto& member) {
    const std::string& text = member.second.text;
    const bool canBeNumber =
        member.second.kind == PlainValue::Kind::Number || member.second.kind == PlainValue::Kind::Text;
    char* end = nullptr;
    std::strtod(text.c_str(), &end);
    return canBeNumber && !text.empty() && end == text.c_str() + text.size();
  }));
}

void addComplete(PlainCount& count, const PlainEvent& event, std::int64_t start) {
  const std::optional<std::int64_t> given = timeOf(event, "dur");
  const std::int64_t duration = std::max<std::int64_t>(given.value_or(0), 0);
  count.withoutDuration += given ? 0 : 1;
  count.negativeDuration += given.value_or(0) < 0 ? 1 : 0;
  ++count.complete;
  ++count.spansOf[{pidOf(event), tidOf(event)}];
  CategoryCount& category = count.byCategory[std::string(event.text("cat"))];
  ++category.count;
  category.totalNs += duration;
  const std::string kind = lowered(event.text("cat"));
  if (isKernel(kind)) {
    CategoryCount& kernel = count.kernels[pidOf(event)][std::string(event.text("name"))];
    ++kernel.count;
    kernel.totalNs += duration;
  }
  if (isDeviceActivity(kind)) {
    count.deviceActivities[pidOf(event)].push_back({{start}, {start + duration}});
  }
}

}  // namespace

void PlainCount::add(const PlainEvent& event) {
  ++entries;
  const std::optional<std::int64_t> time = timeOf(event, "ts");
  if (!event.isObject || !time) {
    return;
  }
  const bool hasFlow = event.isTrue("flow_in") || event.isTrue("flow_out");
  switch (event.phase()) {
    case 'X':
      addComplete(*this, event, *time);
      flowRecords += hasFlow ? 1 : 0;
      break;
    case 'B':
      ++begins;
      ++spansOf[{pidOf(event), tidOf(event)}];
      flowRecords += hasFlow ? 1 : 0;
      break;
    case 'i':
    case 'I':
    case 'R':
      instants += isWholeProfile(event) ? 0 : 1;
      memory += event.text("name") == "[memory]" && findLast(event.args, "Bytes") != nullptr ? 1 : 0;
      break;
    case 's':
    case 't':
    case 'f':
      ++flowRecords;
      break;
    case 'C':
      counterSamples += usableValues(event);
      break;
    default:
      break;
  }
}

PlainCount countPlainly(std::string_view text, bool& isWellFormed) {
  PlainCount count;
  bool hasEvent = false;
  const PlainDocument document = readPlain(text, [&](const PlainEvent& event) {
    hasEvent = hasEvent || event.find("ph") != nullptr;
    count.add(event);
  });
  isWellFormed = document.isWellFormed && document.hasEvents && (hasEvent || count.entries == 0);
  count.metadata = document.members;
  return count;
}

std::int64_t unionLength(std::vector<TimeRange> ranges) {
  std::ranges::sort(ranges, {}, &TimeRange::begin);
  std::int64_t length = 0;
  Time reached{INT64_MIN};
  for (const TimeRange& range : ranges) {
    const Time from = std::max(range.begin, reached);
    if (range.end > from) {
      length += range.end.ns - from.ns;
      reached = range.end;
    }
  }
  return length;
}

}  // namespace kernline::test
