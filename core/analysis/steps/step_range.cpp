// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/steps/step_range.h"

#include "core/analysis/query/process_steps.h"
#include "core/analysis/steps/found_steps.h"
#include "core/model/format/quantity.h"
#include "core/model/format/time_range.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <system_error>
#include <vector>

namespace kernline {

namespace {

std::optional<std::size_t> numberOf(std::string_view digits) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc{} && end == digits.data() + digits.size() ? std::optional{number} : std::nullopt;
}

}  // namespace

Expected<StepNumbers> parseStepNumbers(std::string_view text) {
  const std::size_t dots = text.find("..");
  const std::string_view begin = text.substr(0, dots);
  const std::string_view end = dots == std::string_view::npos ? text : text.substr(dots + 2);
  const std::optional<std::size_t> first = begin.empty() ? 0 : numberOf(begin);
  const std::optional<std::size_t> last = end.empty() ? SIZE_MAX : numberOf(end);
  if (!first || !last || *last < *first || text.empty()) {
    return std::unexpected(
        Error{Error::Kind::Usage,
              Phrase::tr("\"%1\" is not a range of steps; expected 3, 3..5 or 3..").with(std::string{text})});
  }
  return StepNumbers{.first = *first, .last = *last};
}

Expected<TimeRange> rangeOfSteps(const Trace& trace, std::span<const Step> steps, StepNumbers numbers) {
  std::optional<TimeRange> range;
  std::size_t most = 0;
  for (const ProcessSteps& process : stepsByProcess(trace, steps)) {
    most = std::max(most, process.steps.size());
    for (std::size_t i = numbers.first; i < process.steps.size() && i <= numbers.last; ++i) {
      const TimeRange step = steps[process.steps[i]].range;
      range = range ? range->unitedWith(step) : step;
    }
  }
  if (most == 0) {
    return std::unexpected(Error{Error::Kind::Usage, Phrase::tr("no steps found")});
  }
  if (!range || (numbers.last != SIZE_MAX && numbers.last >= most)) {
    return std::unexpected(Error{Error::Kind::Usage, Phrase::tr("its last step is %1").with(most - 1)});
  }
  return *range;
}

Expected<TimeRange> rangeOf(const RangeChoice& choice, const Trace& trace) {
  if (choice.steps.empty()) {
    return rangeOf(choice, trace.bounds());
  }
  const Expected<StepNumbers> numbers = parseStepNumbers(choice.steps);
  if (!numbers) {
    return std::unexpected(numbers.error());
  }
  const Expected<FoundSteps> found = foundSteps(trace, stepChoice(choice.stepsBy));
  if (!found) {
    return std::unexpected(found.error());
  }
  return rangeOfSteps(trace, found->steps, *numbers);
}

Expected<TimeRange> rangeOf(const RangeChoice& choice, TimeRange bounds) {
  if (!choice.steps.empty()) {
    return std::unexpected(Error{Error::Kind::Usage, Phrase::tr("only a trace has steps; choose a range of time")});
  }
  Expected<TimeRange> range = choice.range.empty() ? bounds : parseTimeRange(choice.range, bounds);
  if (range && (range->end < bounds.begin || range->begin > bounds.end)) {
    return std::unexpected(Error{
        Error::Kind::Usage, Phrase::tr("the range %1 is outside the recording, which lasts %2; times count from its "
                                       "start, with @ on its clock")
                                .with(choice.range, formatDuration(bounds.length()))});
  }
  return range;
}

}  // namespace kernline
